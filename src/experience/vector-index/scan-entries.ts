import { nearer } from './cosine.ts';
import { Kinds } from './kinds.ts';
import { ScanRows } from './scan-rows.ts';
import type { IndexedEntry, Similarity } from './vector-index.ts';

/** An entry by its place. */
export interface ScanEntry {
  readonly id: number;
  kind: number;
  confidence: number;
  textRow: number;
  /** -1 where there is no such vector. */
  situationRow: number;
  /** Number of the last search that compared its floats. */
  compared: number;
  /** Number of the last search that found it at or above the floor. */
  above: number;
}

/** The entries of a scan and their vectors. Places have no gaps: the last entry takes that of one that is removed. */
export class ScanEntries {
  readonly rows: ScanRows;
  readonly kinds = new Kinds();
  readonly #entries: ScanEntry[] = [];
  readonly #places = new Map<number, number>();

  constructor(dims: number, signsFrom: number) {
    this.rows = new ScanRows(dims, signsFrom);
  }

  get size(): number {
    return this.#entries.length;
  }

  ids(): Iterable<number> {
    return this.#places.keys();
  }

  at(place: number): ScanEntry | undefined {
    return this.#entries[place];
  }

  find(id: number): ScanEntry | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#entries[place];
  }

  /** The vectors of an entry as they lie here. */
  vectors({ textRow, situationRow }: ScanEntry): Pick<IndexedEntry, 'text' | 'situation'> {
    return {
      text: this.rows.vector(textRow),
      situation: situationRow === -1 ? null : this.rows.vector(situationRow),
    };
  }

  similarity({ textRow, situationRow }: ScanEntry, query: Float32Array): Similarity {
    const byText = this.rows.cosine(textRow, query);
    return nearer(byText, situationRow === -1 ? null : this.rows.cosine(situationRow, query));
  }

  put(id: number, { group, confidence, text, situation }: IndexedEntry): void {
    const place = this.#places.get(id);
    const known = this.find(id);
    if (place === undefined || known === undefined) {
      this.#add(id, { group, confidence, text, situation });
      return;
    }
    this.rows.write(known.textRow, text);
    if (situation === null) this.#dropSituation(known);
    else if (known.situationRow === -1) known.situationRow = this.rows.add(known.kind, situation, place);
    else this.rows.write(known.situationRow, situation);
    this.change(known, { group, confidence });
  }

  change(entry: ScanEntry, { group, confidence }: Pick<IndexedEntry, 'group' | 'confidence'>): void {
    const kind = this.kinds.enter(group);
    const former = entry.kind;
    entry.confidence = confidence;
    entry.kind = kind;
    if (kind !== former) {
      entry.textRow = this.#movedRow(entry.textRow, kind);
      if (entry.situationRow !== -1) entry.situationRow = this.#movedRow(entry.situationRow, kind);
    }
    this.kinds.leave(former);
    this.#label(entry);
  }

  remove(id: number): boolean {
    const place = this.#places.get(id);
    const entry = this.find(id);
    if (place === undefined || entry === undefined) return false;
    this.#dropSituation(entry);
    this.#dropRow(entry.textRow);
    this.kinds.leave(entry.kind);
    this.#places.delete(id);
    const last = this.#entries.pop();
    if (last === undefined || last === entry) return true;
    this.#entries[place] = last;
    this.#places.set(last.id, place);
    this.rows.setEntry(last.textRow, place);
    if (last.situationRow !== -1) this.rows.setEntry(last.situationRow, place);
    return true;
  }

  #add(id: number, { group, confidence, text, situation }: IndexedEntry): void {
    const place = this.#entries.length;
    const kind = this.kinds.enter(group);
    const textRow = this.rows.add(kind, text, place);
    const situationRow = situation === null ? -1 : this.rows.add(kind, situation, place);
    const entry: ScanEntry = { id, kind, confidence, textRow, situationRow, compared: 0, above: 0 };
    this.#entries.push(entry);
    this.#places.set(id, place);
    this.#label(entry);
  }

  #label({ confidence, textRow, situationRow }: ScanEntry): void {
    this.rows.setConfidence(textRow, confidence);
    if (situationRow !== -1) this.rows.setConfidence(situationRow, confidence);
  }

  #movedRow(row: number, kind: number): number {
    const moved = this.rows.add(kind, this.rows.vector(row), this.rows.entryOf(row));
    this.#dropRow(row);
    return moved;
  }

  #dropSituation(entry: ScanEntry): void {
    if (entry.situationRow === -1) return;
    this.#dropRow(entry.situationRow);
    entry.situationRow = -1;
  }

  #dropRow(row: number): void {
    const former = this.rows.remove(row);
    const entry = former === null ? undefined : this.#entries[this.rows.entryOf(row)];
    if (entry === undefined) return;
    if (entry.textRow === former) entry.textRow = row;
    else entry.situationRow = row;
  }
}
