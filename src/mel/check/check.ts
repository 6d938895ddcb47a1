import type { Diagnostic } from '../diagnostic.ts';
import type { Domain, FlowDecl } from '../syntax/ast.ts';
import { type Annotations, readAnnotations } from './annotations.ts';
import { bindParams, checkAction, checkFlow } from './body.ts';
import { checkComputed } from './computed.ts';
import { declare } from './declarations.ts';
import { checkIncludes } from './includes.ts';
import { influenceOf } from './influence.ts';
import { checkInitializers } from './initializers.ts';
import { checkPass } from './pass.ts';
import type { Program } from './program.ts';
import { collector } from './report.ts';
import type { Binding } from './scope.ts';
import { hasError, type SettleOptions, settleDiagnostics } from './settle.ts';
import { reportUnused } from './unused.ts';

export interface CheckResult {
  /** No error: the domain can be lowered. */
  readonly isValid: boolean;
  /** In the order of the source, each once, cut at the limit. */
  readonly diagnostics: readonly Diagnostic[];
  readonly annotations: Annotations;
}

/** Checks a parsed domain. Never throws; what the parser reported is not repeated. */
export function check(domain: Domain, options: SettleOptions = {}): CheckResult {
  const { found, annotations } = inspect(domain);
  const diagnostics = settleDiagnostics(found, options);
  return { isValid: !hasError(diagnostics), diagnostics, annotations };
}

export interface InspectOptions {
  /** What the parser reported: behind an error something may be left out, so that what seems missing or unused may not be. */
  readonly unread?: readonly Diagnostic[];
}

/** All findings in the order they were made, for a caller that adds its own before they are settled. */
export function inspect(
  domain: Domain,
  options: InspectOptions = {},
): { readonly found: readonly Diagnostic[]; readonly annotations: Annotations } {
  const { report, diagnostics } = collector();
  const declared = declare(domain, report);
  const unread = (options.unread ?? []).filter(({ severity }) => severity === 'error');
  checkInitializers(declared, unread, report);
  const flowParams = new Map<FlowDecl, ReadonlyMap<string, Binding>>();
  for (const flow of declared.flows) flowParams.set(flow, bindParams(flow.params, declared, report));
  const program: Program = { declared, globals: checkComputed(declared, report), flowParams };
  checkIncludes(declared, report);
  for (const flow of declared.flows) checkFlow(flow, program, report);
  const influence = influenceOf(declared);
  for (const action of declared.actions) {
    checkAction(action, program, report);
    checkPass(action, declared.flowByName, influence, report);
  }
  if (unread.length === 0) reportUnused(domain, declared, namesMeant(diagnostics), report);
  const annotations = readAnnotations(domain, report);
  return { found: diagnostics, annotations };
}

function namesMeant(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  const unknown = diagnostics.filter(
    ({ code }) => code === 'E_UNDEFINED' || code === 'E015' || code === 'E_UNKNOWN_TYPE',
  );
  return new Set(unknown.flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits.map(({ text }) => text))));
}
