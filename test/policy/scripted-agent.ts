import { appendFileSync } from 'node:fs';
import { sha256Hex } from '../../src/base/sha256.ts';
import type { Draws } from '../support/draws.ts';

/** One line of the ledger: what one act of the agent cost and left behind. Nobody but the agent writes it. */
export interface LedgerLine {
  readonly act: 'execute' | 'diagnose' | 'compact';
  readonly toolCalls: number;
  readonly seconds: number;
  readonly children: number;
  readonly usage: { readonly input: number; readonly cached: number; readonly output: number; readonly cost: number };
  readonly evidence: readonly string[];
  /** The failure it met, by target, input and class. */
  readonly failure: { readonly target: string; readonly input: string; readonly errorClass: string } | null;
}

/** What the agent tells its host of an act. */
export interface Report extends LedgerLine {
  readonly transcriptBytes: number;
  /** The next step needs a person's word. */
  readonly asksFor: string | null;
}

/**
 * An agent that follows a script: work that mostly succeeds, a failure now and then that stays until its input is corrected,
 * a context that grows, and two questions to people. It keeps its own ledger and knows nothing of policies.
 */
export class ScriptedAgent {
  readonly #ledgerPath: string;
  readonly #draws: Draws;
  #acts = 0;
  #transcriptBytes = 0;
  #broken: { readonly target: string; readonly errorClass: string; input: string } | null = null;
  #questions: readonly { readonly atAct: number; readonly gate: string }[];

  constructor(ledgerPath: string, draws: Draws, questions: readonly { atAct: number; gate: string }[]) {
    this.#ledgerPath = ledgerPath;
    this.#draws = draws;
    this.#questions = questions;
  }

  /** Works at the goal; while something is broken it fails in the same way each time. */
  execute(): Report {
    this.#acts++;
    if (this.#broken === null && this.#draws.chance(0.08)) this.#break();
    const evidence = this.#broken === null ? [`work:${this.#acts}`] : [];
    const [question] = this.#questions;
    const asks = question !== undefined && this.#acts >= question.atAct && this.#broken === null;
    if (asks) this.#questions = this.#questions.slice(1);
    return this.#done('execute', evidence, asks ? question.gate : null);
  }

  /** Looks at what is broken and finds another input for it. */
  diagnose(): Report & { readonly input: string } {
    this.#acts++;
    const report = this.#done('diagnose', [`diagnosis:${this.#acts}`], null);
    const input = sha256Hex(`input ${this.#acts}`);
    // Most corrections hold; some fail again, with the new input.
    if (this.#broken !== null && this.#draws.chance(0.7)) this.#broken = null;
    else if (this.#broken !== null) this.#broken.input = input;
    return { ...report, input };
  }

  /** Makes the context small. */
  compact(): Report {
    this.#transcriptBytes = 100;
    return this.#done('compact', [], null);
  }

  #break(): void {
    const target = `pkg/${this.#draws.below(5)}`;
    const errorClass = this.#draws.pick(['TypeError', 'AssertionError']);
    this.#broken = { target, errorClass, input: sha256Hex(`input ${this.#acts}`) };
  }

  #done(act: LedgerLine['act'], evidence: readonly string[], asksFor: string | null): Report {
    const upTo = (most: number) => this.#draws.below(most);
    const line: LedgerLine = {
      act,
      toolCalls: 1 + upTo(6),
      seconds: upTo(30),
      children: act === 'execute' && this.#draws.chance(0.3) ? 1 : 0,
      usage: { input: upTo(5000), cached: upTo(5000), output: upTo(900), cost: upTo(40_000) },
      evidence,
      failure: act === 'execute' && this.#broken !== null ? { ...this.#broken } : null,
    };
    appendFileSync(this.#ledgerPath, `${JSON.stringify(line)}\n`);
    if (act !== 'compact') this.#transcriptBytes += 500 + upTo(2500);
    return { ...line, transcriptBytes: this.#transcriptBytes, asksFor };
  }
}
