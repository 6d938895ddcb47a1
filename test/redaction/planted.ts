import { CARRIERS, type Carrier } from './carriers.ts';
import { Draw } from './draw.ts';
import { ISSUED_SECRETS } from './issued-secrets.ts';
import { SET_SECRETS } from './settings.ts';

/** A secret in a record of a session. */
export interface Planted {
  readonly kind: string;
  readonly secret: string;
  /** The text that carries it. */
  readonly text: string;
  readonly record: Readonly<Record<string, unknown>>;
}

const PLACES: readonly [(issued: string) => string, ...((issued: string) => string)[]] = [
  (issued) => issued,
  (issued) => `used ${issued} here`,
  (issued) => `{"value":"${issued}"}`,
  (issued) => `login with '${issued}' done`,
  (issued) => `MY_SETTING=${issued}`,
  (issued) => `client.connect("${issued}", 1)`,
  (issued) => `https://api.example.com/v1?q=${issued}&n=1`,
  (issued) => `- ${issued}\n- other`,
];

/** So many secrets, each kind in turn, carried in turn by each carrier. */
export function plantSecrets(count: number, seed: number): readonly Planted[] {
  const kinds = [
    ...ISSUED_SECRETS.map(({ issuer, make }) => ({
      kind: issuer,
      make: (draw: Draw) => {
        const secret = make(draw);
        return { text: draw.pick(PLACES)(secret), secret };
      },
    })),
    ...SET_SECRETS,
  ];
  const draw = new Draw(seed);
  return Array.from({ length: count }, (_, i) => {
    const kind = kinds[i % kinds.length] ?? kinds[0];
    if (kind === undefined) throw new TypeError('there are no kinds');
    const carrier = i < kinds.length ? CARRIERS[0] : draw.pick(CARRIERS);
    const { text, secret } = kind.make(draw);
    return plant(`${kind.kind} / ${carrier.kind}`, carrier, { text, secret }, draw);
  });
}

function plant(
  kind: string,
  carrier: Carrier,
  made: { readonly text: string; readonly secret: string },
  draw: Draw,
): Planted {
  const text = carrier.carry(made.text, draw);
  return { kind, secret: made.secret, text, record: draw.pick(RECORDS)(text) };
}

/** Records as agents write them, with a text in one of their fields. */
const RECORDS: readonly [Record_, ...Record_[]] = [
  (text) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: text }] },
  }),
  (text) => ({
    type: 'assistant',
    message: { content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: text, timeout: 5 } }] },
  }),
  (text) => ({ type: 'user', message: { role: 'user', content: text }, cwd: '/srv/app' }),
  (text) => ({ toolUseResult: { stdout: text, stderr: '', interrupted: false } }),
  (text) => ({ toolUseResult: { stdout: '', stderr: `Error: ${text}`, interrupted: false } }),
  (text) => ({
    type: 'response_item',
    payload: { type: 'function_call', name: 'shell', arguments: JSON.stringify({ command: ['bash', '-lc', text] }) },
  }),
  (text) => ({
    type: 'response_item',
    payload: { type: 'function_call_output', output: JSON.stringify({ output: text, metadata: { exit_code: 1 } }) },
  }),
  (text) => ({ tool: 'write_file', params: { path: 'a.txt', content: text }, ok: true }),
  (text) => ({ error: { class: 'auth', message: text } }),
  (text) => ({
    messages: [
      { role: 'tool', content: text },
      { role: 'assistant', content: 'done' },
    ],
  }),
];

type Record_ = (text: string) => Readonly<Record<string, unknown>>;
