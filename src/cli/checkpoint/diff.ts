import { canonicalText, printedText } from '../../base/canonical-json.ts';
import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { ExactJson } from '../../base/exact-json.ts';
import type { CommandIo } from '../io.ts';
import { oneLine } from '../table.ts';
import { type Difference, differences } from './document-diff.ts';
import { checkpointIn } from './named-documents.ts';

export interface DiffCheckpointFlags {
  readonly json: boolean;
}

/** `praxis checkpoint diff`: what changed from one checkpoint to another. Exit 0, whether or not they differ. */
export async function diffCheckpointVerb(
  io: CommandIo,
  flags: DiffCheckpointFlags,
  before: string,
  after: string,
): Promise<ExitCode> {
  const found = differences(checkpointIn(before, io).checkpoint.document, checkpointIn(after, io).checkpoint.document);
  if (flags.json) io.stdout(printedText(new Map<string, ExactJson>([['differences', found.map(asDocument)]])));
  else if (found.length === 0) io.stdout('no difference\n');
  else io.stdout(found.map(asLine).join(''));
  return EXIT.ok;
}

function asDocument({ path, before, after }: Difference): ExactJson {
  const members: [string, ExactJson][] = [
    ['path', path.map((part) => (typeof part === 'number' ? BigInt(part) : part))],
  ];
  if (before !== undefined) members.push(['before', before]);
  if (after !== undefined) members.push(['after', after]);
  return new Map(members);
}

function asLine({ path, before, after }: Difference): string {
  const place = oneLine(path.join('.'), 200);
  if (before === undefined) return `+ ${place}: ${written(after)}\n`;
  if (after === undefined) return `- ${place}: ${written(before)}\n`;
  return `  ${place}: ${written(before)} → ${written(after)}\n`;
}

function written(value: ExactJson | undefined): string {
  return value === undefined ? '' : oneLine(canonicalText(value), 200);
}
