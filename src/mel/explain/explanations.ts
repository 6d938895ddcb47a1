import type { DiagnosticCode } from '../codes.ts';
import { ANNOTATIONS } from './annotations.ts';
import { ENTITIES } from './entities.ts';
import type { Explanation } from './explanation.ts';
import { FLOWS } from './flows.ts';
import { NAMES } from './names.ts';
import { STATEMENTS } from './statements.ts';
import { SYNTAX } from './syntax.ts';
import { TYPES } from './types.ts';
import { WARNINGS } from './warnings.ts';

/** Cause and examples of every diagnostic code. */
export const EXPLANATIONS: Readonly<Record<DiagnosticCode, Explanation>> = {
  ...SYNTAX,
  ...NAMES,
  ...STATEMENTS,
  ...FLOWS,
  ...TYPES,
  ...ENTITIES,
  ...ANNOTATIONS,
  ...WARNINGS,
};
