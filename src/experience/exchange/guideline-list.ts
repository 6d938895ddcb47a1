import { compareCodePoints } from '../../base/code-point-order.ts';
import type { ExperienceType } from '../entry.ts';
import { readGuideline } from '../read-guideline.ts';

/** A guideline outside of a library: what is written into files for people and agents, and read from them. */
export interface SharedGuideline {
  readonly text: string;
  readonly type: ExperienceType;
  readonly domain: string;
}

const HEADINGS: Readonly<Record<ExperienceType, string>> = {
  convention: 'Conventions',
  tool_selection: 'Choice of tools',
  failure_pattern: 'Known failures',
};
const TYPES: readonly ExperienceType[] = ['convention', 'tool_selection', 'failure_pattern'];
const ITEM = /^\s*[-*+]\s+(?:\[[ xX]\]\s+)?(\S.*?)\s*$/u;
const LABELLED = /^\*\*([\p{L}\p{N}][\p{L}\p{N}_-]{0,31})\*\*\s+(\S.*)$/u;
/** A line that goes on with the item above it: no marker, table, quotation, comment or picture of its own. */
const GOES_ON = /^\s*(?![-*+]\s|\d{1,9}[.)]\s|[>|<#]|!\[|(?:[-*_]\s*){3,}$)\S/u;
const HEADING = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/;

/** The guidelines as a Markdown list by type, then domain and text; the lines without line ends. Empty types are left out. */
export function listLines(guidelines: readonly SharedGuideline[], level: 2 | 3): readonly string[] {
  const parts = TYPES.map((type) => ({ type, own: guidelines.filter((one) => one.type === type).sort(compare) }));
  return parts
    .filter(({ own }) => own.length > 0)
    .flatMap(({ type, own }, index) => [
      ...(index === 0 ? [] : ['']),
      `${'#'.repeat(level)} ${HEADINGS[type]}`,
      '',
      ...own.map(({ domain, text }) => `- **${domain}** ${escaped(text)}`),
    ]);
}

/**
 * Reads the items of such a list, or of any bulleted Markdown list, those that are wrapped over several lines as a whole.
 * Under a heading that is not known, type and domain are read from the words.
 */
export function readList(markdown: string): readonly SharedGuideline[] {
  const found: { readonly type: ExperienceType | null; text: string }[] = [];
  let type: ExperienceType | null = null;
  let isCode = false;
  let open: (typeof found)[number] | undefined;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const isFence = /^\s{0,3}(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined && !isCode) type = TYPES.find((one) => HEADINGS[one] === heading) ?? null;
    const isInList = open !== undefined || /^\s{0,3}\S/.test(line);
    const text = isCode || isFence || !isInList ? undefined : ITEM.exec(line)?.[1];
    if (text !== undefined) {
      open = { type, text };
      found.push(open);
    } else if (!isCode && !isFence && open !== undefined && GOES_ON.test(line)) open.text += ` ${line.trim()}`;
    else open = undefined;
  }
  return found.map((item) => guidelineOf(item));
}

function guidelineOf({ type, text }: { readonly type: ExperienceType | null; readonly text: string }): SharedGuideline {
  const [, domain, labelled] = LABELLED.exec(text) ?? [];
  // Elsewhere what is bold at the beginning is part of the text.
  if (type !== null && domain !== undefined && labelled !== undefined)
    return { text: unescaped(labelled), type, domain: domain.toLowerCase() };
  const plain = unescaped(text);
  const read = readGuideline(plain);
  return { text: plain, type: type ?? read.type, domain: read.domain };
}

/** What would open or close a comment, or look like a marker, and so end a marked block, stands as entities. */
function escaped(text: string): string {
  return text
    .replace(/&(?=(?:amp;)*(?:lt|gt|#58);)/g, '&amp;')
    .replaceAll('<!--', '&lt;!--')
    .replaceAll('-->', '--&gt;')
    .replaceAll('praxis:', 'praxis&#58;');
}

function unescaped(text: string): string {
  return text
    .replaceAll('praxis&#58;', 'praxis:')
    .replaceAll('&lt;!--', '<!--')
    .replaceAll('--&gt;', '-->')
    .replace(/&amp;(?=(?:amp;)*(?:lt|gt|#58);)/g, '&');
}

function compare(a: SharedGuideline, b: SharedGuideline): number {
  return compareCodePoints(a.domain, b.domain) || compareCodePoints(a.text, b.text);
}
