import type { Schema } from '../schema/ir.ts';
import { moduleText } from './generate/module.ts';
import { planOf } from './plan.ts';

/** JavaScript text: the body of a function of `lib` that returns the code of the schema. Hand that function to `createProgram` as `link`. */
export function generateModule(schema: Schema): string {
  const plan = planOf(schema);
  if (plan.problem !== null) return NOTHING;
  try {
    return moduleText(plan);
  } catch {
    // What no text can be written for runs by closures.
    return NOTHING;
  }
}

const NOTHING = '"use strict";\nreturn { hash: "", computed: null, actions: [] };\n';
