import type { TypeDef } from '../../schema/ir.ts';
import type { ActionEntry, Plan } from '../engine.ts';
import { misfitCode } from './types.ts';
import { ANY, accessCode, keyCode, maskOfType, NUM, quoted } from './value.ts';
import { simple } from './writer.ts';

const MAX_PARAMS = 16;

/** The check of input whose fields are scalars; null: closures check it. */
export function emitInput(plan: Plan, action: ActionEntry, name: string): string | null {
  const { params, inputType } = action.schema;
  const type = inputType && plan.memberships.resolve(inputType);
  if (params.length === 0 || params.length > MAX_PARAMS || type?.kind !== 'object') return null;
  if (Object.keys(type.fields).length !== params.length) return null;
  const checks: string[] = [];
  const members: string[] = [];
  for (const [i, param] of params.entries()) {
    const field = Object.hasOwn(type.fields, param) ? type.fields[param] : undefined;
    const test =
      field === undefined || field.optional || param in Object.prototype
        ? undefined
        : scalarMisfit(field.type, plan, `x${i}`);
    if (field === undefined || test === undefined) return null;
    checks.push(`const x${i} = v${accessCode(param)};`, `if (${test}) return REFUSED;`);
    const isNumber = (maskOfType(field.type, plan.memberships) & NUM) !== 0;
    const isOnlyNumber = maskOfType(field.type, plan.memberships) === NUM;
    members.push(`${keyCode(param)}: ${isOnlyNumber ? `x${i} + 0` : isNumber ? `clean(x${i})` : `x${i}`}`);
  }
  const isKnown = params.map((param) => `k !== ${quoted(param)}`).join(' && ');
  return [
    `function ${name}(v) {`,
    'try {',
    `if (!isPlain(v)) return takeInput(${action.index}, v);`,
    'let n = 0;',
    `for (const k in v) { if (${isKnown}) return REFUSED; n++; }`,
    `if (n !== ${params.length}) return REFUSED;`,
    ...checks,
    `return { ${members.join(', ')} };`,
    '} catch { return REFUSED; }',
    '}',
  ].join('\n');
}

/** True where an outside value is no member; numbers have to be finite as well. */
function scalarMisfit(type: TypeDef, plan: Plan, code: string): string | undefined {
  const misfit = misfitCode(simple(code, ANY), type, plan.memberships);
  if (misfit === undefined) return undefined;
  const isNumber = (maskOfType(type, plan.memberships) & NUM) !== 0;
  return isNumber ? `${misfit} || typeof ${code} === "number" && ${code} - ${code} !== 0` : misfit;
}
