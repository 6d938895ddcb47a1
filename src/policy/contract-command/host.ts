import type { FileContent, ReadFile } from './read-file.ts';

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
}
