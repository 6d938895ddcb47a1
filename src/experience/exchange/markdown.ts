import { listLines, readList, type SharedGuideline } from './guideline-list.ts';

/** A library as a page for people; `title` is a plain line. It can be read again. */
export function markdownOf(guidelines: readonly SharedGuideline[], title = 'Learned guidelines'): string {
  const lines = guidelines.length === 0 ? ['None yet.'] : listLines(guidelines, 2);
  return `${[`# ${title}`, '', ...lines].join('\n')}\n`;
}

/** The list items of a Markdown page, as guidelines that nobody has checked. */
export function readMarkdown(markdown: string): readonly SharedGuideline[] {
  return readList(withoutFrontMatter(markdown)).filter(({ text }) => !PART.test(text));
}

/** A line of a skill that names a file with guidelines. */
const PART = /^\[[^\]]*\]\([^)]*\.md\): \d+ guidelines$/;

function withoutFrontMatter(text: string): string {
  return text.replace(/^\ufeff?---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '');
}
