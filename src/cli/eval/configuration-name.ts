import type { EvalReport } from '../../praxis/eval.ts';

/** An agent configuration by the file that it alone is found in, else by the beginning of its id. */
export function configurationName(id: string, { configurations }: EvalReport['source']): string {
  const files = configurations.find((one) => one.id === id)?.files ?? [];
  const [only] = files;
  const isAlone = files.length === 1 && configurations.filter((one) => one.files.includes(only ?? '')).length === 1;
  return isAlone && only !== undefined ? only.replace(/\.jsonl?$/, '') : id.slice(0, 8);
}
