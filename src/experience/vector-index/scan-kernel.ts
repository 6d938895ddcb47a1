import { type WasmMemory, webAssembly } from '../../base/web-assembly.ts';
import { KERNEL_BASE64 } from './kernel-bytes.ts';

/** The functions of `wasm/vector-scan.ts`; pointers are byte offsets. */
export interface ScanKernel {
  sieve(
    chunk: number,
    rows: number,
    width: number,
    tables: number,
    sums: number,
    needs: number,
    list: number,
    unit: number,
    bias: number,
    least: number,
  ): number;
  compare(
    chunk: number,
    list: number,
    count: number,
    query: number,
    width: number,
    dots: number,
    out: number,
    unit: number,
    norm: number,
    slack: number,
    floor: number,
    mix: number,
    threshold: number,
  ): number;
  writeRow(chunk: number, row: number, width: number, from: number): number;
  writeQuery(from: number, to: number, width: number, top: number): void;
  writeSigns(chunk: number, row: number, width: number, from: number): void;
  rotate(at: number, width: number, span: number, flips: number, rounds: number): void;
}

let compiled: object | undefined;

/** The kernel over a memory. It is compiled once. */
export function scanKernel(memory: WasmMemory): ScanKernel {
  compiled ??= new webAssembly.Module(Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0)));
  return new webAssembly.Instance(compiled, { env: { memory } }).exports as ScanKernel;
}
