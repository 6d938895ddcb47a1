import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { experienceStoreConformance } from '../../../../test/conformance/experience-store-conformance.ts';
import { systemClock } from '../../../host/clock.ts';
import { systemRandom } from '../../../host/random.ts';
import { openSqliteLibrary, type SqliteLibrary } from '../run-store.ts';

const open = (path: string): Promise<SqliteLibrary> =>
  openSqliteLibrary(path, { clock: systemClock, random: systemRandom, fill: () => undefined });

experienceStoreConformance('sqlite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'praxis-experience-'));
  const path = join(folder, 'praxis.db');
  const libraries = [await open(path)];
  return {
    store: (libraries[0] as SqliteLibrary).experience,
    async again() {
      const other = await open(path);
      libraries.push(other);
      return other.experience;
    },
    async close() {
      for (const library of libraries) await library.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
