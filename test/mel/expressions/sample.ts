import type { Draws } from '../../support/draws.ts';
import { PRODUCTIONS } from './productions.ts';
import { DECLARATIONS, type Ty } from './vocabulary.ts';
import { type Place, type Production, Writer } from './writer.ts';

/** A domain full of expressions. */
export interface Sample {
  readonly source: string;
  /** Expressions by the computed value, patch or effect argument they are: `r0`, `items`, `v0`. */
  readonly expressions: ReadonlyMap<string, string>;
}

const PARAMETERS: ReadonlyMap<Ty, readonly string[]> = new Map<Ty, readonly string[]>([
  ['number', ['p', '$input.p', '$context.limit', '$runtime.time.timestamp', 'input.p']],
  ['string', ['$runtime.intent.id', '$runtime.intent.action', '$runtime.time.iso', '$runtime.random.seed']],
  ['string?', ['q', '$input.q', '$context.region']],
  ['numbers', ['list']],
]);

/** What parameters `go` has. */
export const INPUT = 'p: number, q: string | null, list: Array<number>';

/** Draws domains whose expressions use every form about equally often. */
export class Samples {
  readonly #uses = new Map<Production, number>();
  readonly #draws: Draws;

  constructor(draws: Draws) {
    this.#draws = draws;
  }

  next(): Sample {
    const draws = this.#draws;
    const expressions = new Map<string, string>();
    const earlier = new Map<Ty, string[]>();
    const write = (name: string, place: Place, more: ReadonlyMap<Ty, readonly string[]>, ty?: Ty) => {
      const writer = new Writer(PRODUCTIONS, this.#uses, draws, place, more);
      const root = writer.root(1 + draws.below(4), ty);
      expressions.set(name, root.text);
      return root;
    };
    const computed = Array.from({ length: 12 }, (_, i) => {
      const { text, ty } = write(`r${i}`, 'computed', earlier);
      earlier.set(ty, [...(earlier.get(ty) ?? []), `r${i}`]);
      return `computed r${i} = ${text}`;
    });
    const inAction = new Map([...earlier, ...PARAMETERS]);
    const args = Array.from({ length: 6 }, (_, i) => `v${i}: ${write(`v${i}`, 'effect', inAction).text}`);
    const source = `domain V {${DECLARATIONS}
  ${computed.join('\n  ')}
  action go(${INPUT}) {
    onceIntent {
      patch items = ${write('items', 'patch', inAction, 'items').text}
      patch n = ${write('n', 'patch', inAction, 'number').text}
      effect t.see({ ${args.join(', ')} })
    }
  }
}`;
    return { source, expressions };
  }
}
