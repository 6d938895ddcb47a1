import { PraxisError } from '../base/errors.ts';
import type { Embedder, Encoder, EncoderTraits } from './encoder.ts';
import type { EntryChange } from './library-state.ts';
import { situationOf } from './situation.ts';
import type { ExperienceStore, NewVectors, StoredVectors } from './store.ts';

/** The encoders of a library: one that is always at hand, and its model, where it has one. */
export interface LibraryEncoders {
  readonly floor: Encoder;
  readonly model: Embedder | null;
}

/** A task as situations are made of it. */
export interface StoredTask {
  /** That of its trajectory, as the evidence of an entry names it. */
  readonly id: string;
  readonly endedAt: string | null;
  readonly taskText: string;
}

/** The tasks of trajectories, as far as they are still stored. */
export type StoredTasks = (trajectoryIds: readonly string[]) => Promise<readonly StoredTask[]>;

/** Turns texts of entries into vectors of all spaces of a library, each text once. */
export class TextVectors {
  readonly #floor: Encoder;
  /** Null also where the model is the floor encoder itself. */
  readonly #model: Embedder | null;
  readonly #tasksOf: StoredTasks;
  readonly #known = new Map<string, Float32Array | null>();

  /** `tasksOf`: without it no entry gets a situation here. */
  constructor({ floor, model }: LibraryEncoders, tasksOf: StoredTasks = async () => []) {
    this.#floor = floor;
    this.#tasksOf = tasksOf;
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

  /** Vectors for every entry that is new or has another text; of a new one also where it was learnt. */
  async ofChanges(changes: readonly EntryChange[]): Promise<readonly NewVectors[]> {
    const vectors: NewVectors[] = [];
    const changed = changes.filter(({ before, after }) => after !== null && before?.text !== after.text);
    const spaces = await this.inAllSpaces(changed.map(({ after }) => after?.text ?? ''));
    for (const [index, { id, before, after }] of changed.entries()) {
      const situations = before === null ? await this.#situations(after?.evidence.trajectoryIds ?? []) : undefined;
      for (const [encoderId, texts] of spaces) {
        const made = { id, encoderId, text: texts[index] ?? null };
        const situation = situations?.get(encoderId);
        vectors.push(situation === undefined ? made : { ...made, situation });
      }
    }
    return vectors;
  }

  /**
   * Gives a library the spaces of these encoders, and takes others from it; `floor`: leaves the space of the model as it is.
   * Situations are made again of the tasks that are still stored.
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
      const stored: StoredVectors[] = [];
      for (const [index, entry] of entries.entries()) {
        const situation = (await this.#situations(entry.evidence.trajectoryIds)).get(id) ?? null;
        stored.push({ id: entry.id, text: vectors[index] ?? null, situation });
      }
      if ((await store.reembed({ role, encoderId: id, dims }, stored, library)) === 'applied') return;
    }
  }

  /** By the id of the encoder; empty where no task is stored any more. */
  async #situations(trajectoryIds: readonly string[]): Promise<ReadonlyMap<string, Float32Array | null>> {
    const tasks = trajectoryIds.length === 0 ? [] : await this.#tasksOf(trajectoryIds);
    const situations = new Map<string, Float32Array | null>();
    if (tasks.length === 0) return situations;
    for (const [encoderId, vectors] of await this.inAllSpaces(tasks.map((task) => task.taskText))) {
      const situated = tasks.map(({ id, endedAt }, index) => ({ id, endedAt, vector: vectors[index] ?? null }));
      situations.set(encoderId, situationOf(situated));
    }
    return situations;
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
