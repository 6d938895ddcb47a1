import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cleanEnvironment, ROOT } from './e2e/support.ts';

/** What leaves the package, by entry point. A name that is missing here is no promise; one that goes breaks a user. */
const EXPORTS: Readonly<Record<string, readonly string[]>> = {
  praxis: ['ERROR_CODES', 'EXIT', 'PraxisError', 'openPraxis'],
  'praxis/mel': [
    'DIAGNOSTIC_CODES',
    'admission',
    'applyPatches',
    'availableActions',
    'buildModule',
    'canonicalText',
    'compile',
    'costOf',
    'createProgram',
    'createRuntime',
    'fulfil',
    'hashOf',
    'initialSnapshot',
    'pass',
    'stateHash',
    'validateSchema',
  ],
  'praxis/policy': [
    'ACTION_KINDS',
    'CONTEXT_METRICS',
    'COUNTER_NAMES',
    'DECISIONS',
    'HUMAN_KEYS_VARIABLE',
    'LIMIT_METRICS',
    'LIMIT_NAMES',
    'METRIC_NAMES',
    'TASK_STATUSES',
    'TOTAL_NAMES',
    'USAGE_NAMES',
    'actionHash',
    'addGoalRecord',
    'addRecord',
    'advance',
    'createCheckpoint',
    'createGoal',
    'createGoalPolicy',
    'evaluate',
    'evaluateGoal',
    'failClosed',
    'goalWarnings',
    'governingDecisions',
    'hasAdvanced',
    'humanGateReasons',
    'loadCheckpoint',
    'loadPolicy',
    'loadTaskCheckpoint',
    'migrate',
    'observe',
    'parseHumanKeys',
    'parseTimestamp',
    'permitCorrectedAttempt',
    'policyWarnings',
    'reasonText',
    'recordFailure',
    'refreshTotals',
    'signRecord',
    'spawnToken',
    'taskWarnings',
    'validateCheckpoint',
    'validateGoalCheckpoint',
    'validateGoalPolicy',
    'validatePolicy',
    'validateTaskCheckpoint',
    'validateTaskPolicy',
    'verifyRecords',
    'warningText',
    'withCheckpointFields',
  ],
  'praxis/experience': [
    'GUIDELINES_HEADING',
    'PlainIndex',
    'ScanIndex',
    'canonicalExport',
    'checkRule',
    'contradicts',
    'injectionBlock',
    'isDuplicate',
    'isEntryText',
    'isWithheld',
    'markdownOf',
    'nextStatus',
    'putBlock',
    'readBlock',
    'readCanonicalExport',
    'readMarkdown',
    'removeBlock',
    'retrieve',
    'ruleCorpus',
    'ruleSteps',
    'screenText',
    'shortenEntryText',
    'taskDomains',
    'updateConfidence',
  ],
  'praxis/telemetry': [
    'IMPORTERS',
    'RedactionStream',
    'agentConfigId',
    'argumentClass',
    'argumentClasses',
    'callEventId',
    'callRecord',
    'enumValues',
    'errorClass',
    'errorSignature',
    'importSource',
    'isNeutral',
    'isShellTool',
    'judgeCall',
    'lastProgram',
    'namedConfigId',
    'normaliseOutput',
    'normaliseTool',
    'readCorrection',
    'readSource',
    'redactJson',
    'redactText',
    'refineShell',
    'runFingerprint',
    'shellCommandOf',
    'shellFlags',
    'toolNames',
    'uniteSignatures',
  ],
};

/** Runs a module of another package's author: only the built package is in reach, under its own name. */
function runAsUser(code: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    env: cleanEnvironment(),
    encoding: 'utf8',
  });
}

describe('the package', () => {
  test('exports these names and no others', () => {
    const code = `
      const names = await Promise.all(${JSON.stringify(Object.keys(EXPORTS))}.map(
        async (entry) => [entry, Object.keys(await import(entry)).sort()]));
      console.log(JSON.stringify(Object.fromEntries(names)));`;
    expect(JSON.parse(runAsUser(code))).toEqual(EXPORTS);
  });

  test('gives away its schemas and its manifest, and nothing from inside', () => {
    const code = `
      const entries = ['praxis/task.schema.json', 'praxis/task-checkpoint-2.json', 'praxis/package.json', 'praxis/dist/index.mjs', 'praxis/run'];
      console.log(JSON.stringify(entries.map((entry) => {
        try { return import.meta.resolve(entry).split('/').at(-1); } catch (error) { return error.code; }
      })));`;
    const inside = 'ERR_PACKAGE_PATH_NOT_EXPORTED';
    expect(JSON.parse(runAsUser(code))).toEqual([
      'task.schema.json',
      'task-checkpoint-2.json',
      'package.json',
      inside,
      inside,
    ]);
  });

  test('has types that a strict program without our packages compiles against', { timeout: 120_000 }, () => {
    const folder = mkdtempSync(join(ROOT, 'node_modules/.praxis-types-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'use.mts'), CONSUMER);
    const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, skipDefaultLibCheck: true };
    const compilerOptions = { ...strict, module: 'nodenext', target: 'es2022', types: [], noEmit: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.mts'] }));
    expect(saidBy(join(ROOT, 'node_modules/typescript/bin/tsc'), ['--project', folder])).toBe('');
  });
});

/** What a program wrote; of the compiler nothing where all is well. */
function saidBy(program: string, args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [program, ...args], { cwd: ROOT, encoding: 'utf8', env: cleanEnvironment() });
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

const CONSUMER = `
import { openPraxis, PraxisError, type RunResult } from 'praxis';
import { compile, createRuntime, type Diagnostic, type Runtime } from 'praxis/mel';
import { evaluate, evaluateGoal, loadCheckpoint, loadPolicy, type Decision, type GoalDecision } from 'praxis/policy';
import { type Entry, type Rule, checkRule, injectionBlock, screenText } from 'praxis/experience';
import { redactText, type TelemetryRecord } from 'praxis/telemetry';

export async function cycles(): Promise<number> {
  const praxis = openPraxis({ cwd: '/tmp' });
  const result: RunResult = await praxis.run({ kind: 'file', path: 'task.yaml' }, { onProgress: (event) => event.kind });
  return result.status === 'pass' ? result.cycles : -1;
}

export function decide(policyBytes: Uint8Array, checkpointBytes: Uint8Array): Decision | GoalDecision | string {
  const policy = loadPolicy(policyBytes, 'policy.json');
  const checkpoint = loadCheckpoint(checkpointBytes, 'checkpoint.json');
  if (policy.kind === 'refused') return policy.message;
  if (checkpoint.kind === 'refused') return checkpoint.problems.map(({ path, message }) => path.join('.') + message).join();
  if (policy.kind === 'policy' && checkpoint.kind === 'checkpoint')
    return evaluate(checkpoint.checkpoint, policy.policy, new Map());
  if (policy.kind === 'goal-policy' && checkpoint.kind === 'goal-checkpoint')
    return evaluateGoal(checkpoint.checkpoint, policy.policy, new Map());
  return 'checkpoint and policy versions must match';
}

export function run(source: string): Runtime | readonly Diagnostic[] {
  const { schema, diagnostics } = compile(source);
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  return schema === null ? diagnostics : createRuntime(schema, { clock, random: { bytes: (n) => new Uint8Array(n) } });
}

export const rule: Rule = { form: 'AVOID', t: 'grep' };
export const isSafe = (entry: Entry): boolean => screenText(entry.text).ok && checkRule(rule, []).holds !== false;
export const block = injectionBlock;
export const texts = (record: TelemetryRecord): string => redactText(record.type);
export const isOurs = (error: unknown): boolean => error instanceof PraxisError && error.code === 'USAGE';
`;

/** What an entry point is in a browser: its code as one script, and the modules of Node that it asked for. */
async function browserBundle(entry: string): Promise<{ readonly code: string; readonly builtins: readonly string[] }> {
  const builtins: string[] = [];
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'builtins',
        enforce: 'pre',
        resolveId(id) {
          if (isBuiltin(id)) builtins.push(id);
        },
      },
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry: join(ROOT, 'dist', entry), formats: ['iife'], name: 'bundle', fileName: 'bundle' },
    },
  });
  const [output] = [built].flat();
  const code = output !== undefined && 'output' in output ? output.output[0].code : '';
  return { code, builtins };
}

const TALLY = `domain Tally {
  state { total: number = 0 }
  computed twice = total * 2
  action bump(by: number) { onceIntent { patch total = total + by } }
}`;

/** A world with what browsers and Node share, and nothing of Node. */
function browserWorld() {
  return createContext({ TextEncoder, TextDecoder, crypto: globalThis.crypto, URL, AbortController });
}

describe('in a browser', () => {
  test('the policy decides as it does here', async () => {
    const { code, builtins } = await browserBundle('policy.mjs');
    expect(builtins).toEqual([]);
    const policy = readFileSync(join(ROOT, 'examples/optimise/policy.json'), 'utf8');
    const decided = runInContext(
      `${code}
      const bytes = (text) => new TextEncoder().encode(text);
      const policy = bundle.loadPolicy(bytes(${JSON.stringify(policy)}), 'policy.json').policy;
      const document = bundle.createCheckpoint({ taskId: 't', parentId: null, updatedAt: '2026-01-01T00:00:00Z' });
      const { checkpoint } = bundle.validateCheckpoint(document);
      bundle.evaluate(checkpoint, policy, new Map()).decision;`,
      browserWorld(),
    );
    expect(decided).toBe('continue');
  });

  test('MEL compiles and runs, by generated code and without', async () => {
    const { code, builtins } = await browserBundle('mel.mjs');
    expect(builtins).toEqual([]);
    const totals = runInContext(
      `${code}
      const { schema } = bundle.compile(${JSON.stringify(TALLY)});
      const clock = { nowMs: () => 0, monotonicMs: () => 0 };
      ['closures', 'generated'].map((mode) => {
        const runtime = bundle.createRuntime(schema, { clock, random: { bytes: (n) => new Uint8Array(n) }, mode });
        return runtime.dispatch({ type: 'bump', input: { by: 2 } }).snapshot.computed.twice;
      }).join();`,
      browserWorld(),
    );
    expect(totals).toBe('4,4');
  });

  test('telemetry redacts', async () => {
    const { code, builtins } = await browserBundle('telemetry.mjs');
    expect(builtins).toEqual([]);
    const redacted = runInContext(`${code}\nbundle.redactText('password=hunter2hunter2');`, browserWorld());
    expect(redacted).not.toContain('hunter2');
  });
});
