/** A value in a JSON text, with its place in UTF-16 units. */
export interface JsonNode {
  readonly type: 'object' | 'array' | 'member' | 'string' | 'other';
  readonly offset: number;
  readonly length: number;
  /** The text of a string, else undefined. */
  readonly value?: string;
  /** The members of an object, each with its name and its value as children; the items of an array. */
  readonly children?: readonly JsonNode[];
}

/** The tree of a text that `JSON.parse` has taken already; of anything else it may say anything. */
export function jsonTree(text: string): JsonNode {
  const reader = { text, at: 0 };
  skipSpace(reader);
  return readValue(reader);
}

interface Reader {
  readonly text: string;
  at: number;
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const SCALAR = /[^\s,\]}]*/y;

function readValue(reader: Reader): JsonNode {
  switch (reader.text[reader.at]) {
    case '{':
      return readList(reader, 'object', readMember);
    case '[':
      return readList(reader, 'array', readValue);
    case '"':
      return readString(reader);
    default: {
      const offset = reader.at;
      return { type: 'other', offset, length: taken(reader, SCALAR).length };
    }
  }
}

function readList(reader: Reader, type: 'object' | 'array', readItem: (reader: Reader) => JsonNode): JsonNode {
  const offset = reader.at++;
  const children: JsonNode[] = [];
  for (;;) {
    skipSpace(reader);
    const next = reader.text[reader.at];
    if (next === ',') reader.at++;
    else if (next === '}' || next === ']' || next === undefined) break;
    else children.push(readItem(reader));
  }
  reader.at++;
  return { type, offset, length: reader.at - offset, children };
}

function readMember(reader: Reader): JsonNode {
  const name = readString(reader);
  skipSpace(reader);
  reader.at++;
  skipSpace(reader);
  const value = readValue(reader);
  return { type: 'member', offset: name.offset, length: reader.at - name.offset, children: [name, value] };
}

function readString(reader: Reader): JsonNode {
  const offset = reader.at;
  const raw = taken(reader, STRING);
  return { type: 'string', offset, length: raw.length, value: JSON.parse(raw) };
}

function skipSpace(reader: Reader): void {
  taken(reader, SPACE);
}

function taken(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0] ?? '';
  reader.at += found.length;
  return found;
}
