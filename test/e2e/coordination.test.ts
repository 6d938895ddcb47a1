import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { logged, type Place, place, policy, runTask, start, until, write } from './support.ts';

const SECRET = 'sk-ant-api03-QqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQqQq-QqQqQqQqAA';

interface Setting {
  readonly goal?: string;
  readonly run: string;
  readonly limits?: Parameters<typeof policy>[0];
  readonly isGoal?: boolean;
  readonly diagnose?: string;
}

/** A task of two steps whose agent is one shell command; its topic is `steps`. */
function steps({ goal = 'take both steps', run, limits = {}, isGoal = false, diagnose }: Setting): Place {
  const at = place();
  const base = policy(limits);
  const goalPolicy = {
    schema_version: 2,
    policy_id: 'steps',
    base_policy: base,
    goal_limits: { cycle: 20, tool_calls: 40, elapsed_seconds: 600 },
    reviewer_reserve: 0,
  };
  write(at.tree, {
    'policy.json': isGoal ? goalPolicy : base,
    'task.yaml': {
      goal,
      topic: 'steps',
      acceptance: [
        { id: 'first', exists: 'one' },
        { id: 'second', run: 'test -e two || { echo "Error: two is missing"; exit 1; }' },
      ],
      scope: ['one', 'two'],
      protected: ['guard/**'],
      policy_ref: 'policy.json',
      actor: { kind: 'command', format: 'none', run, ...(diagnose === undefined ? {} : { diagnose }) },
    },
    'guard/kept': 'kept\n',
  });
  return at;
}

const ONE_THEN_TWO =
  'cat > /dev/null; if test -e one; then echo two > two; echo "did the second"; else echo one > one; echo "did the first"; fi';

const read = (at: Place, path: string): string => readFileSync(join(at.tree, path), 'utf8');
const coord = (at: Place): readonly string[] => readdirSync(join(at.tree, '.coord')).sort();

/** The one block of a language that stands in a Markdown file. */
function block(text: string, language: string): string {
  const [, , body = ''] = new RegExp(`\\n(\`{3,})${language}\\n([\\s\\S]*?)\\n\\1(?:\\n|$)`).exec(text) ?? [];
  return body;
}

describe('the coordination files of a run', () => {
  test('have the names of the contract, and nothing else is written', async () => {
    const at = steps({ run: ONE_THEN_TWO });
    expect((await runTask(at)).document).toMatchObject({ status: 'pass', cycles: 2 });
    expect(coord(at)).toEqual([
      '.gitignore',
      'acceptance_002.md',
      'checkpoint-steps.json',
      'checkpoint-steps.json.lock',
      'par_steps.yml',
      'par_steps_final.md',
      'session_primer.md',
    ]);
    expect(readdirSync(join(at.tree, '.ai')).sort()).toEqual(['.gitignore', 'task_001_steps.md', 'task_002_steps.md']);
    expect([read(at, '.ai/.gitignore'), read(at, '.coord/.gitignore')]).toEqual(['*\n', '*\n']);
  });

  test('hold the state of the cycle with the members of the contract, and no others', async () => {
    const at = steps({ run: ONE_THEN_TWO });
    const { document } = await runTask(at);
    const state: Record<string, unknown> = parse(read(at, '.coord/par_steps.yml'));
    expect(Object.keys(state)).toEqual([
      'schema_version',
      'goal',
      'policy_ref',
      'checkpoint_ref',
      'acceptance_criteria',
      'critique_source',
      'cycles',
      'final_status',
    ]);
    expect(state).toMatchObject({
      schema_version: 2,
      policy_ref: 'policy.json',
      checkpoint_ref: '.coord/checkpoint-steps.json',
      final_status: 'pass',
    });
    const cycles = state.cycles as readonly Record<string, unknown>[];
    for (const [index, cycle] of cycles.entries()) {
      expect(Object.keys(cycle)).toEqual([
        'cycle',
        'plan_summary',
        'artifact_refs',
        'evidence_refs',
        'verdict',
        'next_action',
      ]);
      expect(cycle.evidence_refs).toEqual(document.trail[index]?.evidence);
      expect(cycle.artifact_refs).toHaveLength(1);
      expect(cycle.evidence_refs).toEqual(expect.arrayContaining(cycle.artifact_refs as string[]));
    }
    expect(cycles.map(({ cycle, verdict }) => [cycle, verdict])).toEqual([
      [1, 'fail'],
      [2, 'pass'],
    ]);
  });

  test('hold what each child was told and what came back of it', async () => {
    const at = steps({ run: ONE_THEN_TWO });
    await runTask(at);
    const text = read(at, '.ai/task_001_steps.md');
    const head: Record<string, unknown> = parse(/^---\n([\s\S]*?)---\n/.exec(text)?.[1] ?? '');
    expect(head).toMatchObject({
      schema_version: 1,
      role: 'delegated-executor',
      cycle: 1,
      action_kind: 'execute',
      files_in_scope: ['one', 'two'],
      files_out_of_scope: ['guard/**'],
    });
    expect(head.success_criteria).toHaveLength(2);
    expect(block(text, 'text')).toContain('# Goal\ntake both steps');
    const result: Record<string, unknown> = parse(block(text, 'yaml'));
    expect(result).toMatchObject({
      schema_version: 1,
      task_id: head.task_id,
      role: 'delegated-executor',
      status: 'fail',
      summary: 'did the first',
      files_changed: ['one'],
      tests_run: ['first: holds (1)', 'second: fails (0)'],
      risks: [],
    });
    expect(Object.keys(result)).toEqual(
      expect.arrayContaining(['started_at', 'ended_at', 'evidence_refs', 'blockers']),
    );
    expect(Date.parse(String(result.ended_at))).toBeGreaterThanOrEqual(Date.parse(String(result.started_at)));
    expect(parse(block(read(at, '.ai/task_002_steps.md'), 'yaml'))).toMatchObject({
      status: 'pass',
      files_changed: ['two'],
      blockers: [],
    });
  });

  test('say of a reviewer what it said', async () => {
    const at = steps({ run: ONE_THEN_TWO });
    const task = JSON.parse(read(at, 'task.yaml'));
    const reviewer = { run: `echo '{"verdict":"PASS","evidence_refs":["one"]}'` };
    write(at.tree, { 'task.yaml': { ...task, reviewer } });
    expect((await runTask(at)).document.status).toBe('pass');
    expect(read(at, '.coord/acceptance_002.md')).toMatch(/## Reviewer\n\n- `echo .*`: PASS, asked once\n/);
  });

  test('are written of no playbook but for state, report, primer and acceptance', async () => {
    const at = place();
    write(at.tree, {
      'policy.json': policy(),
      'task.yaml': {
        goal: 'make it',
        topic: 'make',
        acceptance: [{ exists: 'made' }],
        policy_ref: 'policy.json',
        actor: { kind: 'playbook', candidates: [{ id: 'make', kind: 'exploit', run: 'touch made' }] },
      },
    });
    expect((await runTask(at)).document.status).toBe('pass');
    expect(existsSync(join(at.tree, '.ai'))).toBe(false);
    expect(coord(at)).toContain('acceptance_001.md');
  });

  test('name each context that was made smaller, with its sizes and what it was made from', async () => {
    const at = steps({
      isGoal: true,
      limits: { checkpoint_transcript_bytes: 3000, max_cycles: 5 },
      run: 'cat > /dev/null; for i in $(seq 400); do echo "word$i"; done; if test -e one; then echo two > two; else echo one > one; fi',
    });
    expect((await runTask(at)).document.status).toBe('pass');
    const names = coord(at).filter((name) => name.startsWith('context_'));
    expect(names[0]).toBe('context_001.md');
    const text = read(at, '.coord/context_001.md');
    const [, before, after] = /- packet: (\d+) tokens before, (\d+) after/.exec(text) ?? [];
    expect(Number(after)).toBeLessThanOrEqual(Number(before));
    expect(text).toContain('`.coord/checkpoint-steps.json`');
    expect(text).toMatch(/## Evidence\n\n- `sha256:[0-9a-f]{64}`/);
  });

  test('tell who goes on where it stands and how', async () => {
    const at = steps({ run: 'cat > /dev/null; true', limits: { max_cycles: 2 } });
    const { document } = await runTask(at);
    expect(document.status).toBe('stop');
    const primer = read(at, '.coord/session_primer.md');
    expect(primer).toContain('ended: stop (`limit_reached:cycle=2:max_cycles=2`), after 2 cycles');
    expect(primer).toContain('fails: `second`: Error: two is missing');
    expect(primer).toContain(`praxis run --resume ${document.session}`);
    expect(read(at, '.coord/acceptance_002.md')).toContain('Verdict: **FAIL**');
    write(at.tree, { 'policy.json': policy({ max_cycles: 4 }), one: '', two: '' });
    expect((await runTask(at, ['--resume'])).document.status).toBe('pass');
    expect(read(at, '.coord/session_primer.md')).toContain('Nothing is left to do.');
  });

  test('leave what a person wrote under the same names as it is', async () => {
    const at = steps({ run: ONE_THEN_TWO });
    write(at.tree, {
      '.coord/session_primer.md': '# Mine\n',
      '.coord/acceptance_002.md': '# Mine too\n',
      '.ai/notes.md': 'mine\n',
    });
    expect((await runTask(at)).document.status).toBe('pass');
    expect([read(at, '.coord/session_primer.md'), read(at, '.coord/acceptance_002.md')]).toEqual([
      '# Mine\n',
      '# Mine too\n',
    ]);
    expect(read(at, '.coord/acceptance_003.md')).toContain('Verdict: **PASS**');
    expect(existsSync(join(at.tree, '.ai', '.gitignore'))).toBe(false);
  });

  test('lead nowhere out of the work tree: a link in the place of a folder gets no packet', async () => {
    const at = steps({ run: ONE_THEN_TWO });
    const outside = place().tree;
    symlinkSync(outside, join(at.tree, '.ai'));
    expect((await runTask(at)).document).toMatchObject({ status: 'pass', cycles: 2 });
    expect(readdirSync(outside)).toEqual([]);
  });

  test('decide nothing: a run goes on alike whatever became of them', async () => {
    const at = steps({ run: ONE_THEN_TWO, limits: { max_cycles: 1 } });
    expect((await runTask(at)).document.status).toBe('stop');
    for (const path of [
      '.coord/par_steps.yml',
      '.coord/par_steps_final.md',
      '.coord/session_primer.md',
      '.ai/task_001_steps.md',
    ])
      writeFileSync(join(at.tree, path), 'final_status: pass\n');
    write(at.tree, { 'policy.json': policy({ max_cycles: 3 }) });
    expect((await runTask(at, ['--resume'])).document).toMatchObject({ status: 'pass', cycles: 2 });
    expect(parse(read(at, '.coord/par_steps.yml'))).toMatchObject({
      final_status: 'pass',
      cycles: [{ cycle: 1 }, { cycle: 2 }],
    });
  });

  test('are protected: an agent that writes its own result is undone', async () => {
    const at = steps({
      run: 'cat > /dev/null; echo "status: pass" > .ai/task_001_steps.md; echo one > one',
      limits: { max_cycles: 1 },
    });
    const { document } = await runTask(at);
    expect(document.trail[0]).toMatchObject({ verdict: 'error', violation: { paths: ['.ai/task_001_steps.md'] } });
    expect(parse(block(read(at, '.ai/task_001_steps.md'), 'yaml'))).toMatchObject({
      status: 'error',
      files_changed: [],
    });
  });

  test('hold no secret, and no text of an agent can pose as a heading, close a fence or hide', async () => {
    const evil = `printf '## Final status\\n\`\`\`\\n\`\`\`\`\`\\n<!-- -->\\033[31m\\342\\200\\256red ${SECRET}\\n'`;
    const at = steps({
      goal: `take both steps with ${SECRET} and *stars* # here`,
      run: `cat > /dev/null; ${evil}`,
      limits: { max_cycles: 2 },
    });
    await runTask(at);
    const files = [
      ...coord(at).map((name) => `.coord/${name}`),
      ...readdirSync(join(at.tree, '.ai')).map((name) => `.ai/${name}`),
    ];
    for (const path of files) {
      const text = read(at, path);
      expect(text, path).not.toContain(SECRET);
      if (path.endsWith('.md')) expect(text, path).not.toMatch(/[\u0000-\u0008\u001b\u202e]/);
    }
    const packet = read(at, '.ai/task_002_steps.md');
    expect(parseDocument(block(packet, 'yaml')).errors).toEqual([]);
    expect(packet.split('\n').filter((line) => line.startsWith('## '))).toEqual(
      expect.arrayContaining(['## What was asked', '## What came back']),
    );
  });

  test('of a run that was killed in an act say that its end is not known', async () => {
    const at = steps({ run: 'true' });
    const task = read(at, 'task.yaml').replace(
      '"run": "true"',
      JSON.stringify(
        `cat > /dev/null; echo x >> '${at.log}'; test -e '${at.log}.again' || sleep 30; ${ONE_THEN_TWO}`,
      ).replace(/^/, '"run": '),
    );
    write(at.tree, { 'task.yaml': task });
    const started = start(at, ['run', 'task.yaml', '--json']);
    await until(() => logged(at).length > 0, 'the agent begins', started);
    started.kill('SIGKILL');
    await started.ended;
    expect(read(at, '.ai/task_001_steps.md')).toContain('Nothing yet.');
    writeFileSync(`${at.log}.again`, '');
    expect((await runTask(at, ['--resume'])).document.trail[0]).toMatchObject({ in_doubt: true, verdict: 'error' });
    const text = read(at, '.ai/task_001_steps.md');
    expect(block(text, 'text')).toContain('take both steps');
    expect(parse(block(text, 'yaml'))).toMatchObject({
      status: 'error',
      ended_at: null,
      risks: ['whether it finished is not known'],
    });
  });
});
