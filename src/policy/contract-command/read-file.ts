/** A file's bytes, or why there are none in the contract's words (`[Errno 2] No such file or directory: 'p.json'`). */
export type FileContent =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly detail: string };

/** Reads a file named as on the command line; relative paths are the reader's to resolve. */
export type ReadFile = (path: string) => FileContent;
