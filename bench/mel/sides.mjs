// The rivals of mel-dispatch.mjs. Each makes `count` triples of dispatches and returns the checksum of all computed values
// that it read; each has functions of its own, so that the compiler learns from one side nothing about another.
import {
  apply,
  applyNamespaceDeltas,
  applySystemDelta,
  computeSync,
  createSnapshot,
  extractDefaults,
} from '@manifesto-ai/core';
import { createActor } from 'xstate';

const START = { totalActions: 1_000_000_000, totalQueries: 10 };
const CANDIDATES = { exploitId: 'fix', exploitValue: 0.5, exploreId: 'look', exploreValue: 0.75 };

/** A checksum of the values named, written out name by name as one would read them. */
function folder(names) {
  const lines = names.map(
    (name) =>
      `v = c[${JSON.stringify(name)}]; h = (Math.imul(h, 31) + (typeof v === 'number' ? v * 4096 : typeof v === 'string' ? v.length : v === true ? 1 : 0)) | 0;`,
  );
  return new Function('h', 'c', `let v;\n${lines.join('\n')}\nreturn h;`);
}

/** A loop over triples with text of its own. `dispatch` throws where a dispatch is not complete. */
function looper(dispatch, computed, fold, isRead) {
  const read = isRead ? 'h = fold(h, computed());' : '';
  const text = `return (ids, count) => {
    let h = 0;
    for (let n = 0; n < count; n++) {
      const signal = (n % 32) / 32;
      dispatch('recordPrediction', { expectedSignal: signal, expectedGain: 0.25 }, ids[3 * n]); ${read}
      dispatch('exploit', { id: 'fix' }, ids[3 * n + 1]); ${read}
      dispatch('recordObservation', { actualSignal: 0.75, actualGain: signal }, ids[3 * n + 2]); ${read}
    }
    return h;
  }`;
  return new Function('dispatch', 'computed', 'fold', text)(dispatch, computed, fold);
}

function incomplete(type, result) {
  return new Error(`${type} is not complete: ${JSON.stringify(result)}`);
}

function runtimeOf(createRuntime, schema, options) {
  return createRuntime(schema, {
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    ...options,
  });
}

function dispatcher(runtime) {
  const text = `return (type, input, intentId) => {
    const result = runtime.dispatch({ type, input, intentId });
    if (result.kind !== 'ok') throw incomplete(type, result);
  }`;
  return new Function('runtime', 'incomplete', text)(runtime, incomplete);
}

/** A runtime as one would create it, with the machine's clock. */
export function engineSide(createRuntime, schema, options, isRead) {
  const runtime = runtimeOf(createRuntime, schema, options);
  const dispatch = dispatcher(runtime);
  dispatch('start', START, 's');
  dispatch('updateCandidates', CANDIDATES, 'u');
  const fold = folder(Object.keys(schema.computed.fields));
  return looper(dispatch, () => runtime.computed, fold, isRead);
}

/** `recordObservation` alone, three times a count, every computed value read. */
export function publishedSide(createRuntime, schema) {
  const runtime = runtimeOf(createRuntime, schema, {});
  const dispatch = dispatcher(runtime);
  dispatch('start', START, 's');
  const fold = folder(Object.keys(schema.computed.fields));
  return (ids, count) => {
    let h = 0;
    for (let n = 0; n < 3 * count; n++) {
      dispatch('recordObservation', { actualSignal: (n % 32) / 32, actualGain: 0.25 }, ids[n]);
      h = fold(h, runtime.computed);
    }
    return h;
  };
}

/** The reducer written by hand; its computed values are worked out where they are read. */
export function handSide({ dispatch: reduce, computedOf, INITIAL }, schema, isRead) {
  let snapshot = INITIAL;
  const dispatch = (type, input, intentId) => {
    const result = reduce(snapshot, { type, input, intentId });
    if (result.kind !== 'ok') throw incomplete(type, result);
    snapshot = result.snapshot;
  };
  dispatch('start', START, 's');
  dispatch('updateCandidates', CANDIDATES, 'u');
  const fold = folder(Object.keys(schema.computed.fields));
  return looper(dispatch, () => computedOf(snapshot.state), fold, isRead);
}

/** An actor that runs the machine; computed values as above, from its context. */
export function machineSide({ machine, computedOf }, schema, isRead) {
  const actor = createActor(machine).start();
  let before = actor.getSnapshot();
  const dispatch = (type, input, intentId) => {
    actor.send({ type, ...input, intentId });
    const after = actor.getSnapshot();
    if (after.context === before.context) throw incomplete(type, after.context);
    before = after;
  };
  dispatch('start', START, 's');
  dispatch('updateCandidates', CANDIDATES, 'u');
  const fold = folder(Object.keys(schema.computed.fields));
  return looper(dispatch, () => computedOf(before.context), fold, isRead);
}

/** The four calls of the reference: compute, patches, namespace deltas, system delta. */
export function referenceSide(schema, isRead) {
  const contextOf = (seed) => ({ runtime: { time: { timestamp: Date.now() }, random: { seed } }, external: {} });
  let snapshot = createSnapshot(extractDefaults(schema.state), schema.hash, contextOf('initial'));
  const dispatch = (type, input, intentId) => {
    const result = computeSync(schema, snapshot, { type, input, intentId }, contextOf(intentId));
    if (result.status !== 'complete') throw incomplete(type, result);
    const patched = apply(schema, snapshot, result.patches);
    const spaced = applyNamespaceDeltas(patched, result.namespaceDelta ?? []);
    snapshot = applySystemDelta(spaced, result.systemDelta);
  };
  dispatch('start', START, 's');
  dispatch('updateCandidates', CANDIDATES, 'u');
  const fold = folder(Object.keys(schema.computed.fields));
  return looper(dispatch, () => snapshot.computed, fold, isRead);
}
