import type { Evidence, ExperienceType, FailureMode, Origin, Status } from './entry.ts';
import type { Rule } from './rule.ts';

/** What an operation rests on: shown wherever it was kept, changed or dropped. */
interface Reasoned {
  readonly why: string;
  /** Key of the group of trajectories it came from; null where none did. */
  readonly group: string | null;
}

/** A wish to change a library. Ids are those of its entries. */
export type Operation =
  | (Reasoned & {
      readonly op: 'add';
      readonly text: string;
      readonly type: ExperienceType;
      readonly domain: string;
      readonly c: number;
      readonly rule: Rule | null;
      readonly failureMode: FailureMode | null;
      readonly origin: Origin;
      /** Typed live by the user, or holds nothing foreign and rests on live sessions alone: may enter as active. */
      readonly isTrusted: boolean;
      /** It contradicts what stands, or a check could not decide: probation, whoever wrote it. */
      readonly isContested: boolean;
      readonly evidence: Evidence;
    })
  | (Reasoned & {
      readonly op: 'modify';
      readonly id: number;
      readonly text: string;
      readonly rule: Rule | null;
      readonly isTrusted: boolean;
      readonly evidence: Evidence | null;
    })
  /** Archives it. */
  | (Reasoned & { readonly op: 'delete'; readonly id: number })
  | (Reasoned & {
      readonly op: 'merge';
      readonly ids: readonly [number, number];
      readonly text: string;
      readonly rule: Rule | null;
      /** The text is not a model's. */
      readonly isTrusted: boolean;
    })
  /** Confirmed: changes nothing but the evidence. */
  | (Reasoned & { readonly op: 'keep'; readonly id: number; readonly evidence: Evidence })
  /** A transition of the status table: a check, an audit, or a person's word. `rival` for `flagged`. */
  | (Reasoned & { readonly op: 'status'; readonly id: number; readonly to: Status; readonly rival: number | null })
  | (Reasoned & { readonly op: 'stale'; readonly id: number; readonly stale: boolean })
  | (Reasoned & { readonly op: 'confidence'; readonly id: number; readonly c: number })
  | (Reasoned & { readonly op: 'pin'; readonly id: number; readonly pinned: boolean });
