import { type ChildProcess, spawn } from 'node:child_process';
import { PraxisError } from '../base/errors.ts';

/** A hook as Codex lists it. */
interface ListedHook {
  readonly key: string;
  readonly command: string | null;
  readonly sourcePath: string;
  readonly currentHash: string;
  readonly trustStatus: string;
}

/** How long Codex may take for one answer. */
const PATIENCE_MS = 30_000;

export interface TrustRequest {
  /** Our `hooks.json`. */
  readonly settingsPath: string;
  /** The program by which our hooks are known. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  readonly version: string;
}

/** Tells Codex, through its own app server, that our hooks are trusted; returns how many. HOST_MISSING where it cannot be told. */
export async function trustHooks({ settingsPath, script, env, version }: TrustRequest): Promise<number> {
  const server = startServer(env);
  try {
    await server.ask('initialize', { clientInfo: { name: 'praxis', version } });
    server.tell('initialized');
    const own = async () => {
      const { data = [] } = await server.ask<{ data?: readonly { hooks: readonly ListedHook[] }[] }>('hooks/list', {
        cwds: [env.HOME ?? '/'],
      });
      const hooks = data.flatMap((one) => one.hooks);
      return hooks.filter((hook) => hook.sourcePath === settingsPath && hook.command?.includes(script) === true);
    };
    const hooks = await own();
    const value = Object.fromEntries(hooks.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]));
    await server.ask('config/batchWrite', { edits: [{ keyPath: 'hooks.state', value, mergeStrategy: 'upsert' }] });
    const trusted = (await own()).filter(({ trustStatus }) => trustStatus === 'trusted');
    if (hooks.length === 0 || trusted.length < hooks.length)
      throw failed(`it trusts ${trusted.length} of ${hooks.length} hooks`);
    return trusted.length;
  } finally {
    server.end();
  }
}

interface Server {
  ask<T>(method: string, params: object): Promise<T>;
  tell(method: string): void;
  end(): void;
}

function startServer(env: Readonly<Record<string, string>>): Server {
  const child: ChildProcess = spawn('codex', ['app-server'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  const fail = (why: string) => {
    for (const { reject } of waiting.values()) reject(failed(why));
    waiting.clear();
  };
  child.on('error', (error) => fail(error.message));
  child.on('exit', () => fail('its app server ended'));
  child.stdin?.on('error', () => fail('its app server ended'));
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (text + piece).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines.filter((one) => one.startsWith('{'))) {
      const { id, result, error } = JSON.parse(line);
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) asked?.resolve(result as never);
      else asked?.reject(failed(String(error.message)));
    }
  });
  const patience = setTimeout(() => {
    fail('it did not answer');
    child.kill();
  }, PATIENCE_MS);
  let count = 0;
  const send = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++count;
        waiting.set(id, { resolve, reject });
        send({ id, method, params });
      }),
    tell: (method) => send({ method }),
    end: () => {
      clearTimeout(patience);
      child.kill();
    },
  };
}

function failed(why: string): PraxisError {
  return new PraxisError('HOST_MISSING', `Codex could not be told to trust the hooks: ${why}`, {
    hint: 'They are installed. Start `codex` and trust them where it says "Hooks need review".',
  });
}
