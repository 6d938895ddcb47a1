import { helperPlace } from '../host/embedder-helper/place.ts';
import { serveHelper } from '../host/embedder-helper/serve-helper.ts';
import { environmentOf } from '../host/environment.ts';
import { openOwnEmbedder } from './embedder.ts';

const IDLE_MS = 600_000;
const LOOK_MS = 5000;

/** The helper program: PRAXIS_HOME, the embedder as PRAXIS_EMBEDDER names it, and how long it waits and between looks, in ms. */
const [home = '', choice = '', idleMs = `${IDLE_MS}`, lookMs = `${LOOK_MS}`] = process.argv.slice(2);
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
const embedder = await openOwnEmbedder(environmentOf({ PRAXIS_HOME: home }, home), choice);
const place = helperPlace(home, embedder.id);
if (place !== null) {
  await serveHelper(embedder, place, { idleMs: Number(idleMs), lookMs: Number(lookMs) }, stop.signal);
}
