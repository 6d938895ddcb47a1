/** What is wrong with a schema: its shape, or what it says (V-001 to V-012). */
export type SchemaErrorCode =
  | 'SCHEMA_ERROR'
  | 'V-001'
  | 'V-002'
  | 'V-003'
  | 'V-004'
  | 'V-005'
  | 'V-008'
  | 'V-009'
  | 'V-010'
  | 'V-012';

/** One fault of a schema. */
export interface SchemaError {
  readonly code: SchemaErrorCode;
  /** Where in the schema, e.g. `actions.go.flow.steps[1].then`. */
  readonly path: string;
  readonly message: string;
}

/** Takes the faults as they are found. */
export type ReportSchemaError = (code: SchemaErrorCode, path: string, message: string) => void;
