import type { Program } from '../engine/program.ts';
import type { Schema } from '../schema/ir.ts';
import { DomainRuntime } from './domain-runtime.ts';
import { preparedProgram } from './prepared-program.ts';
import type { Runtime, RuntimeOptions } from './runtime.ts';
import type { AnyDomain, DomainModule, DomainTypes } from './types.ts';
import { checkSource } from './usage.ts';

/**
 * Starts a domain from its schema, or from a module that `praxis mel build` wrote, with the types of that module. Throws
 * MEL_INVALID for what is neither, such as the null of a source that did not compile, and USAGE for options without a clock;
 * what else is wrong with a hand-made schema shows as the error of each dispatch. A schema is prepared when its first
 * runtime starts and shared by all that follow, so it must not be changed from then on.
 */
export function createRuntime<D extends DomainTypes = AnyDomain>(
  source: Schema | DomainModule<D>,
  options: RuntimeOptions<D>,
): Runtime<D> {
  checkSource(source, options);
  const { onFallback = sayFallback } = options;
  const engine = new DomainRuntime(programOf(source, options.mode ?? 'auto'), options as unknown as RuntimeOptions);
  if (engine.info.reason !== undefined) onFallback(engine.info.reason);
  // The types of a module were made from the very schema that runs, so nothing is left to check here.
  return engine as unknown as Runtime<D>;
}

function programOf(
  source: Schema | Pick<DomainModule, 'schema' | 'link'>,
  mode: 'auto' | 'closures' | 'generated',
): Program {
  if (!('link' in source)) return preparedProgram(source, mode);
  return preparedProgram(source.schema as Schema, mode, mode === 'closures' ? undefined : source.link);
}

function sayFallback(reason: string): void {
  console.warn(`praxis/mel runs closures in place of generated code: ${reason}`);
}
