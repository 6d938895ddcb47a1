import * as v from 'valibot';
import { canonicalHash } from '../../base/canonical-json.ts';
import { exactFromPlain, type PlainJson } from '../../base/exact-json.ts';
import { cleanText } from '../coordination/markdown.ts';

const text = v.pipe(
  v.string(),
  v.check((value) => value.trim() !== '', 'must not be empty'),
);
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'));
const uuid = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be a UUID in lower case'),
);
const eventId = v.pipe(v.string(), v.regex(/^M[1-9]\d*$/, 'must be the id of an event, such as M3'));
export const evidenceList = v.pipe(v.array(text), v.minLength(1, 'must name evidence'), v.maxLength(100));

const actionSchema = v.pipe(
  v.strictObject({
    operation: v.picklist(['add', 'supersede', 'archive', 'delete']),
    target_ref: v.nullable(eventId),
    summary: text,
    evidence_refs: evidenceList,
  }),
  v.check(
    ({ operation, target_ref }) => (operation === 'add') === (target_ref === null),
    'target_ref is null for add, and else required',
  ),
);

export const decisionSchema = v.strictObject({
  actor: text,
  decision: v.picklist(['approve', 'decline', 'revise']),
  timestamp: text,
  rationale: text,
  affected_action_hash: hash,
  authorization: v.strictObject({ scheme: v.literal('hmac-sha256'), key_id: text, signature: hash }),
});

const proposalSchema = v.strictObject({
  schema_version: v.literal(1),
  proposal_id: uuid,
  source_task: text,
  action: actionSchema,
  state: v.picklist(['proposed', 'approved', 'rejected']),
  created_at: text,
  decision: v.nullable(decisionSchema),
});

/** What is to become of the memory; it never changes once it is proposed. */
export type MemoryAction = Readonly<v.InferOutput<typeof actionSchema>>;
/** The signed word of a person on a proposal. */
export type MemoryDecision = Readonly<v.InferOutput<typeof decisionSchema>>;
/** `.coord/memory-proposals/<proposal_id>.json`. */
export type MemoryProposal = Readonly<v.InferOutput<typeof proposalSchema>>;

export type Read<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'invalid'; readonly message: string };

export function readWith<T>(schema: v.GenericSchema<unknown, T>, value: unknown): Read<T> {
  const result = v.safeParse(schema, value);
  if (result.success) return { kind: 'ok', value: result.output };
  const [issue] = result.issues;
  const path = v.getDotPath(issue);
  return { kind: 'invalid', message: path === null ? issue.message : `${path}: ${issue.message}` };
}

export function readProposal(value: unknown): Read<MemoryProposal> {
  return readWith(proposalSchema, value);
}

/** A proposal as it begins; texts are redacted and cleaned, since they are shown to a person. */
export function newProposal(
  id: string,
  createdAt: string,
  sourceTask: string,
  action: MemoryAction,
): Read<MemoryProposal> {
  return readProposal({
    schema_version: 1,
    proposal_id: id,
    source_task: cleanText(sourceTask),
    action: {
      operation: action.operation,
      target_ref: action.target_ref,
      summary: cleanText(action.summary),
      evidence_refs: action.evidence_refs.map(cleanText),
    },
    state: 'proposed',
    created_at: createdAt,
    decision: null,
  });
}

/** SHA-256 of the action alone: what a person's word is bound to. */
export function memoryActionHash(action: MemoryAction): string {
  return canonicalHash(exactFromPlain(action as unknown as PlainJson));
}

/** The state that a decision leads to. A revision is a new proposal, so this one is done with. */
export function stateAfter(decision: MemoryDecision['decision']): MemoryProposal['state'] {
  return decision === 'approve' ? 'approved' : 'rejected';
}
