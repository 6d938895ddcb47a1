import { describe, expect, test } from 'vitest';
import { PraxisError } from '../base/errors.ts';
import { parseTask, printTask, type TaskContext, taskFromFlags } from './task-parse.ts';

const context = { file: 'task.yaml', cwd: '/home/me/project' };

const SMALL = `goal: make the tests pass
acceptance:
  - run: npm test
policy_ref: policy.json
actor: { kind: command, run: agent }
`;

function parse(text: string, more: Partial<TaskContext & { file: string }> = {}) {
  return parseTask(text, { ...context, ...more });
}

function failure(make: () => unknown): PraxisError {
  try {
    make();
  } catch (error) {
    if (error instanceof PraxisError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

function refusal(text: string): string {
  const error = failure(() => parse(text));
  expect(error.code).toBe('TASK_INVALID');
  expect(error.hint).not.toBe('');
  return error.message;
}

/** SMALL with one line of its own in place of the one that begins alike, or after the rest. */
function withLine(line: string): string {
  const key = line.slice(0, line.indexOf(':') + 1);
  const top = SMALL.split(/\n(?! )/).filter((other) => other !== '' && !other.startsWith(key));
  return [...top, line].join('\n');
}

function withCriterion(criterion: string): string {
  return SMALL.replace('run: npm test', criterion);
}

const FULL = `goal: make the tests pass
acceptance:
  - id: tests
    run: npm test
    timeout_s: 120
    report: { format: tap, path: null }
  - id: built
    exists: dist/index.js
  - id: version
    run: node -p "require('./package.json').version"
    matches: '^1\\.'
  - id: flag
    run: cat config.json
    json: { pointer: /strict, equals: true }
critique: npm test
scope: ["src/**", "package.json", "package-lock.json", "config.json"]
protected: ["test/**"]
acceptance_inputs: ["vitest.config.ts"]
policy_ref: policy.json
checkpoint_ref: .coord/checkpoint-fix-tests.json
topic: fix-tests
cwd: .
library: my-team
sandbox: none
actor:
  kind: playbook
  budget: { tool_calls: 5 }
  candidates:
    - { id: look, kind: explore, run: "npm test 2>&1 | tail -40" }
    - { id: install-missing, kind: exploit, run: npm install, when: "Cannot find module",
        tool: npm, repeatable: true, timeout_s: 300 }
group: 1
`;

describe('parseTask', () => {
  test('reads every key of a task file', () => {
    expect(parse(FULL)).toEqual({
      id: expect.stringMatching(/^fix-tests-[0-9a-f]{12}$/),
      topic: 'fix-tests',
      goal: 'make the tests pass',
      acceptance: [
        {
          kind: 'command',
          id: 'tests',
          run: 'npm test',
          timeoutMs: 120_000,
          report: { format: 'tap', path: null },
          matches: null,
          json: null,
        },
        { kind: 'file', id: 'built', exists: 'dist/index.js' },
        {
          kind: 'command',
          id: 'version',
          run: `node -p "require('./package.json').version"`,
          timeoutMs: null,
          report: null,
          matches: '^1\\.',
          json: null,
        },
        {
          kind: 'command',
          id: 'flag',
          run: 'cat config.json',
          timeoutMs: null,
          report: null,
          matches: null,
          json: { pointer: '/strict', test: { kind: 'equals', value: true } },
        },
      ],
      critique: 'npm test',
      scope: ['src/**', 'package.json', 'package-lock.json', 'config.json'],
      protectedGlobs: ['test/**'],
      acceptanceInputs: ['vitest.config.ts'],
      policyPath: '/home/me/project/policy.json',
      checkpointPath: '/home/me/project/.coord/checkpoint-fix-tests.json',
      workTree: '/home/me/project',
      file: '/home/me/project/task.yaml',
      library: 'my-team',
      parent: null,
      reviewer: null,
      sandbox: null,
      group: { attempts: 1, setup: null, setupCopy: [] },
      actor: {
        kind: 'playbook',
        candidates: [
          {
            id: 'look',
            kind: 'explore',
            run: 'npm test 2>&1 | tail -40',
            when: null,
            tool: null,
            isRepeatable: true,
            timeoutMs: null,
          },
          {
            id: 'install-missing',
            kind: 'exploit',
            run: 'npm install',
            when: 'Cannot find module',
            tool: 'npm',
            isRepeatable: true,
            timeoutMs: 300_000,
          },
        ],
      },
    });
  });

  test('fills in the defaults', () => {
    expect(parse(SMALL)).toMatchObject({
      topic: 'make-the-tests-pass',
      acceptance: [{ id: 'c1' }],
      critique: null,
      scope: null,
      protectedGlobs: [],
      acceptanceInputs: null,
      checkpointPath: '/home/me/project/.coord/checkpoint-make-the-tests-pass.json',
      library: null,
      sandbox: null,
      group: { attempts: 1, setup: null, setupCopy: [] },
      actor: { kind: 'command', format: 'none', diagnose: null, isRepeatable: true, timeoutMs: null },
    });
  });

  test('reads JSON, with tabs too', () => {
    const json = JSON.stringify(
      { goal: 'g', acceptance: [{ run: 'true' }], policy_ref: 'p.json', actor: { kind: 'command', run: 'a' } },
      null,
      '\t',
    );
    expect(parse(json)).toMatchObject({ goal: 'g', policyPath: '/home/me/project/p.json' });
  });

  test('takes paths from the folder of the task file, the checkpoint from the work tree', () => {
    const task = parse(`${SMALL}cwd: ../app\ncheckpoint_ref: state/c.json\n`, { file: 'tasks/task.yaml' });
    expect(task).toMatchObject({
      policyPath: '/home/me/project/tasks/policy.json',
      workTree: '/home/me/project/app',
      checkpointPath: '/home/me/project/app/state/c.json',
    });
  });

  test('takes ids by place where there are none', () => {
    const task = parse(SMALL.replace('- run: npm test', '- run: npm test\n  - id: own\n    run: b\n  - exists: c'));
    expect(task.acceptance.map((criterion) => criterion.id)).toEqual(['c1', 'own', 'c3']);
  });

  test('keeps the id of a task while only what does not define it changes', () => {
    const { id } = parse(SMALL);
    expect(parse(`${SMALL}scope: ["src/**"]\n`).id).toBe(id);
    expect(parse(withCriterion('{ id: c1, run: npm test }')).id).toBe(id);
    expect(parse(withCriterion('run: npm run test')).id).not.toBe(id);
  });

  test('bounds the time of an act by the budget of the actor', () => {
    const playbook = `actor: { kind: playbook, budget: { seconds: 10 }, candidates: [
      { id: a, kind: exploit, run: a, timeout_s: 20 }, { id: b, kind: exploit, run: b, timeout_s: 5 }] }`;
    expect(parse(withLine(playbook)).actor).toMatchObject({
      candidates: [{ timeoutMs: 10_000 }, { timeoutMs: 5_000 }],
    });
    const command = 'actor: { kind: command, run: a, budget: { seconds: 10, children: 1 } }';
    expect(parse(withLine(command)).actor).toMatchObject({ timeoutMs: 10_000 });
  });

  test.each([
    ['true', { kind: 'self' }],
    ['false', null],
    ['sh look.sh', { kind: 'command', run: 'sh look.sh' }],
  ])('reads diagnose: %s', (written, diagnose) => {
    expect(parse(withLine(`actor: { kind: command, run: a, diagnose: ${written} }`)).actor).toMatchObject({ diagnose });
  });

  test('takes the line end of a folded goal for none of it', () => {
    expect(parse(withLine('goal: >\n  make the tests\n  pass')).id).toBe(parse(SMALL).id);
  });

  test('takes null as a value that a member may equal', () => {
    const { acceptance } = parse(withCriterion('{ run: a, json: { pointer: "", equals: null } }'));
    expect(acceptance[0]).toMatchObject({ json: { pointer: '', test: { kind: 'equals', value: null } } });
  });

  test('takes a folder with a slash at its end as all that lies in it', () => {
    expect(parse(`${SMALL}scope: [./src/, "./a/*.ts"]\n`).scope).toEqual(['src/**', 'a/*.ts']);
  });
});

describe('the default topic', () => {
  test.each([
    ['Führe die Tests aus!', 'fuhre-die-tests-aus'],
    ['a'.repeat(60), 'a'.repeat(40)],
    ['x'.repeat(39).concat(' and more'), 'x'.repeat(39)],
  ])('of %j is %j', (goal, topic) => {
    expect(parse(withLine(`goal: ${goal}`)).topic).toBe(topic);
  });

  test('is never empty, and different goals keep different ones', () => {
    const [one, other] = ['测试', '修复'].map((goal) => parse(withLine(`goal: ${goal}`)).topic);
    expect(one).toMatch(/^task-[0-9a-f]{8}$/);
    expect(other).not.toBe(one);
  });
});

describe('the policy', () => {
  const variable = withLine('policy_ref: "$' + '{AGENT_COLLAB_POLICY}"');

  test('may be the one that the environment names, from where the command was called', () => {
    const more = { environmentPolicy: 'shared/policy.json', file: 'tasks/task.yaml' };
    expect(parse(variable, more).policyPath).toBe('/home/me/project/shared/policy.json');
  });

  test('may be named from the home folder', () => {
    expect(parse(variable, { environmentPolicy: '~/p.json', home: '/home/me' }).policyPath).toBe('/home/me/p.json');
  });

  test.each([null, ''])('is missing where the environment holds %j', (environmentPolicy) => {
    expect(failure(() => parse(variable, { environmentPolicy })).code).toBe('POLICY_MISSING');
  });

  test('is no other variable', () => {
    expect(refusal(withLine('policy_ref: "$' + '{HOME}/p.json"'))).toContain('"policy_ref"');
  });
});

describe('a wrong key', () => {
  test('is told with the nearest known one before any key is missed', () => {
    expect(refusal('goal: x\nacceptence: []\n')).toBe(
      'task.yaml:2:1: unknown key "acceptence"; the nearest known key is "acceptance"',
    );
  });

  test.each([
    [withCriterion('{ run: a, timeout: 1 }'), 'acceptance[0].timeout', 'timeout_s'],
    [withCriterion('{ run: a, report: { format: tap, file: x } }'), 'acceptance[0].report.file', 'path'],
    [withCriterion('{ run: a, json: { pointer: "", equal: 1 } }'), 'acceptance[0].json.equal', 'equals'],
    [withLine('actor: { kin: command, run: a }'), 'actor.kin', 'kind'],
    [withLine('actor: { kind: playbook, candidate: [] }'), 'actor.candidate', 'candidates'],
    [withLine('actor: { kind: command, run: a, budget: { calls: 1 } }'), 'actor.budget.calls', 'tool_calls'],
    [
      withLine('actor: { kind: playbook, candidates: [{ id: a, kind: exploit, run: a, wen: x }] }'),
      'actor.candidates[0].wen',
      'when',
    ],
    [withLine('sandbox: { kind: bubblewrap, netwrk: true }'), 'sandbox.netwrk', 'network'],
    [withLine('reviewer: { run: a, timeout: 1 }'), 'reviewer.timeout', 'timeout_s'],
  ])('is found at every level %#', (text, path, nearest) => {
    const message = refusal(text);
    expect(message).toContain(`unknown key "${path}"`);
    if (path !== 'actor.budget.calls') expect(message).toContain(`the nearest known key is "${nearest}"`);
  });

  test('is told for each one, in the order of the file', () => {
    expect(refusal(`${SMALL}zz: 1\n${'grup: 2\n'}`).split('\n')).toHaveLength(2);
  });

  test('is told where it is missing', () => {
    expect(refusal('goal: x\nactor: { kind: command }\n').split('\n')).toEqual([
      'task.yaml:1:1: missing key "acceptance"',
      'task.yaml:1:1: missing key "policy_ref"',
      'task.yaml:2:8: missing key "actor.run"',
    ]);
  });

  test('is no key of the prototype', () => {
    expect(refusal(`${SMALL}constructor: 1\n`)).toContain('unknown key "constructor"');
    expect(refusal(`${SMALL}__proto__: 1\n`)).toContain('unknown key "__proto__"');
  });
});

describe('a wrong value', () => {
  test.each([
    ['goal: 3', 'task.yaml:5:7: "goal" is the number 3; due is text'],
    ['goal: ""', '"goal" is the text ""; due is text that is not blank'],
    ['goal: "a\\0b"', 'due is text that is not blank'],
    ['goal:', '"goal" is nothing; due is text'],
    ['acceptance: npm test', '"acceptance" is the text "npm test"; due is a list of criteria'],
    ['acceptance: []', '"acceptance" is an empty list; due is a list of at least one criterion'],
    ['acceptance: [npm test]', '"acceptance[0]" is the text "npm test"; due is a mapping with "run" or "exists"'],
    ['acceptance: [[npm test]]', '"acceptance[0]" is a list; due is a mapping of keys'],
    ['acceptance: [{ run: a, timeout_s: soon }]', '"acceptance[0].timeout_s" is the text "soon"; due is a number'],
    ['acceptance: [{ run: a, timeout_s: 0 }]', 'due is a number of seconds above 0'],
    ['acceptance: [{ run: a, json: { pointer: strict, equals: 1 } }]', 'due is a JSON pointer'],
    ['scope: src', '"scope" is the text "src"; due is a list of texts'],
    ['topic: a/b', '"topic" is the text "a/b"; due is a name'],
    ['actor: agent', '"actor" is the text "agent"; due is a mapping with "kind"'],
    ['actor: { kind: robot }', '"actor.kind" is the text "robot"; due is playbook, command or model'],
    ['actor: { run: a }', 'missing key "actor.kind"'],
    ['actor: { kind: playbook, candidates: [] }', 'due is a list of at least one candidate'],
    ['actor: { kind: command, run: a, repeatable: maybe }', 'due is true or false'],
    ['actor: { kind: command, run: a, format: json }', 'due is none, claude-code or codex'],
    ['actor: { kind: command, run: a, budget: { tool_calls: 0 } }', 'due is a whole number of at least 1'],
    ['group: 0', '"group" is the number 0; due is a whole number of at least 1'],
    ['sandbox: docker', '"sandbox" is the text "docker"; due is none'],
  ])('%s', (line, expected) => {
    expect(refusal(withLine(line))).toContain(expected);
  });

  test('that is no mapping at all says what a task is', () => {
    expect(refusal('- goal')).toBe('task.yaml:1:1: the task is a list; due is a mapping of keys');
    expect(refusal('')).toBe('task.yaml:1:1: the task is empty');
    expect(refusal('npm test')).toContain('the task is the text "npm test"');
  });
});

describe('what a shape cannot say', () => {
  test.each([
    [withCriterion('{ run: a, exists: b }'), 'has both "run" and "exists"'],
    [withCriterion('id: a'), 'has neither "run" nor "exists"'],
    [withCriterion('{ exists: b, matches: c }'), '"acceptance[0].matches" needs "run"'],
    [withCriterion("{ run: a, matches: '(' }"), '"acceptance[0].matches" is no regular expression'],
    [withCriterion('{ run: a, json: { pointer: "" } }'), 'it has none'],
    [withCriterion('{ run: a, json: { pointer: "", at_most: 1, at_least: 0 } }'), 'it has "at_most" and "at_least"'],
    [withCriterion('{ run: a, report: { format: tap, path: ../r.tap } }'), 'due is a path inside the work tree'],
    [withCriterion('{ run: a, report: { format: tap, path: . } }'), 'due is a path inside the work tree'],
    [withCriterion('{ id: c2, run: a }\n  - run: b'), '"acceptance[1]" has the id "c2", which is taken'],
    [`${SMALL}scope: [/etc/*]\n`, '"scope[0]" is the glob "/etc/*", which is absolute'],
    [`${SMALL}protected: [a, ../b]\n`, '"protected[1]" is the glob "../b", which leaves the work tree'],
    [`${SMALL}scope: ["!test/**"]\n`, 'begins with "!"'],
    [`${SMALL}scope: ["src/[a"]\n`, 'does not parse'],
    [`${SMALL}checkpoint_ref: ../c.json\n`, '"checkpoint_ref" is "../c.json", which lies outside the work tree'],
    [`${SMALL}checkpoint_ref: .git/c.json\n`, 'which lies in .git/'],
    [withCriterion('{ run: a, report: { format: tap, path: policy.json } }'), 'which names the policy'],
    [withCriterion('{ run: a, report: { format: tap, path: ./task.yaml } }'), 'which names the task file'],
    [`${SMALL}checkpoint_ref: policy.json\n`, '"checkpoint_ref" is "policy.json", which names the policy'],
    [
      withLine(
        'actor: { kind: playbook, candidates: [{ id: a, kind: exploit, run: a }, { id: a, kind: explore, run: b }] }',
      ),
      '"actor.candidates[1]" has the id "a", which is taken',
    ],
    [
      withLine('actor: { kind: playbook, candidates: [{ id: a, kind: exploit, run: a, when: "*" }] }'),
      '"actor.candidates[0].when" is no regular expression',
    ],
    [withLine('actor: { kind: command, run: a, budget: { tokens: 5 } }'), '"actor.budget.tokens" cannot be kept'],
    [
      `${withLine('acceptance: [{ id: reviewer, run: a }]')}\nreviewer: { run: sh review.sh, timeout_s: 300 }\n`,
      '"acceptance[0]" has the id "reviewer", which is taken',
    ],
  ])('is told %#', (text, expected) => {
    expect(refusal(text)).toContain(expected);
  });
});

describe('what this version does not have', () => {
  test.each([[withLine('actor: { kind: model, model: "anthropic:claude" }'), '"actor.kind": the actor kind model']])(
    'is refused by name %#',
    (text, expected) => {
      expect(refusal(text)).toContain(`${expected} is not available in this version`);
    },
  );
});

describe('a text that is no YAML', () => {
  test.each([
    ['goal: [a\nb: c', 'task.yaml:2:1: '],
    [`${SMALL}goal: again\n`, 'task.yaml:6:1: duplicate key "goal"'],
    ['{ "goal": "x",\n  "a": 1, "a": 2 }', 'task.yaml:2:11: duplicate key "a"'],
    ['goal: @x', 'task.yaml:1:7: '],
    ['goal: !secret x', 'task.yaml:1:7: '],
    ['goal: *nobody', 'task.yaml:1:7: nothing is named &nobody'],
    ['goal: &a [*a]', 'task.yaml:1:11: &a would hold itself'],
    ['? [a]\n: b', 'task.yaml:1:3: a key must be a text'],
    ['goal: .inf', 'task.yaml:1:7: a number must be finite'],
    ['goal: "\\ud800"', 'task.yaml:1:7: half a character'],
    ['goal: a\n---\ngoal: b', 'task.yaml:2:1: '],
    [`goal: a\nscope: ${'['.repeat(5000)}`, 'task.yaml:2:1: the document is nested too deeply'],
    ['- '.repeat(5000), 'task.yaml:1:1: the document is nested too deeply'],
    [`a: &a [${'1,'.repeat(50)}]\nb: [${'*a,'.repeat(200)}]`, 'task.yaml:1:1: Excessive alias count'],
  ])('is told with its line %#', (text, expected) => {
    expect(refusal(text)).toContain(expected);
  });
});

describe('taskFromFlags', () => {
  const flags = { goal: 'make the tests pass', accept: ['npm test', 'npm run lint'], actor: 'agent --now' };
  const here = { cwd: '/home/me/project' };

  test('makes the task that its printed file makes', () => {
    const task = taskFromFlags({ ...flags, format: 'codex', library: 'team' }, here);
    expect(task.actor).toMatchObject({ format: 'codex' });
    expect(task).toMatchObject({ file: null, policyPath: '/home/me/project/policy.json', workTree: here.cwd });
    expect(parse(printTask(task))).toEqual({ ...task, file: '/home/me/project/task.yaml' });
  });

  test('refuses what a task file may not hold', () => {
    const error = failure(() => taskFromFlags({ ...flags, format: 'gemini' }, here));
    expect(error).toMatchObject({ code: 'TASK_INVALID' });
    expect(error.message).toContain('due is none, claude-code or codex');
    expect(failure(() => taskFromFlags({ ...flags, accept: [] }, here)).message).toContain('at least one criterion');
  });
});

describe('printTask', () => {
  test.each([FULL, SMALL, withLine('actor: { kind: command, run: "a: b # c", diagnose: true, repeatable: false }')])(
    'gives a file that makes the same task %#',
    (text) => {
      const task = parse(text);
      expect(parse(printTask(task))).toEqual(task);
    },
  );

  test('keeps folders apart', () => {
    const task = parse(`${SMALL}cwd: ../app\ntopic: t\ncheckpoint_ref: state/c.json\n`, { file: 'tasks/task.yaml' });
    expect(parse(printTask(task), { file: 'tasks/task.yaml' })).toEqual(task);
  });

  test('says no more than needed', () => {
    expect(printTask(parse(SMALL))).toBe(`goal: make the tests pass
acceptance:
  - run: npm test
policy_ref: policy.json
actor:
  kind: command
  run: agent
`);
  });
});
