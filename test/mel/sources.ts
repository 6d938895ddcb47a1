import { readdirSync, readFileSync } from 'node:fs';
import { compile } from '../../src/mel/compile.ts';
import { EXPLANATIONS } from '../../src/mel/explain/explanations.ts';

const ROOT = new URL('../../', import.meta.url);

function vectorSources(): readonly string[] {
  const folder = new URL('test/vectors/mel/', ROOT);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const file: { readonly cases: readonly { readonly source: string }[] } = JSON.parse(
        readFileSync(new URL(name, folder), 'utf8'),
      );
      return file.cases.map(({ source }) => source);
    });
}

function exampleSources(): readonly string[] {
  const folder = new URL('examples/mel/', ROOT);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(new URL(`${name}/domain.mel`, folder), 'utf8'));
}

/** Sources that compile: the examples, the domain of the run, those of the vectors and of the explanations; each once. */
export function validSources(): readonly string[] {
  const found = [
    ...exampleSources(),
    readFileSync(new URL('src/run/reflective.mel', ROOT), 'utf8'),
    ...vectorSources(),
    ...Object.values(EXPLANATIONS).flatMap(({ good }) => good ?? []),
  ];
  return [...new Set(found)].filter((source) => compile(source).schema !== null);
}
