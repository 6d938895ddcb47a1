import { type WasmMemory, webAssembly } from '../../base/web-assembly.ts';
import { KERNEL_BASE64 } from './kernel-bytes.ts';

/** The functions of `wasm/vector-scan.ts`; pointers are byte offsets. */
export interface ScanKernel {
  accept(chunk: number, rows: number, lanes: number, list: number): number;
  signSums(chunk: number, rows: number, width: number, tables: number, sums: number): void;
  sieve(
    chunk: number,
    rows: number,
    sums: number,
    lanes: number,
    needs: number,
    list: number,
    unit: number,
    bias: number,
  ): number;
  dots(chunk: number, list: number, count: number, query: number, width: number, out: number): void;
  select(
    chunk: number,
    list: number,
    dots: number,
    count: number,
    lanes: number,
    thresholds: number,
    out: number,
    unit: number,
    norm: number,
    slack: number,
    floor: number,
    mix: number,
  ): number;
  transform(at: number, count: number): void;
}

let compiled: object | undefined;

/** The kernel over a memory. It is compiled once. */
export function scanKernel(memory: WasmMemory): ScanKernel {
  compiled ??= new webAssembly.Module(Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0)));
  return new webAssembly.Instance(compiled, { env: { memory } }).exports as ScanKernel;
}
