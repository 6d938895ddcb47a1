import type { Flow } from '../schema/ir.ts';
import { compileExpr, MalformedSchema } from './closures.ts';
import { compileEffect } from './effect-closures.ts';
import { type FlowSetting, type Run, siteOf, stopWith } from './flow-setting.ts';
import { guardAt, withGuards } from './guards.ts';
import { compilePatch } from './patch-closures.ts';
import { toBoolean, toText } from './values.ts';

/** Compiles a flow; `nodePath` is its address in the schema. */
export function compileFlow(flow: Flow, nodePath: string, setting: FlowSetting): Run {
  const run = statementOf(flow, nodePath, setting);
  const { meter } = setting.scope;
  if (meter === undefined || flow.kind === 'seq' || flow.kind === 'if') return run;
  return (pass) => {
    meter.steps += 1;
    return run(pass);
  };
}

function statementOf(flow: Flow, nodePath: string, setting: FlowSetting): Run {
  switch (flow.kind) {
    case 'seq':
      return sequence(flow.steps, nodePath, setting);
    case 'if':
      return branch(flow, nodePath, setting);
    case 'patch':
      return compilePatch(flow, nodePath, setting);
    case 'causalGuard':
      return guard(flow.guardId, compileFlow(flow.body, `${nodePath}.body`, setting), nodePath, setting);
    case 'effect':
      return compileEffect(flow, nodePath, setting);
    case 'halt':
      return (pass) => {
        pass.status = 'halted';
        pass.reason = flow.reason;
        pass.trace?.leaf('halt', nodePath, {}, flow.reason);
        return false;
      };
    case 'fail': {
      const message = flow.message && compileExpr(flow.message, siteOf(setting, nodePath, 'message'));
      const { code } = flow;
      return (pass) =>
        stopWith(pass, {
          code: 'VALIDATION_ERROR',
          message: message === undefined ? code : toText(message(pass)),
          nodePath,
          context: { code },
        });
    }
    case 'call':
      return call(flow.flow, nodePath, setting);
    default:
      throw new MalformedSchema(`a statement of the unknown kind ${String((flow as { readonly kind: unknown }).kind)}`);
  }
}

function sequence(steps: readonly Flow[], nodePath: string, setting: FlowSetting): Run {
  const runs = steps.map((step, i) => compileFlow(step, `${nodePath}.steps[${i}]`, setting));
  return (pass) => {
    pass.trace?.open();
    let goesOn = true;
    for (const run of runs) {
      goesOn = run(pass);
      if (!goesOn) break;
    }
    pass.trace?.close('flow', nodePath, {}, null);
    return goesOn;
  };
}

function branch(flow: Extract<Flow, { readonly kind: 'if' }>, nodePath: string, setting: FlowSetting): Run {
  const cond = compileExpr(flow.cond, siteOf(setting, nodePath, 'cond'));
  const then = compileFlow(flow.then, `${nodePath}.then`, setting);
  const otherwise = flow.else && compileFlow(flow.else, `${nodePath}.else`, setting);
  return (pass) => {
    const value = cond(pass);
    const holds = toBoolean(value);
    pass.trace?.open();
    const goesOn = holds ? then(pass) : (otherwise?.(pass) ?? true);
    pass.trace?.close('branch', nodePath, { cond: value }, holds);
    return goesOn;
  };
}

function guard(guardId: string, body: Run, nodePath: string, setting: FlowSetting): Run {
  const slot = setting.guardSlots.get(guardId) ?? 0;
  const slots = [slot];
  return (pass) => {
    const { intentId } = pass;
    if (guardAt(pass.guards, slot) === intentId) return true;
    if (intentId === '')
      return stopWith(pass, { code: 'INVALID_INPUT', message: 'onceIntent needs an intent id', nodePath });
    pass.guards = withGuards(pass.guards, slots, [intentId]);
    pass.trace?.open();
    const goesOn = body(pass);
    pass.trace?.close('namespaceDelta', nodePath, { guardId }, intentId);
    return goesOn;
  };
}

function call(name: string, nodePath: string, setting: FlowSetting): Run {
  return (pass) => {
    const run = setting.flowOf(name);
    if (run === undefined)
      return stopWith(pass, { code: 'UNKNOWN_FLOW', message: `there is no flow named ${name}`, nodePath });
    const { calls } = pass;
    if (name === pass.action || calls.includes(name))
      return stopWith(pass, { code: 'CYCLIC_CALL', message: `the flow ${name} calls itself`, nodePath });
    pass.calls = [...calls, name];
    pass.trace?.open();
    const goesOn = run(pass);
    pass.trace?.close('call', nodePath, { flow: name }, null);
    pass.calls = calls;
    return goesOn;
  };
}
