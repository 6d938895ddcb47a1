import { createProgram, type Program } from '../engine/program.ts';
import type { Schema } from '../schema/ir.ts';

type Mode = 'auto' | 'closures' | 'generated';
type Link = (lib: unknown) => unknown;

interface Prepared {
  readonly mode: Mode;
  readonly link: Link | undefined;
  readonly program: Program;
}

const known = new WeakMap<object, readonly Prepared[]>();

/** The program of a schema, prepared once for each schema object and mode: runtimes of one domain share it, for it holds no state. */
export function preparedProgram(schema: Schema, mode: Mode, link?: Link): Program {
  const prepare = () => createProgram(schema, link === undefined ? { mode } : { mode, link });
  // What is no object is no schema either; its program says so.
  if (typeof schema !== 'object' || schema === null) return prepare();
  const before = known.get(schema) ?? [];
  const same = before.find((one) => one.mode === mode && one.link === link);
  if (same !== undefined) return same.program;
  const program = prepare();
  known.set(schema, [...before.filter((one) => one.mode !== mode), { mode, link, program }]);
  return program;
}
