import { closureCode } from './closure-code.ts';
import type { ActionCode, Code, Plan } from './engine.ts';
import { moduleText } from './generate/module.ts';
import { libraryOf } from './library.ts';

export type Linked =
  | { readonly kind: 'code'; readonly code: Code }
  | { readonly kind: 'none'; readonly reason: string };

/** Code as generated text returns it; null: closures run in its place. */
interface GeneratedCode {
  readonly hash: string;
  readonly computed: Code['computed'];
  readonly actions: readonly { readonly [part in keyof ActionCode]: ActionCode[part] | null }[];
}

/** Joins the function of an ahead-of-time module to a plan. */
export function linkCode(plan: Plan, link: (lib: unknown) => unknown): Linked {
  try {
    const generated = link(libraryOf(plan));
    if (isEmpty(generated)) return { kind: 'none', reason: 'the domain is too large for code of its own' };
    if (!isGenerated(generated) || generated.hash !== plan.schema.hash)
      return { kind: 'none', reason: 'the module was built from another schema' };
    return { kind: 'code', code: joined(plan, generated) };
  } catch (error) {
    return { kind: 'none', reason: `the module does not run: ${messageOf(error)}` };
  }
}

/** Whether nothing could be written when the module was built. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'hash' in value && value.hash === '';
}

function isGenerated(value: unknown): value is GeneratedCode {
  if (typeof value !== 'object' || value === null) return false;
  return 'hash' in value && 'computed' in value && typeof value.computed === 'function' && 'actions' in value;
}

function joined(plan: Plan, generated: GeneratedCode): Code {
  const plain = closureCode(plan);
  return {
    computed: generated.computed,
    actions: plain.actions.map((action, i) => {
      const own = generated.actions[i];
      return {
        available: own?.available ?? action.available,
        dispatchable: own?.dispatchable ?? action.dispatchable,
        takeInput: own?.takeInput ?? action.takeInput,
        run: own?.run ?? action.run,
      };
    }),
  };
}

let allowed: boolean | undefined;

/** Tries once whether the platform lets text become code. */
function mayGenerate(): boolean {
  if (allowed === undefined) {
    try {
      allowed = new Function('return 1')() === 1;
    } catch {
      allowed = false;
    }
  }
  return allowed;
}

/** Generates code and makes a function of it, where the platform allows that. */
export function tryGenerate(plan: Plan): Linked {
  if (!mayGenerate()) return { kind: 'none', reason: 'this platform does not let text become code' };
  try {
    const text = moduleText(plan);
    const link = new Function('lib', text);
    return linkCode(plan, (lib) => link(lib));
  } catch (error) {
    return { kind: 'none', reason: `no code could be generated: ${messageOf(error)}` };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
