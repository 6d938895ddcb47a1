/** What a part of the hook wants the host to do, in no host's words. */
export interface HookAnswer {
  /** Text for the model, beside what happened. */
  readonly context?: string;
  /** One line for the person alone. */
  readonly person?: string;
  readonly decision?: HookDecision;
}

/**
 * `stop`: what the event announces must not happen, and the turn ends where the host can end it; `deny`: it must not happen;
 * `ask`: a person decides; `block`: after the fact, the agent is told and, where the host can, stopped.
 */
export interface HookDecision {
  readonly kind: 'stop' | 'deny' | 'ask' | 'block';
  /** For the model: what was reached and what resumes. */
  readonly reason: string;
}

const RANK: Readonly<Record<HookDecision['kind'], number>> = { stop: 3, deny: 2, block: 2, ask: 1 };

/** One answer of several: the gravest decision, the first of equals; texts one after the other. */
export function mergeAnswers(answers: readonly HookAnswer[]): HookAnswer {
  let decision: HookDecision | undefined;
  for (const { decision: other } of answers) {
    if (other !== undefined && (decision === undefined || RANK[other.kind] > RANK[decision.kind])) decision = other;
  }
  const contexts = answers.flatMap(({ context }) => (context === undefined || context === '' ? [] : [context]));
  const persons = answers.flatMap(({ person }) => (person === undefined || person === '' ? [] : [person]));
  return {
    ...(contexts.length > 0 && { context: contexts.join('\n\n') }),
    ...(persons.length > 0 && { person: persons.join('\n') }),
    ...(decision !== undefined && { decision }),
  };
}
