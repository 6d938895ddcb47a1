import type { InjectLibrary } from '../../experience/inject-file/read-inject.ts';
import { askHelper } from '../../host/embedder-helper/ask-helper.ts';
import { hasHelper, helperPlace, isOwnSocket } from '../../host/embedder-helper/place.ts';
import { lessonFiles } from '../../host/hook-library.ts';
import { librariesOf } from './libraries.ts';

const PATIENCE_MS = 100;

/** The libraries by the vectors of their model, and a query's vector of it. */
interface WarmLessons {
  readonly libraries: readonly InjectLibrary[];
  readonly vector: Float32Array | null;
}

/** What a model that somebody keeps warm makes of a query; undefined where it does not answer within 100 ms. */
export async function warmLessons(home: string, folder: string, text: string): Promise<WarmLessons | undefined> {
  // Most have none, and a file is long.
  if (!hasHelper(home)) return undefined;
  const libraries = librariesOf(lessonFiles(home, folder, 'inject-model.bin'));
  const head = libraries[0]?.head;
  if (head === undefined) return undefined;
  const place = helperPlace(home, head.encoderId);
  if (place === null || !isOwnSocket(place.socket)) return undefined;
  const embedder = { id: head.encoderId, dims: head.dims };
  const outcome = await askHelper({ place, embedder, texts: [text], patienceMs: PATIENCE_MS });
  return outcome.kind === 'vectors' ? { libraries, vector: outcome.vectors[0] ?? null } : undefined;
}
