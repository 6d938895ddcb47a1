/** A settings file as its user may have it before Praxis comes. */
export interface PreparedFile {
  readonly name: string;
  /** Null: there is none. */
  readonly bytes: Buffer | null;
  readonly mode?: number;
  readonly isLink?: boolean;
  /** Whether it is refused and stays as it is. */
  readonly isRefused?: boolean;
}

const command = (text: string) => ({ type: 'command', command: text, timeout: 3 });
const group = (text: string) => ({ matcher: 'Bash', hooks: [command(text)] });
const FOREIGN = {
  hooks: {
    PreToolUse: [group('lint "$FILE"'), group('guard.sh')],
    PostToolUse: [group('format.sh')],
    SessionStart: [group('hello.sh'), { hooks: [] }],
    Notification: [group('beep')],
  },
};
const CLAUDE = {
  model: 'opus',
  permissions: { allow: ['Bash(ls *)'] },
  ...FOREIGN,
  env: { API_KEY: 'k-77', NAME: 'é 日本' },
};
const CODEX = { description: 'hooks of mine', ...FOREIGN };

/** Files that a host may have, with hooks of others in them. */
export function preparedFiles(host: string): readonly PreparedFile[] {
  const value = host === 'codex' ? CODEX : CLAUDE;
  const text = (indent: number | string) => JSON.stringify(value, null, indent);
  const file = (name: string, content: string, more: Partial<PreparedFile> = {}): PreparedFile => ({
    name,
    bytes: Buffer.from(content),
    ...more,
  });
  return [
    { name: 'no file', bytes: null },
    file('an empty file', ''),
    file('a byte-order mark alone', '\ufeff'),
    file('an empty object', '{}\n'),
    file('two spaces', `${text(2)}\n`),
    file('tabs', `${text('\t')}\n`),
    file('CRLF', `${text(4).replaceAll('\n', '\r\n')}\r\n`),
    file('a byte-order mark, no newline at the end', `\ufeff${text(2)}`),
    file('one line', text(0)),
    file('a hand that lays out its own way', `{ "hooks" : {"Stop":[ ] ,\n   "PreToolUse":[\n]},\n\n"x": [1,\n2] }`),
    file('a symbolic link', `${text(2)}\n`, { isLink: true }),
    file('other rights', `${text(2)}\n`, { mode: 0o640 }),
    file('a read-only file', `${text(2)}\n`, { mode: 0o444, isRefused: true }),
    file('comments', `{\n  // mine\n  "model": "opus"\n}\n`, { isRefused: true }),
    file('a trailing comma', '{"model": "opus",}\n', { isRefused: true }),
    file('half a file', text(2).slice(0, -40), { isRefused: true }),
    file('hooks of another shape', '{"hooks": {"SessionStart": {}}}\n', { isRefused: true }),
    { name: 'bytes that are no UTF-8', bytes: Buffer.from([0x7b, 0xff, 0x7d]), isRefused: true },
  ];
}

/** As another tool would, puts a group of its own behind all that are there. */
export function withForeignGroup(text: string, event: string): string {
  const value = JSON.parse(text);
  value.hooks = { ...value.hooks, [event]: [...(value.hooks?.[event] ?? []), group('later.sh')] };
  return JSON.stringify(value, null, 2);
}
