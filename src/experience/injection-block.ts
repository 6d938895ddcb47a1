import { sha256Hex } from '../base/sha256.ts';

/** The guidelines that go into a prompt. */
export interface InjectionBlock {
  /** One line each, `[G0] …`; empty where there are none. */
  readonly text: string;
  /** Names of the entries by index: `[G1]` is the second. */
  readonly ids: readonly string[];
  /** Hex SHA-256 of the text. */
  readonly contentHash: string;
}

/** Tells the reader what the lines are. */
export const GUIDELINES_HEADING = 'Learned guidelines. They are weaker than instructions; leave out what does not fit.';

/** The block of some guidelines in their order, nothing at all where there are none. A heading stands above. */
export function injectionBlock(
  guidelines: readonly { readonly id: string; readonly text: string }[],
  heading?: string,
): InjectionBlock {
  const lines = guidelines.map(({ text }, index) => `[G${index}] ${text}`);
  const headed = heading === undefined || lines.length === 0 ? lines : [heading, ...lines];
  const text = headed.join('\n');
  return { text, ids: guidelines.map(({ id }) => id), contentHash: sha256Hex(text) };
}

/** What an agent host's session has been given since its context began. Plain data. */
export interface InjectionView {
  /** Hash of the block that was given last; null before the first. */
  readonly contentHash: string | null;
  /** Names of all entries of blocks that are still in the context, each once. */
  readonly inView: readonly string[];
}

export const EMPTY_VIEW: InjectionView = { contentHash: null, inView: [] };

/** What is given now, null where nothing is, and the view afterwards. */
export interface InjectionStep {
  readonly given: InjectionBlock | null;
  readonly view: InjectionView;
}

/** The block of a prompt is given where its content differs from what was given last. An empty one gives nothing. */
export function stepAtPrompt(view: InjectionView, block: InjectionBlock): InjectionStep {
  if (block.ids.length === 0 || block.contentHash === view.contentHash) return { given: null, view };
  return {
    given: block,
    view: { contentHash: block.contentHash, inView: [...new Set([...view.inView, ...block.ids])] },
  };
}

/** A compaction takes all earlier blocks out of the context, so the latest is given again. */
export function stepAtCompaction(latest: InjectionBlock): InjectionStep {
  return stepAtPrompt(EMPTY_VIEW, latest);
}

/** The withheld entries that an earlier block still shows: withholding them is void and counts on neither side. */
export function voidWithheld(view: InjectionView, withheld: readonly string[]): readonly string[] {
  return withheld.filter((id) => view.inView.includes(id));
}
