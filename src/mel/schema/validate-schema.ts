import { schemaHash } from './canonical.ts';
import { checkSchemaCalls } from './schema-calls.ts';
import type { ReportSchemaError, SchemaError } from './schema-error.ts';
import { checkSchemaReads } from './schema-reads.ts';
import { hasSchemaShape } from './schema-shape.ts';
import { checkSchemaTypes } from './schema-types.ts';

/** More errors than this are not listed. */
const MAX_ERRORS = 1000;

/**
 * What is wrong with a schema that our compiler did not make; an empty list: nothing. Takes any JSON and does not throw. Where
 * the shape is wrong, nothing else is looked at.
 *
 * @example
 * ```ts
 * validateSchema({ id: 'mel:x' }).map((error) => `${error.code} ${error.path} ${error.message}`);
 * ```
 */
export function validateSchema(schema: unknown): readonly SchemaError[] {
  const errors: SchemaError[] = [];
  const report: ReportSchemaError = (code, path, message) => {
    if (errors.length < MAX_ERRORS) errors.push({ code, path, message });
  };
  if (!hasSchemaShape(schema, report)) return errors;
  checkSchemaTypes(schema, report);
  checkSchemaReads(schema, report);
  checkSchemaCalls(schema, report);
  if (schemaHash(schema) !== schema.hash) report('V-008', 'hash', 'is not the hash of the schema');
  return errors;
}
