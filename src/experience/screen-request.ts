import { redactText } from '../telemetry/redact.ts';
import type { Operation } from './operation.ts';
import type { NewReviewItem } from './review-item.ts';
import { screenText } from './screen/screen.ts';
import type { BatchRequest } from './store.ts';

/** A request without the texts that may not become guidelines: they wait for a person, without the secrets they hold. */
export function screenRequest(request: BatchRequest): BatchRequest {
  const { wish } = request;
  if (wish.kind !== 'operations') return request;
  const operations: Operation[] = [];
  const review: NewReviewItem[] = [...wish.review];
  for (const operation of wish.operations) {
    const held = heldBack(operation, request);
    if (held === undefined) operations.push(operation);
    else review.push(held);
  }
  return { ...request, wish: { ...wish, operations, review } };
}

function heldBack(operation: Operation, { at, sessionId }: BatchRequest): NewReviewItem | undefined {
  if (operation.op !== 'add' && operation.op !== 'modify' && operation.op !== 'merge') return undefined;
  const screening = screenText(operation.text);
  if (screening.ok) return undefined;
  return {
    v: 1,
    reason: 'screened',
    detail: `${screening.kind}: ${screening.reason}`,
    at,
    operation: { ...operation, text: redactText(operation.text) },
    about: [],
    sessionId,
    groups: [],
  };
}
