import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { Embedder } from '../../experience/encoder.ts';
import { readEnvironment } from '../../host/environment.ts';
import { unreadableBecause } from '../../host/read-bounded.ts';
import { openEmbedder } from '../../praxis/embedder.ts';
import { untilStopped } from '../../telemetry/stoppable-chunks.ts';
import { type TextFormat, textLines } from '../embed/text-lines.ts';
import { interruptible } from '../interrupt.ts';
import type { CommandIo } from '../io.ts';
import { closeStandardInput, standardInput } from '../standard-input.ts';

export interface EmbedFlags {
  readonly embedder?: string | undefined;
  readonly format: TextFormat;
  readonly json: boolean;
}

const HINT = 'Name a file with a text a line, or give it to standard input: `praxis embed - < texts.txt`.';
/** Texts that an embedder is asked for at once: enough to be worth a request, few enough that lines keep coming. */
const BATCH = 32;
/** Digits that tell every float32 from its neighbours. */
const DIGITS = 9;

/** `praxis embed`: a line of JSON for each text, in their order, as they become ready; exit 130 where an interrupt ended it. */
export async function embed(io: CommandIo, flags: EmbedFlags, path?: string): Promise<ExitCode> {
  const isStandard = path === undefined || path === '-';
  if (isStandard && io.stdinIsTerminal) io.stderr('Reading texts from the terminal, one a line; Ctrl-D ends.\n');
  const embedder = await openEmbedder(readEnvironment(), flags.embedder);
  let isStopped = false;
  await interruptible(
    io,
    async (signal) => {
      const chunks = isStandard ? standardInput(HINT) : fileChunks(resolve(io.cwd, path));
      const told = untilStopped(chunks, signal, () => new Promise((done) => setTimeout(done, 0)));
      await printVectors(io, embedder, textLines(told, flags.format), signal);
      isStopped = signal.aborted;
    },
    'printing what is ready',
  );
  if (isStopped && isStandard) closeStandardInput();
  return isStopped ? EXIT.interrupted : EXIT.ok;
}

async function printVectors(
  io: CommandIo,
  embedder: Embedder,
  lists: AsyncIterable<readonly string[]>,
  signal: AbortSignal,
): Promise<void> {
  const { id, dims } = embedder;
  for await (const texts of lists) {
    for (let start = 0; start < texts.length; start += BATCH) {
      if (signal.aborted || io.stdoutIsGone()) return;
      const some = texts.slice(start, start + BATCH);
      const vectors = await embedder.embed(some, signal).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (vectors === null) return;
      const lines = some.map((text, index) =>
        JSON.stringify({ text, vector: numbers(vectors[index] ?? null), embedder: { id, dims } }),
      );
      io.stdout(`${lines.join('\n')}\n`);
    }
  }
}

/** The shortest numbers that are the same float32; null: the text holds nothing to go by. */
function numbers(vector: Float32Array | null): readonly number[] | null {
  return vector === null ? null : Array.from(vector, (value) => Number(value.toPrecision(DIGITS)));
}

async function* fileChunks(path: string): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw new PraxisError('USAGE', `${path} ${unreadableBecause(error)}`, { hint: HINT, cause: error });
  }
}
