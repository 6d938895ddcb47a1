import { PraxisError } from '../../base/errors.ts';
import { type ExportedGuideline, readCanonicalExport } from '../../experience/exchange/canonical-import.ts';
import type { SharedGuideline } from '../../experience/exchange/guideline-list.ts';
import { type ImportOutcome, planImport, textsToEmbed } from '../../experience/exchange/import-plan.ts';
import { readMarkdown } from '../../experience/exchange/markdown.ts';
import { readBlock } from '../../experience/exchange/marked-block.ts';
import { entryName, type LibraryScope } from '../../experience/library-index.ts';
import type { LibrarySession } from './library-session.ts';

export interface ImportGuidelinesRequest {
  readonly text: string;
  /** As errors name where the text comes from. */
  readonly name: string;
  /** Default: the library of the repository. */
  readonly scope?: LibraryScope;
  /** Tells what would be taken, and changes nothing. */
  readonly isDryRun?: boolean;
}

/** What became of each guideline of a file, and what of it could not be read. */
export interface ImportedGuidelines {
  readonly batch: string | null;
  readonly outcomes: readonly ImportOutcome[];
  readonly unread: readonly { readonly line: number; readonly reason: string }[];
}

/** So many guidelines of one file are taken at most. */
const MOST = 10_000;

/**
 * Takes guidelines in from the canonical export, from the marked block of a page or from the lists of a Markdown page: on
 * probation, screened, without what is known already. ENTRY_INVALID for a text that holds none.
 */
export async function importGuidelines(
  session: LibrarySession,
  { text, name, scope = 'r', isDryRun = false }: ImportGuidelinesRequest,
): Promise<ImportedGuidelines> {
  const { guidelines, unread } = readGuidelines(text, name);
  const held = await session.existing(scope);
  const vectors = await session.texts();
  const texts = textsToEmbed(guidelines);
  const found = (await vectors.inAllSpaces(texts)).get(vectors.main.id) ?? [];
  const stored = new Map((await held?.store.vectors(vectors.main.id))?.map((one) => [one.id, one.text]));
  const entries = [...(held?.state.entries.values() ?? [])].filter((entry) => entry.status !== 'archived');
  const plan = planImport(guidelines, {
    library: entries.map((entry) => ({ ...entry, vector: stored.get(entry.id) ?? null })),
    vectors: new Map(texts.map((one, index) => [one, found[index] ?? null])),
    dupAt: vectors.main.dupAt,
    limit: MOST,
    nameOf: (id) => entryName(scope, id),
  });
  const operations = [...plan.operations, ...plan.held.map((one) => one.operation)];
  if (isDryRun || operations.length === 0) return { batch: null, outcomes: plan.outcomes, unread };
  // What the screen holds back goes to the review queue with the batch.
  const wish = { kind: 'operations', operations, review: [] } as const;
  const submitted = await session.write(scope, { kind: 'import', wish });
  return { batch: submitted.kind === 'applied' ? submitted.batch.id : null, outcomes: plan.outcomes, unread };
}

function readGuidelines(
  text: string,
  name: string,
): {
  readonly guidelines: readonly (SharedGuideline | ExportedGuideline)[];
  readonly unread: ImportedGuidelines['unread'];
} {
  if (/^[\ufeff\s]*\{/.test(text)) {
    const read = readCanonicalExport(text);
    if (read.guidelines.length === 0 && read.unread.length > 0) throw nothingIn(name, read.unread[0]?.reason ?? '');
    return read;
  }
  const block = readBlock(text);
  if (block !== null && 'kind' in block) throw nothingIn(name, `${block.problem} (line ${block.lines.join(', ')})`);
  const guidelines = block ?? readMarkdown(text);
  if (guidelines.length === 0) throw nothingIn(name, 'it is no export, and has no list of guidelines');
  return { guidelines, unread: [] };
}

function nothingIn(name: string, why: string): PraxisError {
  return new PraxisError('ENTRY_INVALID', `${name} holds no guidelines: ${why}`, {
    hint: 'Import what `praxis experience export` wrote, an AGENTS.md with its block, or a list in Markdown.',
  });
}
