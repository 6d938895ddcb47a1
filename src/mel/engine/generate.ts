import type { Schema } from '../schema/ir.ts';

/** JavaScript text: the body of a function of `lib` that returns the code of the schema. Hand that function to `createProgram` as `link`. */
export function generateModule(_schema: Schema): string {
  throw new Error('not built yet');
}
