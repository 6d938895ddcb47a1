import { compile } from '../../../src/mel/compile.ts';
import { createRuntime } from '../../../src/mel/runtime/create-runtime.ts';
import type { Runtime } from '../../../src/mel/runtime/runtime.ts';
import type { DispatchResult } from '../../../src/mel/runtime/types.ts';
import { costOf } from '../../../src/mel/schema/cost/cost.ts';
import type { Json, Schema } from '../../../src/mel/schema/ir.ts';
import { Draws } from '../../support/draws.ts';
import { jsonOf } from '../json-of.ts';
import { loadModule } from '../modes.ts';
import { type Domain, dispatch, type Host, type Outcome } from '../naive/dispatch.ts';
import { computedOf } from '../naive/run-pass.ts';
import { Steps } from '../naive/steps.ts';
import { closestToBound, meteredOf, requireFewSteps } from './bounds.ts';
import { DomainSources } from './domain-source.ts';
import { handlerOf, intentOf, scripted } from './intents.ts';

/** What came of many dispatches. */
export interface DomainAgreement {
  readonly dispatches: number;
  /** How often each ending and code came up. */
  readonly endings: ReadonlyMap<string, number>;
  /** The largest part of its bound that a pass took. */
  readonly closest: number;
}

const INTENTS = 12;
const MAX_ITERATIONS = 5;

/** Runs `domains` drawn domains in every mode and by the rules. Throws where they disagree or a bound is passed. */
export async function agreeOnDomains(domains: number, seed: number): Promise<DomainAgreement> {
  const draws = new Draws(seed);
  const sources = new DomainSources(draws);
  const tally: Tally = { dispatches: 0, endings: new Map(), closest: 0 };
  for (let i = 0; i < domains; i++) {
    const source = sources.next();
    const { schema, diagnostics } = compile(source);
    if (schema === null) {
      const error = diagnostics.find(({ severity }) => severity === 'error');
      throw new Error(`${error?.code} at ${error?.span.start.offset}: ${error?.message} in\n${source}`);
    }
    try {
      await runDomain(schema, draws, tally);
    } catch (error) {
      throw new Error(`a disagreement over\n${source}`, { cause: error });
    }
  }
  return tally;
}

interface Tally {
  dispatches: number;
  readonly endings: Map<string, number>;
  closest: number;
}

async function runDomain(schema: Schema, draws: Draws, tally: Tally): Promise<void> {
  const host = scripted(draws);
  const module = await loadModule(schema);
  const hosts = Array.from({ length: 3 }, host);
  const runtimes = [schema, schema, module].map((source, i) =>
    createRuntime(source, {
      clock: { nowMs: () => 1000, monotonicMs: () => 0 },
      random: { bytes: (count) => new Uint8Array(count) },
      mode: i === 0 ? 'closures' : 'generated',
      maxIterations: MAX_ITERATIONS,
      effects: (type) => handlerOf(type, hosts[i] as Host),
    }),
  );
  const modes = runtimes.map(({ info }) => info.mode).join();
  if (modes !== 'closures,generated,ahead-of-time') throw new Error(`the modes are ${modes}`);
  const cost = costOf(schema);
  const metered = meteredOf(schema);
  const naiveHost = host();
  let domain: Domain = { schema, state: runtimes[0]?.state ?? {}, guards: {} };
  for (let i = 0; i < INTENTS; i++) {
    const { intent, attempt } = intentOf(draws);
    const wanted = dispatch(domain, { intent, attempt, host: naiveHost, maxIterations: MAX_ITERATIONS });
    const [closures] = runtimes;
    if (closures !== undefined) requireFewSteps(metered, cost, closures.snapshot(), intent, attempt);
    const wantedText = jsonOf(toldOutcome(schema, wanted));
    const texts = runtimes.map((runtime) => {
      const { context, ...options } = attempt;
      const result = runtime.dispatch(intent, context === undefined ? options : { ...options, context });
      if (result instanceof Promise) throw new Error('the dispatch waits');
      const given = jsonOf(toldResult(result, runtime));
      if (given !== wantedText)
        throw new Error(`${runtime.info.mode} gives\n${given}\nthe rules\n${wantedText}\nfor ${jsonOf(intent)}`);
      return jsonOf(JSON.parse(JSON.stringify([result, runtime.hash()])));
    });
    if (new Set(texts).size !== 1) throw new Error(`the modes disagree: ${texts.join('\n')}`);
    tally.closest = Math.max(tally.closest, closestToBound(cost, wanted, { intent, attempt, schema }));
    const ending = `${wanted.kind} ${wanted.code ?? ''}`.trim();
    tally.endings.set(ending, (tally.endings.get(ending) ?? 0) + 1);
    tally.dispatches += 1;
    domain = { schema, state: wanted.state, guards: wanted.guards };
  }
}

function toldResult(result: DispatchResult, runtime: Runtime): Json {
  const { state, computed, namespaces } = result.snapshot;
  const guards = namespaces.core?.causalGuards ?? {};
  const told = { kind: result.kind, state, computed, guards, code: null, author: null, message: null, reason: null };
  if (jsonOf(runtime.state) !== jsonOf(state)) throw new Error('the runtime holds another state than its result');
  switch (result.kind) {
    case 'blocked':
      return { ...told, code: result.code };
    case 'stop':
      return { ...told, reason: result.reason };
    case 'fail': {
      const { code, message, context } = result.error;
      const author = code === 'VALIDATION_ERROR' ? (context?.code ?? null) : null;
      return { ...told, code, author, message: author === null ? null : message };
    }
    case 'failed':
      return { ...told, code: result.error.code };
    default:
      return told;
  }
}

function toldOutcome(schema: Schema, { kind, code, author, message, reason, state, guards }: Outcome): Json {
  const computed = computedOf(schema, state, new Steps());
  const none = { code: code ?? null, author: author ?? null, message: message ?? null, reason: reason ?? null };
  return { kind, state, computed, guards, ...none };
}
