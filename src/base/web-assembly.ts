/** Memory that a module and its caller share. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** Adds pages of 64 KB, which replaces the buffer; the pages before. */
  grow(pages: number): number;
}

/** The part of WebAssembly that Praxis uses; TypeScript declares it for browsers alone. */
interface WebAssemblyEngine {
  readonly Memory: new (descriptor: { readonly initial: number; readonly maximum?: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: unknown };
}

/** The engine of the running Node or browser. */
export const webAssembly: WebAssemblyEngine = Reflect.get(globalThis, 'WebAssembly');
