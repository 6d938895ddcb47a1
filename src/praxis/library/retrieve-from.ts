import type { EncoderTraits } from '../../experience/encoder.ts';
import type { LayeredLibrary } from '../../experience/layered-library.ts';
import { type QueryError, queryText } from '../../experience/query.ts';
import { type Retrieval, retrieve } from '../../experience/retrieve.ts';
import { taskDomains } from '../../experience/task-domains.ts';
import type { LibraryEncoders } from '../../experience/text-vectors.ts';
import { toolDomain } from '../../telemetry/tool-domain.ts';
import { judgeBy } from './library-at.ts';

/** What guidelines are looked for. */
export interface RetrieveRequest {
  readonly task: string;
  /** What went wrong last; `signature` is that of the error, where it is known. */
  readonly error?: (QueryError & { readonly signature: string | null }) | null;
  /** Domains that the task says it is about; default: inferred from its words. */
  readonly domains?: readonly string[];
  /** Normalised names of the tools at hand. */
  readonly tools?: readonly string[];
  /** Most guidelines; default 5. */
  readonly k?: number;
  /** Default: nothing is withheld. */
  readonly holdout?: { readonly rate: number; readonly sessionId: string; readonly taskId: string };
  /** `floor`: by the encoder that answers at once; default: by the model of the library. */
  readonly space?: 'model' | 'floor';
}

const K = 5;
/** Share of confidence in a score. */
export const MIX = 0.2;

/** The guidelines that fit a task best, of both libraries as they are now. */
export async function retrieveFrom(
  layered: LayeredLibrary,
  { floor, model }: LibraryEncoders,
  request: RetrieveRequest,
): Promise<Retrieval> {
  const { task, error = null, tools = [], k = K, holdout = { rate: 0, sessionId: '', taskId: '' } } = request;
  const text = queryText(task, error);
  const isModel = model !== null && request.space !== 'floor';
  const encoder: EncoderTraits = isModel ? model : floor;
  const queryVector = isModel ? ((await model.embed([text]))[0] ?? null) : floor.encode(text);
  const { domains: labels } = request;
  return retrieve(
    {
      queryVector,
      domains: taskDomains({ task, tools, ...(labels === undefined ? {} : { labels }) }),
      toolDomains: [...new Set(tools.map((tool) => toolDomain(tool)))],
      error: error === null || error.signature === null ? null : { signature: error.signature },
      mix: MIX,
      simFloor: encoder.simFloor,
      k,
      holdout,
    },
    await layered.searchable(encoder),
    judgeBy(encoder),
  );
}
