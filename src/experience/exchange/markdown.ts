import { listLines, readList, type SharedGuideline } from './guideline-list.ts';

/** A library as a page for people; `title` is a plain line. It can be read again. */
export function markdownOf(guidelines: readonly SharedGuideline[], title = 'Learned guidelines'): string {
  const lines = guidelines.length === 0 ? ['None yet.'] : listLines(guidelines, 2);
  return `${[`# ${title}`, '', ...lines].join('\n')}\n`;
}

/** The list items of a Markdown page, as guidelines that nobody has checked. */
export function readMarkdown(markdown: string): readonly SharedGuideline[] {
  return readList(withoutFrontMatter(markdown));
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^\ufeff?---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '');
}
