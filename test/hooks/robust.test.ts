import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist/hook.mjs');
let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'praxis-robust-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function hook(input: string) {
  const result = spawnSync(process.execPath, [program], { input, encoding: 'utf8', env: { PRAXIS_HOME: home } });
  return [result.status, result.stdout, result.stderr];
}

const SILENT = [0, '', ''];
const documents = ['claude-code', 'codex'].flatMap((host) => {
  const folder = join(root, 'test/data/hosts', host, 'hooks');
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
});

describe('the hook', () => {
  test('is silent about documents that are changed anywhere', () => {
    const member = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.constant([]), fc.constant({ a: [{}] }));
    fc.assert(
      fc.property(fc.constantFrom(...documents), fc.nat(), fc.nat(), member, (text, at, cut, value) => {
        const parsed = JSON.parse(text);
        const names = Object.keys(parsed).filter((name) => name !== 'cwd');
        const changed = { ...parsed, [names[at % names.length] ?? 'x']: value, later: { unknown: [value] } };
        expect(hook(JSON.stringify(changed))).toEqual(SILENT);
        expect(hook(text.slice(0, cut % text.length))).toEqual(SILENT);
      }),
      { numRuns: 20 },
    );
  });

  test.each(['PostToolUse.Bash', 'PostToolBatch', 'PostToolUse.Write-update', 'Stop'])(
    'is silent about ten megabytes in %s',
    (name) => {
      const text = readFileSync(join(root, `test/data/hosts/claude-code/hooks/${name}.json`), 'utf8');
      const huge = `${'{"key": "value", "token": 1} '.repeat(340_000)}`;
      const swollen = JSON.stringify(JSON.parse(text), (key, value) =>
        ['stdout', 'tool_response', 'content', 'last_assistant_message'].includes(key) && typeof value === 'string'
          ? huge
          : value,
      );
      expect(swollen.length).toBeGreaterThan(9_000_000);
      expect(hook(swollen)).toEqual(SILENT);
    },
  );

  test('of a document whose input never ends records it all the same', async () => {
    const child = spawn(process.execPath, [program], { env: { PRAXIS_HOME: home } });
    const session = 'never-ending';
    child.stdin.write(JSON.stringify({ session_id: session, hook_event_name: 'Stop', transcript_path: '/t' }));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    child.stdin.destroy();
    expect(code).toBe(0);
    expect(readdirSync(join(home, 'sessions'))).toContain(`claude-code-${session}.jsonl`);
  });

  test('gives up on an input that never ends and is no document', async () => {
    const child = spawn(process.execPath, [program], { env: { PRAXIS_HOME: home } });
    child.stdin.write('{"session_id":');
    const code = await new Promise((resolve) => child.once('exit', resolve));
    child.stdin.destroy();
    expect(code).toBe(0);
  });
});

describe('the file of the hook', () => {
  const text = readFileSync(program, 'utf8');

  test('is one that Node 14 can parse', () => {
    const later: string[] = [];
    const source = ts.createSourceFile('hook.mjs', text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
    const visit = (node: ts.Node): void => {
      const isAssignment =
        ts.isBinaryExpression(node) &&
        [
          ts.SyntaxKind.QuestionQuestionEqualsToken,
          ts.SyntaxKind.BarBarEqualsToken,
          ts.SyntaxKind.AmpersandAmpersandEqualsToken,
        ].includes(node.operatorToken.kind);
      const isMember = ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node);
      const isNumber = ts.isNumericLiteral(node) && node.getText(source).includes('_');
      const isFlag = ts.isRegularExpressionLiteral(node) && /\/[a-z]*[dv][a-z]*$/.test(node.text);
      const isAwait = ts.isAwaitExpression(node) && !isInFunction(node);
      if (isAssignment || isMember || isNumber || isFlag || isAwait || ts.isPrivateIdentifier(node)) {
        later.push(node.getText(source).slice(0, 80));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    expect(later).toEqual([]);
    const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true, fileName: 'hook.mjs' });
    expect(diagnostics).toEqual([]);
  });

  test('needs nothing but modules of Node, and no database', () => {
    const source = ts.createSourceFile('hook.mjs', text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
    const modules: string[] = [];
    const visit = (node: ts.Node): void => {
      const isCalled = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
      const [named] = isCalled ? node.arguments : [ts.isImportDeclaration(node) ? node.moduleSpecifier : undefined];
      if (named !== undefined) modules.push(ts.isStringLiteral(named) ? named.text : 'computed');
      ts.forEachChild(node, visit);
    };
    visit(source);
    expect(modules.length).toBeGreaterThan(0);
    const foreign = modules.filter((name) => !name.startsWith('node:') || name === 'node:sqlite');
    expect(foreign).toEqual([]);
  });
});

function isInFunction(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (ts.isFunctionLike(at)) return true;
  }
  return false;
}
