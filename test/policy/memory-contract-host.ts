import type { ContractHost } from '../../src/policy/contract-command/index.ts';

/** A host for the contract's command whose only files are the given ones; no schema is there. */
export function memoryContractHost(
  files: { readonly [name: string]: string },
  env: ContractHost['env'] = {},
): ContractHost {
  return {
    readFile: (path) => {
      const text = files[path];
      return text === undefined
        ? { kind: 'failed', detail: 'missing' }
        : { kind: 'bytes', bytes: new TextEncoder().encode(text) };
    },
    env,
    userHome: '/home/ana',
    runtimeVersion: '1.2.3',
    checkpoints: {
      change: () => Promise.reject(new Error('nothing is written here')),
      create: () => Promise.reject(new Error('nothing is written here')),
    },
    readSchema: (name) => ({ kind: 'failed', detail: `no ${name}` }),
  };
}
