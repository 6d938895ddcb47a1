import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { Embedder } from '../../experience/encoder.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { askHelper } from './ask-helper.ts';
import type { HelperPlace } from './place.ts';
import { type Answer, encodeVector, type Greeting, lineReader, PROTOCOL } from './protocol.ts';

export interface HelperLife {
  /** Without a question for so long, it ends. */
  readonly idleMs: number;
  /** How often it looks whether its socket is still the one that clients find. */
  readonly lookMs: number;
}

/** How long another helper may take to answer before it counts as gone. */
const OTHER_PATIENCE_MS = 5000;
/** A client that neither asks nor goes is left after this time. */
const CLIENT_PATIENCE_MS = 10_000;

/**
 * Keeps an embedder warm for all processes of this user until nobody has asked for `idleMs`, the socket was replaced or
 * removed, or `signal` aborts. Returns at once where another helper answers already.
 */
export async function serveHelper(
  embedder: Embedder,
  place: HelperPlace,
  life: HelperLife,
  signal: AbortSignal,
): Promise<void> {
  const other = { place, embedder, texts: [], patienceMs: OTHER_PATIENCE_MS };
  if ((await askHelper(other)).kind === 'vectors') return;
  makePrivateFolder(place.folder);
  // Loaded before anyone can ask: who connects is answered at once.
  await embedder.embed(['warm']);
  const server = createServer();
  const inode = await listen(server, place);
  await untilOver(server, embedder, place, inode, life, signal);
  if (inodeOf(place.socket) === inode) rmSync(place.socket, { force: true });
  server.close();
}

/**
 * Under a name of its own first, which then takes the place of whatever stood there: two that start at once cannot delete
 * each other's socket, and clients find one that answers at every instant.
 */
async function listen(server: Server, place: HelperPlace): Promise<number> {
  const first = `${place.socket}.${process.pid}`;
  rmSync(first, { force: true });
  const mask = process.umask(0o177);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(first, resolve);
    process.umask(mask);
  });
  chmodSync(first, 0o600);
  const inode = inodeOf(first);
  renameSync(first, place.socket);
  if (inode === undefined) throw new TypeError(`${first} vanished`);
  return inode;
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

function untilOver(
  server: Server,
  embedder: Embedder,
  place: HelperPlace,
  inode: number,
  { idleMs, lookMs }: HelperLife,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const clients = new Set<Socket>();
    const end = (): void => {
      clearTimeout(idle);
      clearInterval(look);
      for (const client of clients) client.destroy();
      resolve();
    };
    const idle = setTimeout(end, idleMs);
    const look = setInterval(() => {
      if (inodeOf(place.socket) !== inode && clients.size === 0) end();
    }, lookMs);
    signal.addEventListener('abort', end, { once: true });
    server.on('connection', (client) => {
      clients.add(client);
      client.on('close', () => clients.delete(client));
      serveClient(client, embedder, () => idle.refresh());
    });
  });
}

function serveClient(client: Socket, embedder: Embedder, onAsked: () => void): void {
  const gone = new AbortController();
  client.setTimeout(CLIENT_PATIENCE_MS, () => client.destroy());
  client.on('close', () => gone.abort());
  // Whoever is gone needs no answer.
  client.on('error', () => client.destroy());
  const greeting: Greeting = { v: PROTOCOL, embedder: embedder.id, pid: process.pid };
  client.write(`${JSON.stringify(greeting)}\n`);
  const read = lineReader((line) => {
    onAsked();
    void answer(line, embedder, gone.signal).then((said) => client.end(`${JSON.stringify(said)}\n`));
  });
  client.on('data', (chunk: Buffer) => {
    if (!read(chunk)) client.destroy();
  });
}

async function answer(line: string, embedder: Embedder, gone: AbortSignal): Promise<Answer> {
  try {
    const { texts } = JSON.parse(line);
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return { error: 'no texts' };
    const vectors = await embedder.embed(texts, gone);
    return { vectors: vectors.map(encodeVector) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
