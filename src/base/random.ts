/** Randomness as an argument. The one implementation that reads the machine's source is in `host/`. */
export interface Random {
  bytes(count: number): Uint8Array;
}
