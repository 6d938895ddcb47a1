import { redactText } from '../../telemetry/redact.ts';

/** Stands first in what a run writes for people: a file that begins otherwise is somebody else's and is left alone. */
export const MARK = '<!-- written by praxis run; a copy for people and other tools, which decides nothing -->';

/** What moves a cursor, turns a text round or hides in it; a line break and a tab are none of that. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text of any origin, redacted and without what a reader cannot see; line breaks stay. */
export function cleanText(text: string): string {
  return redactText(text).replace(/\r\n?/g, '\n').replace(UNSEEN, '');
}

/** The same on one line, in which nothing is markup: it cannot begin a heading, a comment or a link. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, (mark) => `\\${mark}`);
}

/** A short text as code, whatever backticks it holds. */
export function code(text: string): string {
  const flat = cleanText(text).replace(/\s+/g, ' ').trim();
  const ticks = '`'.repeat(longestRun(flat) + 1);
  const room = /^`|`$/.test(flat) || flat === '' ? ' ' : '';
  return `${ticks}${room}${flat}${room}${ticks}`;
}

/** A text between fences that it cannot close itself. */
export function fenced(text: string, language: string): string {
  const cleaned = cleanText(text).replace(/\n+$/, '');
  const fence = '`'.repeat(Math.max(3, longestRun(cleaned) + 1));
  return `${fence}${language}\n${cleaned}\n${fence}`;
}

/** A heading with its lines, or `None.` */
export function section(title: string, lines: readonly string[]): string {
  return [`## ${title}`, '', ...(lines.length === 0 ? ['None.'] : lines), ''].join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
