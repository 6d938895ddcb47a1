import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  callsOf,
  finished,
  hook,
  hostedPlace,
  listed,
  type ScriptedCall,
  scriptedTranscript,
  told,
} from '../e2e/hosted.ts';
import { type Place, praxis } from '../e2e/support.ts';
import { share } from './share.ts';

const PROMPT = 'make the marker file appear so that the check passes';
const RULE = '{"form":"PREFER","x":"shell:touch","y":"shell:rm"}';
const CLUMSY: readonly ScriptedCall[] = [
  {
    command: 'rm rubbish',
    output: "Exit code 1\nrm: cannot remove 'rubbish': No such file or directory",
    isFailure: true,
  },
  { command: 'touch marker', output: '' },
];
const TAUGHT: readonly ScriptedCall[] = [{ command: 'touch marker', output: '' }];
const MINUTE_MS = 60_000;
const WITHHELD = 4;
const GIVEN = Math.max(6, share(10));

interface Scripted {
  readonly n: number;
  readonly calls: readonly ScriptedCall[];
  readonly given: readonly string[];
  readonly withheld: readonly string[];
}

/** One session from its start to its sealing, with the line by which its hook says what was given for the prompt. */
async function session(at: Place, { n, calls, given, withheld }: Scripted): Promise<string> {
  const id = `aaaaaaaa-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`;
  const transcript_path = join(dirname(at.tree), 'claude', `${id}.jsonl`);
  mkdirSync(dirname(transcript_path), { recursive: true });
  const startMs = Date.now() - MINUTE_MS;
  writeFileSync(transcript_path, scriptedTranscript(id, { cwd: at.tree, startMs, prompt: PROMPT, calls }));
  const members = { session_id: id, transcript_path, cwd: at.tree };
  hook(at, told('claude-code', 'SessionStart.startup', members));
  const line = {
    ...{ v: 1, kind: 'given', at: startMs + 1, event: 'prompt', candidates: 1, encoder: 'floor', tookMs: 3, withheld },
    entries: given.map((name) => ({ id: name, text: 'ad5b2f' })),
  };
  appendFileSync(join(at.home, 'sessions', `claude-code-${id}.jsonl`), `\n${JSON.stringify(line)}\n`);
  hook(at, told('claude-code', 'SessionEnd.other', members), { PRAXIS_LEARN: 'auto' });
  await finished(at, 'claude-code', id);
  return id;
}

async function confidence(at: Place): Promise<number> {
  const shown = await praxis(at, ['experience', 'show', 'r1', '--json']);
  return JSON.parse(shown.stdout).c;
}

describe('a lesson that hosted sessions were given', () => {
  test('gains confidence over ten of them where its agent does better by it, and those it was withheld from count as without', async () => {
    const at = hostedPlace();
    const added = await praxis(at, [
      'experience',
      'add',
      'Prefer touch over rm when the marker file has to appear.',
      '--rule',
      RULE,
    ]);
    expect(added.exit, added.stderr).toBe(0);
    const before = await confidence(at);
    for (let n = 0; n < WITHHELD; n++) await session(at, { n, calls: CLUMSY, given: [], withheld: ['r1'] });
    expect(await confidence(at)).toBe(before);
    for (let n = WITHHELD; n < WITHHELD + GIVEN; n++)
      await session(at, { n, calls: TAUGHT, given: ['r1'], withheld: [] });
    expect(await confidence(at)).toBeGreaterThan(before);
    const [withheld, given] = await Promise.all(
      ['00', '04'].map((n) => callsOf(at, `aaaaaaaa-0000-4000-8000-0000000000${n}`)),
    );
    expect(withheld?.map(({ injected }) => injected)).toEqual([[], []]);
    expect(given?.map(({ injected }) => injected)).toEqual([['r1']]);
    expect((await listed(at)).size).toBe(WITHHELD + GIVEN);
  });
});
