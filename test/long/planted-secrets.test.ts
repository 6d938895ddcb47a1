import { expect, test } from 'vitest';
import type { PlainJson } from '../../src/base/exact-json.ts';
import { redactJson, redactText } from '../../src/telemetry/redact.ts';
import { plantSecrets } from '../redaction/planted.ts';
import { survivors } from '../redaction/survival.ts';
import { share } from './share.ts';

const SESSIONS = share(40);

test(`no secret is left in ${SESSIONS} sessions of 2,000 of them`, { timeout: 900_000 }, () => {
  const left = Array.from({ length: SESSIONS }, (_, i) => plantSecrets(2_000, 1_000 + i)).flatMap((planted) =>
    planted.flatMap(({ kind, secret, text, record }) => {
      const redacted = [JSON.stringify(redactJson(record as PlainJson)), redactText(text)];
      return survivors(redacted.join('\n\n'), [secret]).size === 0 ? [] : [`${kind}: ${secret} in ${text}`];
    }),
  );
  expect(left).toEqual([]);
});
