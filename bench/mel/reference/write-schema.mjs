// Writes the schema that the reference runs in mel-dispatch.mjs: by our compiler, from the domain of the run.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from '../../../dist/mel.mjs';
import { bundled } from '../../bundled.mjs';

const { referenceSchema } = await bundled('mel/reference/reference-schema.ts');
const { schema } = compile(readFileSync(new URL('../../../src/run/reflective.mel', import.meta.url)));
if (schema === null) throw new Error('the domain does not compile');
writeFileSync(new URL('reflective.schema.json', import.meta.url), `${JSON.stringify(referenceSchema(schema))}\n`);
