import { buildModule } from '../../src/mel/build-module.ts';
import { createProgram, type Program } from '../../src/mel/engine/program.ts';
import type { DomainModule } from '../../src/mel/runtime/types.ts';
import type { Schema } from '../../src/mel/schema/ir.ts';

/** The module that `praxis mel build` would write, loaded. */
export async function loadModule(schema: Schema): Promise<DomainModule> {
  const text = Buffer.from(buildModule(schema).module).toString('base64');
  const loaded: { readonly domain: DomainModule } = await import(
    /* @vite-ignore */ `data:text/javascript;base64,${text}`
  );
  return loaded.domain;
}

/** A schema ready to run in each of the three modes. */
export async function programsOf(schema: Schema): Promise<readonly Program[]> {
  const { link } = await loadModule(schema);
  const programs = [
    createProgram(schema, { mode: 'closures' }),
    createProgram(schema, { mode: 'generated' }),
    createProgram(schema, { link }),
  ];
  const modes = programs.map(({ info }) => info.mode).join();
  if (modes !== 'closures,generated,ahead-of-time')
    throw new Error(`the modes are ${modes}: ${programs[1]?.info.reason}`);
  return programs;
}
