import { loopStoreConformance } from '../../../../test/conformance/loop-store-conformance.ts';
import { systemClock } from '../../../host/clock.ts';
import { systemRandom } from '../../../host/random.ts';
import { fillRecord } from '../../../telemetry/fill-record.ts';
import { openSqliteLibrary } from '../run-store.ts';

loopStoreConformance('SQLite', () =>
  openSqliteLibrary(':memory:', { clock: systemClock, random: systemRandom, fill: fillRecord }),
);
