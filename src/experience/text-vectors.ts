import { PraxisError } from '../base/errors.ts';
import type { Embedder, Encoder, EncoderTraits } from './encoder.ts';
import type { EntryChange } from './library-state.ts';
import type { ExperienceStore, NewVectors, StoredVectors } from './store.ts';

/** The encoders of a library: one that is always at hand, and its model, where it has one. */
export interface LibraryEncoders {
  readonly floor: Encoder;
  readonly model: Embedder | null;
}

/** Turns texts of entries into vectors of all spaces of a library, each text once. */
export class TextVectors {
  readonly #floor: Encoder;
  /** Null also where the model is the floor encoder itself. */
  readonly #model: Embedder | null;
  readonly #known = new Map<string, Float32Array | null>();

  constructor({ floor, model }: LibraryEncoders) {
    this.#floor = floor;
    this.#model = model === null || model.id === floor.id ? null : model;
  }

  /** The one that compares: the model where there is one. */
  get main(): EncoderTraits {
    return this.#model ?? this.#floor;
  }

  /** The vector by which a text is compared. */
  async compared(text: string): Promise<Float32Array | null> {
    if (this.#model === null) return this.#floor.encode(text);
    const [vector] = await this.#embedded(this.#model, [text]);
    return vector ?? null;
  }

  /** The vectors of texts in every space, by the id of its encoder. */
  async inAllSpaces(texts: readonly string[]): Promise<ReadonlyMap<string, readonly (Float32Array | null)[]>> {
    const spaces = new Map<string, readonly (Float32Array | null)[]>();
    spaces.set(
      this.#floor.id,
      texts.map((text) => this.#floor.encode(text)),
    );
    if (this.#model !== null) spaces.set(this.#model.id, await this.#embedded(this.#model, texts));
    return spaces;
  }

  /** Vectors for every entry that is new or has another text. */
  async ofChanges(changes: readonly EntryChange[]): Promise<readonly NewVectors[]> {
    const texts = changes.flatMap(({ id, before, after }) =>
      after === null || before?.text === after.text ? [] : [{ id, text: after.text }],
    );
    const floor = texts.map(({ id, text }) => ({ id, encoderId: this.#floor.id, text: this.#floor.encode(text) }));
    const model = this.#model;
    if (model === null) return floor;
    const vectors = await this.#embedded(
      model,
      texts.map((one) => one.text),
    );
    return [...floor, ...texts.map(({ id }, index) => ({ id, encoderId: model.id, text: vectors[index] ?? null }))];
  }

  /**
   * Gives a library the spaces of these encoders, and takes others from it; `floor`: leaves the space of the model as it is.
   * The situations of a space are lost with it.
   */
  async settle(store: ExperienceStore, spaces: 'all' | 'floor' = 'all'): Promise<void> {
    const known = await store.encoders();
    const idOf = (role: 'model' | 'floor') => known.find((one) => one.role === role)?.encoderId;
    if (idOf('floor') !== this.#floor.id) await this.#reembed(store, 'floor', this.#floor);
    if (spaces === 'floor') return;
    if (this.#model === null) {
      if (idOf('model') !== undefined) await store.forgetEncoder('model');
    } else if (idOf('model') !== this.#model.id) {
      await this.#reembed(store, 'model', this.#model);
    }
  }

  async #reembed(store: ExperienceStore, role: 'model' | 'floor', { id, dims }: EncoderTraits): Promise<void> {
    for (;;) {
      const library = await store.read();
      const entries = [...library.entries.values()];
      const texts = entries.map((entry) => entry.text);
      const vectors =
        role === 'model' && this.#model !== null
          ? await this.#embedded(this.#model, texts)
          : texts.map((text) => this.#floor.encode(text));
      const stored = entries.map(
        (entry, index): StoredVectors => ({
          id: entry.id,
          text: vectors[index] ?? null,
          situation: null,
        }),
      );
      if ((await store.reembed({ role, encoderId: id, dims }, stored, library)) === 'applied') return;
    }
  }

  async #embedded(model: Embedder, texts: readonly string[]): Promise<readonly (Float32Array | null)[]> {
    const missing = [...new Set(texts)].filter((text) => !this.#known.has(text));
    const vectors = missing.length === 0 ? [] : await model.embed(missing);
    if (vectors.length !== missing.length) throw unanswered(model, missing.length, vectors.length);
    for (const [index, text] of missing.entries()) this.#known.set(text, vectors[index] ?? null);
    return texts.map((text) => this.#known.get(text) ?? null);
  }
}

function unanswered({ id }: Embedder, asked: number, got: number): PraxisError {
  return new PraxisError('EMBEDDER_FAILED', `${id} answered ${got} of ${asked} texts`, {
    hint: 'Nothing was changed. See that the embedder works: `praxis embed`.',
  });
}
