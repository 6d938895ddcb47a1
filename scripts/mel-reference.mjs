// Writes docs/mel-reference.md from the tables of the language; --check only tells whether the committed page is current.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { generated } from './generated-file.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

async function load(path) {
  const { module } = await runnerImport(join(root, path), { root, configFile: false, logLevel: 'error' });
  return module;
}

/** Cells of a Markdown table: a bar would end the cell. */
function row(...cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`;
}

function table(head, rows) {
  return row(...head) + row(...head.map(() => '---')) + rows.map((cells) => row(...cells)).join('');
}

function code(text) {
  return `\`${text}\``;
}

function functions({ BUILTINS }) {
  const sections = [...new Set(BUILTINS.map((builtin) => builtin.section))];
  return sections
    .map((section) => {
      const rows = BUILTINS.filter((builtin) => builtin.section === section).map(({ signature, operator, doc }) => [
        code(signature),
        operator === undefined ? '' : code(operator),
        doc,
      ]);
      return `### ${section[0].toUpperCase()}${section.slice(1)}\n\n${table(['call', 'operator', 'result'], rows)}`;
    })
    .join('\n');
}

function effects({ BUILTIN_EFFECTS }) {
  const rows = [...BUILTIN_EFFECTS].map(([name, { source, required, optional, paths }]) => [
    code(name),
    source,
    ['source', ...required, ...optional.map((arg) => `[${arg}]`)].map(code).join(', '),
    paths.map(code).join(', '),
  ]);
  return table(['effect', 'source', 'arguments', 'paths'], rows);
}

function diagnostics({ DIAGNOSTIC_CODES }, { EXPLANATIONS }) {
  const rows = Object.entries(DIAGNOSTIC_CODES).map(([name, { severity, about }]) => [
    code(name),
    severity,
    about,
    EXPLANATIONS[name].cause,
  ]);
  return table(['code', 'severity', 'about', 'cause and cure'], rows);
}

function errors({ RUN_TIME_EXPLANATIONS }) {
  return table(
    ['code', 'meaning'],
    Object.entries(RUN_TIME_EXPLANATIONS).map(([name, meaning]) => [code(name), meaning]),
  );
}

const text = `# MEL reference

Written by \`node scripts/mel-reference.mjs\` from the tables that the compiler and the engine use. For a first read take
[the guide](mel.md).

## Functions

Every function gives a value for every input; where a result would be no number, it is null. Lengths and indexes of texts count
UTF-16 code units.

${functions(await load('src/mel/check/builtins.ts'))}
## Built-in effects

They run inside the engine, without a pause, and write their result to the path they name. In \`where\`, \`select\` and \`by\`,
\`$item\` is the element. All other effects go to the host.

${effects(await load('src/mel/check/builtin-effects.ts'))}
## Diagnostics

\`praxis mel explain CODE\` shows each with a bad and a good example.

${diagnostics(await load('src/mel/codes.ts'), await load('src/mel/explain/explanations.ts'))}
## Errors at run time

${errors(await load('src/mel/explain/run-time.ts'))}`;

generated(root, 'docs/mel-reference.md', text);
