import { joinPath } from '../../schema/get-path.ts';
import type { EffectParam, Flow, PathSegment, TypeDef } from '../../schema/ir.ts';
import { builtInEffect } from '../built-in-effects.ts';
import { MalformedSchema } from '../closures.ts';
import { emit, type Place } from './expression.ts';
import { misfitCode } from './types.ts';
import { ARR, BOOL, booleanCode, jsonCode, keyCode, literalCode, OBJ, quoted, textCode, type Value } from './value.ts';
import { LeftToClosures, type Writer } from './writer.ts';

/** What the text of a flow writes to. */
export interface FlowSite {
  readonly writer: Writer;
  /** The variable that holds a patched state field. */
  readonly fieldVariable: (name: string) => string;
  readonly fieldType: (name: string) => { readonly type: TypeDef; readonly index: number } | undefined;
  readonly guardVariable: (guardId: string) => string;
  /** Whether the flow patches below a state field, so that a later patch may write in place. */
  readonly hasInnerPatches: boolean;
}

/** The label that ends a flow. */
export const END = 'END';

export function emitFlow(flow: Flow, nodePath: string, site: FlowSite): void {
  const { writer } = site;
  const place: Place = { writer, items: [] };
  switch (flow.kind) {
    case 'seq':
      for (const [i, step] of flow.steps.entries()) emitFlow(step, `${nodePath}.steps[${i}]`, site);
      return;
    case 'if': {
      const cond = emit(flow.cond, place);
      writer.line(`if (${booleanCode(cond.isRaw || cond.mask === BOOL ? cond : writer.hold(cond))}) {`);
      emitFlow(flow.then, `${nodePath}.then`, site);
      if (flow.else !== undefined) {
        writer.line('} else {');
        emitFlow(flow.else, `${nodePath}.else`, site);
      }
      writer.line('}');
      return;
    }
    case 'patch':
      emitPatch(flow, nodePath, site, place);
      return;
    case 'causalGuard': {
      const guard = site.guardVariable(flow.guardId);
      writer.line(`if (${guard} !== q.intentId) {`);
      writer.line(`${guard} = q.intentId; isGuarded = true;`);
      emitFlow(flow.body, `${nodePath}.body`, site);
      writer.line('}');
      return;
    }
    case 'halt':
      writer.line(`q.status = "halted"; q.reason = ${quoted(flow.reason)}; break ${END};`);
      return;
    case 'fail': {
      const message = flow.message === undefined ? quoted(flow.code) : textCode(emit(flow.message, place));
      writer.line(`failWith(q, ${quoted(flow.code)}, ${message}, ${quoted(nodePath)}); break ${END};`);
      return;
    }
    case 'effect':
      if (builtInEffect(flow.type) !== undefined) throw new LeftToClosures(flow.type);
      emitEffect(flow.type, flow.params, nodePath, site, place);
      return;
    case 'call':
      throw new LeftToClosures('call');
    default:
      throw new MalformedSchema(`a statement of the unknown kind ${String((flow as { readonly kind: unknown }).kind)}`);
  }
}

type PatchFlow = Extract<Flow, { readonly kind: 'patch' }>;

function emitPatch(flow: PatchFlow, nodePath: string, site: FlowSite, place: Place): void {
  const { writer } = site;
  const [root] = flow.path;
  const field = root?.kind === 'prop' ? site.fieldType(root.name) : undefined;
  if (root?.kind !== 'prop' || field === undefined) throw new LeftToClosures('a patch outside the state');
  const variable = site.fieldVariable(root.name);
  if (flow.path.length === 1 && flow.op === 'set' && flow.value !== undefined) {
    const of = writer.hold(emit(flow.value, place));
    emitCheck(of, { name: root.name, ...field }, nodePath, site);
    if (site.hasInnerPatches && (of.mask & (ARR | OBJ)) !== 0) writer.line(`share(q.owned, ${of.code});`);
    writer.line(`${variable} = ${of.isRaw ? settled(of, field.type, site) : of.code}; isPatched = true;`);
    return;
  }
  const path = emitPath(flow.path, nodePath, site, place);
  const patched = flow.value === undefined ? 'null' : jsonCode(writer.hold(emit(flow.value, place)));
  const name = writer.name();
  writer.line(`const ${name} = patchField(q, ${field.index}, ${variable}, ${path}, ${quoted(flow.op)}, ${patched});`);
  writer.line(`if (${name}.kind === "problem") { stopWith(q, ${name}, ${quoted(nodePath)}); break ${END}; }`);
  writer.line(`${variable} = ${name}.value; isPatched = true;`);
}

/** A checked number needs no second look whether it is finite. */
function settled(of: Value, type: TypeDef, site: FlowSite): string {
  const resolved = site.writer.site.plan.memberships.resolve(type);
  return resolved?.kind === 'primitive' && resolved.type === 'number' ? of.code : jsonCode(of);
}

function emitCheck(
  of: Value,
  field: { readonly name: string; readonly type: TypeDef; readonly index: number },
  nodePath: string,
  site: FlowSite,
): void {
  const { writer } = site;
  const { memberships } = writer.site.plan;
  const misfit = misfitCode(of, field.type, memberships) ?? `!isMember(${field.index}, ${jsonCode(of)})`;
  if (misfit === 'false') return;
  writer.line(
    `if (${misfit}) { misfit(q, ${quoted(field.name)}, ${jsonCode(of)}, ${quoted(nodePath)}); break ${END}; }`,
  );
}

/** Text of the resolved segments of a path; writes the check that each of them can be one. */
function emitPath(path: readonly PathSegment[], nodePath: string, site: FlowSite, place: Place): string {
  const { writer } = site;
  if (path.every((segment) => segment.kind !== 'expr'))
    return writer.site.module.constant(`[${path.map(segmentCode).join(', ')}]`);
  const [first] = path;
  const root = first?.kind === 'prop' ? first.name : '';
  const parts = path.map((segment, i) => {
    if (segment.kind !== 'expr') return segmentCode(segment);
    const name = writer.name();
    const of = emit(segment.expr, place);
    writer.line(`const ${name} = segmentOf(${jsonCode(writer.hold(of))}, ${i}, ${quoted(root)});`);
    writer.line(`if (${name}.kind === "problem") { stopWith(q, ${name}, ${quoted(nodePath)}); break ${END}; }`);
    return name;
  });
  return `[${parts.join(', ')}]`;
}

function segmentCode(segment: PathSegment): string {
  if (segment.kind === 'prop') return `{ kind: "prop", name: ${quoted(segment.name)} }`;
  return segment.kind === 'index' ? `{ kind: "index", index: ${literalCode(segment.index)} }` : 'null';
}

function emitEffect(
  type: string,
  params: { readonly [name: string]: EffectParam },
  nodePath: string,
  site: FlowSite,
  place: Place,
): void {
  const { writer } = site;
  const parts: string[] = [];
  for (const name of Object.keys(params)) {
    const param = params[name];
    if (param !== undefined) parts.push(`${keyCode(name)}: ${paramCode(param, nodePath, site, place)}`);
  }
  writer.line(`ask(q, ${quoted(type)}, { ${parts.join(', ')} }, ${quoted(nodePath)}); break ${END};`);
}

function paramCode(param: EffectParam, nodePath: string, site: FlowSite, place: Place): string {
  if (param.kind !== 'path') return jsonCode(site.writer.hold(emit(param, place)));
  if (param.segments.every((segment) => segment.kind !== 'expr'))
    return quoted(
      joinPath(param.segments.map((s) => (s.kind === 'prop' ? s.name : s.kind === 'index' ? String(s.index) : ''))),
    );
  return `pathText(${emitPath(param.segments, nodePath, site, place)})`;
}
