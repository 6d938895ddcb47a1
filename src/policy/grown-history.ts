import type { HistoryEvent } from './goal-history.ts';

/**
 * The places at which histories that grew from one another have each request id. All of them share one, so that an advance
 * need not look through a long history; where a place is another history's, the event there says so.
 */
type Places = Map<string, readonly number[]>;

const places = new WeakMap<readonly HistoryEvent[], Places>();

/** Whether an advance of this request id is in the history. */
export function hasRequest(history: readonly HistoryEvent[], requestId: string): boolean {
  // What can still change would leave its places behind.
  if (!Object.isFrozen(history)) return history.some((event) => event.requestId === requestId);
  return (placesOf(history).get(requestId) ?? []).some((place) => history[place]?.requestId === requestId);
}

/** A history with one more event, frozen. */
export function grownHistory(history: readonly HistoryEvent[], event: HistoryEvent): readonly HistoryEvent[] {
  const grown = Object.freeze([...history, event]);
  if (!Object.isFrozen(history)) return grown;
  const shared = placesOf(history);
  addPlace(shared, event.requestId, history.length);
  places.set(grown, shared);
  return grown;
}

function placesOf(history: readonly HistoryEvent[]): Places {
  const known = places.get(history);
  if (known !== undefined) return known;
  const made: Places = new Map();
  for (const [place, event] of history.entries()) addPlace(made, event.requestId, place);
  places.set(history, made);
  return made;
}

function addPlace(shared: Places, requestId: string, place: number): void {
  const before = shared.get(requestId) ?? [];
  if (!before.includes(place)) shared.set(requestId, [...before, place]);
}
