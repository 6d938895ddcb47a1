import { compareCodePoints } from '../../base/code-point-order.ts';
import type { ExperienceType } from '../entry.ts';

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
const ITEM = /^\s{0,3}[-*+]\s+(?:\*\*([\p{L}\p{N}][\p{L}\p{N}_-]{0,31})\*\*\s+)?(\S.*?)\s*$/u;
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

/** Reads the items of such a list, or of any Markdown list: without a heading that is known they are conventions, without a domain `other`. */
export function readList(markdown: string): readonly SharedGuideline[] {
  const found: SharedGuideline[] = [];
  let type: ExperienceType = 'convention';
  let isCode = false;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode) continue;
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) type = TYPES.find((one) => HEADINGS[one] === heading) ?? 'convention';
    const [, domain, text] = ITEM.exec(line) ?? [];
    if (text !== undefined) found.push({ text: unescaped(text), type, domain: domain?.toLowerCase() ?? 'other' });
  }
  return found;
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
