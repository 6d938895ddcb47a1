import { purgeable } from '../../experience/purge.ts';
import type { LoopLibrary } from './loop-library.ts';

/** Takes out for good what was archived so long ago that nobody will ask for it again. Once an epoch; nothing is written where nothing is due. */
export async function purgeDue({ store, session }: Pick<LoopLibrary, 'store' | 'session'>): Promise<void> {
  const library = await store.experience.read();
  if (purgeable(library, library.epoch).length === 0) return;
  await session.write('r', { kind: 'purge', wish: { kind: 'purge' }, id: `purge:${library.epoch}` });
}
