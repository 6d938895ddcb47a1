import type { PlainJson } from '../../src/base/exact-json.ts';

/** Part of every planted secret: no output may hold it. */
export const SECRET = 'hunter2planted';
const ASSIGNMENT = `DB_PASSWORD=${SECRET}9`;
/** What tells an importer what it reads. */
const STRUCTURE =
  /^(?:type|role|kind|subtype|source|action|observation|status|id|uuid|.*[iI]d|.*_id|timestamp|.*[tT]ime.*|name|function_name|requestor|finish_reason|record_type|level|version|namespace|key|version|status_code|operation|.*UUID|.*Uuid|.*ordinal|model|gen_ai\.(?:operation|tool)\.name)$/;

/** JSON data with a secret in every text that is not structure, also inside JSON that stands in a text. */
export function planted(value: PlainJson): PlainJson {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? `${item} ${ASSIGNMENT}` : planted(item)));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      typeof item === 'string' ? plantedText(key, item) : planted(item),
    ]),
  );
}

function plantedText(key: string, text: string): string {
  if (STRUCTURE.test(key)) return text;
  if (text.startsWith('{')) {
    try {
      return JSON.stringify(planted(JSON.parse(text)));
    } catch {
      // No JSON after all.
    }
  }
  return `${text} ${ASSIGNMENT}`;
}
