import { hash } from 'node:crypto';
import type { TextHash } from '../base/sha256.ts';

/** `sha256Hex` of texts by the system. */
export const systemTextHash: TextHash = (text) => hash('sha256', text);
