import type { ExactObject } from '../../base/exact-json.ts';
import type { Change, HeldFile } from '../held-file.ts';
import type { FileContent, ReadFile } from './read-file.ts';

/** Checkpoint files as the contract's command writes them; failures are a PraxisError with the contract's message. */
export interface CheckpointFiles {
  /** Changes a file under its lock. */
  change<T>(path: string, change: (found: HeldFile) => Change<T>): Promise<T>;
  /** Makes a file that must not be there yet. */
  create(path: string, document: ExactObject): Promise<void>;
}

/** What the contract's command touches of the world. */
export interface ContractHost {
  readonly readFile: ReadFile;
  readonly env: { readonly [name: string]: string | undefined };
  /** The home folder of the user, which `~` stands for; absolute. */
  readonly userHome: string;
  /** Version of what runs the command. */
  readonly runtimeVersion: string;
  /** A schema that is published with the contract, by its file name. */
  readSchema(name: string): FileContent;
  readonly checkpoints: CheckpointFiles;
}
