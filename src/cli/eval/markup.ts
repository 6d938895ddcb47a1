/** A text as it may stand in a page, in an attribute too. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A table for people who read the figures rather than see them; cells are markup. */
export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[], caption: string): string {
  const cells = (row: readonly string[]): string =>
    row.map((cell, at) => (at === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`)).join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(caption)}"><table><caption>${escaped(caption)}</caption>
<thead><tr>${head.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody></table></div>`;
}
