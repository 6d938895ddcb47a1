import { PraxisError } from '../../base/errors.ts';
import { splitPath } from '../schema/get-path.ts';
import type { Schema } from '../schema/ir.ts';
import { nearest } from '../syntax/nearest.ts';

/** Throws MEL_INVALID for what is neither a schema nor a built module, USAGE for options without a clock or randomness. */
export function checkSource(source: unknown, options: unknown): void {
  if (!isObject(source))
    throw invalid(
      'there is no schema to run',
      'Where a source does not compile, `schema` is null: look at `diagnostics` of what compile returned.',
    );
  if (!('link' in source) && 'diagnostics' in source)
    throw invalid('what compile returned is no schema', 'Give its `schema`, after looking whether that is null.');
  if (!isSchema('link' in source ? part(source, 'schema') : source))
    throw invalid(
      'this is neither a schema nor a built module',
      'Take `schema` of what compile returned, or `domain` of a module that praxis mel build wrote.',
    );
  const hasClock = typeof part(part(options, 'clock'), 'nowMs') === 'function';
  const hasRandom = typeof part(part(options, 'random'), 'bytes') === 'function';
  if (!hasClock || !hasRandom)
    throw usage(
      `a runtime needs the option ${hasClock ? 'random' : 'clock'}`,
      'For example { clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() }, random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) } }.',
    );
}

/** Throws USAGE where a simulation has no list of intents, or begins with what is no snapshot. */
export function checkSimulation(intents: unknown, from: unknown): void {
  if (!Array.isArray(intents))
    throw usage('simulate takes a list of intents', 'Give [{ type, input }], also for a single one.');
  if (!isObject(part(from, 'state')) || typeof part(part(from, 'meta'), 'version') !== 'number')
    throw usage(
      'a simulation cannot begin with what is no snapshot',
      'Give runtime.snapshot(), `snapshot` of a result, or `snapshot` of what save returned.',
    );
}

/** Throws USAGE for a path that begins with nothing of the domain, or a listener that is no function. */
export function checkSubscription({ state, computed }: Schema, path: unknown, listener: unknown): void {
  if (typeof listener !== 'function') throw usage('a subscription needs a function that is told', LISTENER);
  const [root = ''] = typeof path === 'string' ? splitPath(path) : [];
  if (Object.hasOwn(state.fields, root) || Object.hasOwn(computed.fields, root)) return;
  const meant = nearest(root, [...Object.keys(state.fields), ...Object.keys(computed.fields)]);
  throw usage(
    `there is no state field or computed value ${JSON.stringify(root)} to subscribe to`,
    meant === undefined ? 'A path begins with the name of one, such as "tasks.t1.title".' : `Did you mean "${meant}"?`,
  );
}

/** Throws USAGE unless both are functions. */
export function checkSelection(read: unknown, listener: unknown): void {
  if (typeof read !== 'function' || typeof listener !== 'function')
    throw usage('a selection needs a function that reads and one that is told', LISTENER);
}

const LISTENER = 'For example runtime.select((snapshot) => snapshot.state.n, (now, before) => …).';

function usage(message: string, hint: string): PraxisError {
  return new PraxisError('USAGE', message, { hint });
}

function invalid(message: string, hint: string): PraxisError {
  return new PraxisError('MEL_INVALID', message, { hint });
}

/** What every schema has; whether it is right otherwise is for the engine to say. */
function isSchema(value: unknown): value is Schema {
  const hasFields = (name: string): boolean => isObject(part(part(value, name), 'fields'));
  return hasFields('state') && hasFields('computed') && isObject(part(value, 'actions'));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function part(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}
