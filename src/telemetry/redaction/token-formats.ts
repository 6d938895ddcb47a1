import type { TokenFormat } from './token-format.ts';
import { AI_FORMATS } from './token-formats-ai.ts';
import { BUSINESS_FORMATS } from './token-formats-business.ts';
import { CLOUD_FORMATS } from './token-formats-cloud.ts';
import { CODE_FORMATS } from './token-formats-code.ts';

/** How the tokens of known issuers begin and go on: our own table, with where each form is described. */
export const TOKEN_FORMATS: readonly TokenFormat[] = [
  ...CLOUD_FORMATS,
  ...CODE_FORMATS,
  ...AI_FORMATS,
  ...BUSINESS_FORMATS,
];
