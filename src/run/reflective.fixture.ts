import { readFileSync } from 'node:fs';
import { loadController } from './load-controller.ts';

const loaded = await loadController(
  readFileSync(new URL('./reflective.mel', import.meta.url), 'utf8'),
  'reflective.mel',
);
if (loaded.kind === 'refused') throw new Error(loaded.problems.join('\n'));

/** The embedded controller, for tests. */
export const reflective = loaded.controller;
