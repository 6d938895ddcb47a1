import { join } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import type { Embedder, EncoderTraits } from '../../experience/encoder.ts';
import type { HeldLibrary } from '../../experience/held-library.ts';
import { LayeredLibrary } from '../../experience/layered-library.ts';
import type { LibraryScope } from '../../experience/library-index.ts';
import type { Planner } from '../../experience/plan-batch.ts';
import type { Submitted } from '../../experience/submit.ts';
import { type LibraryEncoders, TextVectors } from '../../experience/text-vectors.ts';
import { systemClock } from '../../host/clock.ts';
import type { Environment } from '../../host/environment.ts';
import { floorEncoder } from '../../models/floor-encoder.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import { INJECT_FILES, type InjectFileName, isPublished, publishFile, withdrawFile } from './inject-file.ts';
import { judgeBy, type LibraryPlaces, type OpenHeld, openInMemory } from './library-at.ts';
import { type Wish, write } from './library-writer.ts';
import { storedTasks } from './stored-tasks.ts';

type OpenModel = (environment: Environment) => Promise<Embedder | null>;

/** The libraries of one caller: opened, filled with vectors and joined when they are first needed. */
export class LibrarySession {
  readonly #places: LibraryPlaces;
  readonly #openModel: OpenModel;
  readonly #opened = new Map<LibraryScope, OpenHeld>();
  readonly #settled = new Map<HeldLibrary, 'all' | 'floor'>();
  #standIn: OpenHeld | undefined;
  #encoders: Promise<LibraryEncoders> | undefined;
  #vectors: TextVectors | undefined;
  #layered: LayeredLibrary | undefined;
  #isClosed = false;

  constructor(places: LibraryPlaces, openModel: OpenModel) {
    this.#places = places;
    this.#openModel = openModel;
  }

  /** The library of a scope as it is now; undefined where there is none yet. */
  async existing(scope: LibraryScope): Promise<HeldLibrary | undefined> {
    const held = (await this.#open(scope, false))?.held;
    await held?.refresh();
    return held;
  }

  encoders(): Promise<LibraryEncoders> {
    this.#encoders ??= this.#openModel(this.#places.environment).then((model) => ({ floor: floorEncoder, model }));
    return this.#encoders;
  }

  /** Both libraries, with vectors in all spaces, or in that of the floor alone. */
  async layered(spaces: 'all' | 'floor'): Promise<LayeredLibrary> {
    const repository = (await this.#open('r', false)) ?? (await this.#inMemory());
    const user = (await this.#open('u', false)) ?? null;
    await this.#settle(repository, spaces);
    if (user !== null) await this.#settle(user, spaces);
    return this.#join(repository.held, user?.held ?? null);
  }

  /** Asks the library of a scope, made where it is missing, for a batch. */
  async write(scope: LibraryScope, wish: Wish): Promise<Submitted> {
    const submitted = await write(await this.planner(scope), wish);
    if (submitted.kind === 'applied') await this.publish();
    return submitted;
  }

  /** What batches of the library of a scope, made where it is missing, are planned with. */
  async planner(scope: LibraryScope): Promise<Planner> {
    const library = await this.#open(scope, true);
    if (library === undefined) throw new TypeError('a library that is made is there');
    const vectors = await this.texts();
    return { held: library.held, vectors, judge: judgeBy(vectors.main) };
  }

  get environment(): Environment {
    return this.#places.environment;
  }

  /** Keeps what was given to a live session, unless nothing may be recorded. */
  async record(marks: readonly MarkRecord[]): Promise<void> {
    if (this.#places.environment.isCaptureOff) return;
    const opened = await this.#open('r', true);
    const records = marks.map((record) => ({ record }));
    await opened?.database.add(records, { source: 'live', nowMs: systemClock.nowMs() });
  }

  async close(): Promise<void> {
    await this.publish();
    this.#isClosed = true;
    await this.#standIn?.database.close();
    for (const { database } of this.#opened.values()) await database.close();
    this.#opened.clear();
  }

  /** Gives hooks what the libraries hold now, where that is not what their files say. */
  async publish(): Promise<void> {
    try {
      for (const scope of ['r', 'u'] as const) {
        const opened = this.#opened.get(scope);
        if (opened !== undefined) await this.#publishAll(opened);
      }
    } catch {
      // What the user asked for is done, or has failed by itself; whoever opens the library next publishes it.
    }
  }

  async #publishAll(opened: OpenHeld): Promise<void> {
    const { folder, held } = opened;
    const { version, generation } = await held.store.stamp();
    if (folder === null || version === 0) return;
    const user = held.scope === 'u' ? 0 : (await this.#opened.get('u')?.held.store.stamp())?.version;
    const stamp = { version, generation, ...(user !== undefined && { user }) };
    if (!isPublished(join(folder, INJECT_FILES.floor), stamp, floorEncoder.id)) {
      await this.#publish(opened, folder, INJECT_FILES.floor, floorEncoder);
    }
    if (this.#encoders === undefined) return;
    const { model } = await this.#encoders;
    if (model === null) return withdrawFile(folder, INJECT_FILES.model);
    if (isPublished(join(folder, INJECT_FILES.model), stamp, model.id)) return;
    await this.#publish(opened, folder, INJECT_FILES.model, model);
  }

  async #publish(opened: OpenHeld, folder: string, name: InjectFileName, encoder: EncoderTraits): Promise<void> {
    const layered = await this.layered(name === INJECT_FILES.floor ? 'floor' : 'all');
    await layered.searchable(encoder);
    const library = await opened.held.searchable(encoder);
    const isBeneath = opened.held === layered.user;
    const rivals = isBeneath ? undefined : (await layered.user?.searchable(encoder))?.rivals;
    const { version, generation } = opened.held.stamp;
    const user = isBeneath ? 0 : (layered.user?.stamp.version ?? 0);
    publishFile(folder, name, { library, encoder, rivals: rivals ?? new Map(), stamp: { version, generation, user } });
  }

  async #open(scope: LibraryScope, isMade: boolean): Promise<OpenHeld | undefined> {
    this.#checkOpen();
    const known = this.#opened.get(scope);
    if (known !== undefined) return known;
    if (scope === 'u' && this.#places.isUserLibrary) return undefined;
    const opened = await this.#places.open(scope, isMade);
    if (opened !== undefined) this.#opened.set(scope, opened);
    return opened;
  }

  async #inMemory(): Promise<OpenHeld> {
    this.#checkOpen();
    this.#standIn ??= await openInMemory();
    return this.#standIn;
  }

  /** Turns texts into vectors of all spaces. */
  async texts(): Promise<TextVectors> {
    this.#vectors ??= new TextVectors(await this.encoders(), async (ids) => {
      // Evidence is of the sessions of the repository alone.
      const repository = await this.#open('r', false);
      return repository === undefined ? [] : storedTasks(repository.database)(ids);
    });
    return this.#vectors;
  }

  #checkOpen(): void {
    if (this.#isClosed)
      throw new PraxisError('USAGE', 'the library was closed', { hint: 'Open it again before you use it.' });
  }

  async #settle({ held }: OpenHeld, spaces: 'all' | 'floor'): Promise<void> {
    const done = this.#settled.get(held);
    if (done === 'all' || done === spaces) return;
    await (await this.texts()).settle(held.store, spaces);
    await held.refresh();
    this.#settled.set(held, spaces);
  }

  async #join(repository: HeldLibrary, user: HeldLibrary | null): Promise<LayeredLibrary> {
    const known = this.#layered;
    if (known !== undefined && known.repository === repository && known.user === user) return known;
    const { main } = await this.texts();
    this.#layered = new LayeredLibrary(repository, user, main, judgeBy(main));
    return this.#layered;
  }
}
