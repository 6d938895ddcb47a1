import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitFinalText } from './claim.ts';

describe('splitFinalText', () => {
  test('takes the claim from the last line, and the text without it', () => {
    const line =
      '{"praxis":{"expected_signal":0.8,"expected_gain":0.3,"summary":"mended","usage":{"input_tokens":10,"output_tokens":2},"ask_human":{"gate":"deploy","question":"go?","action":{"to":"prod"}}}}';
    expect(splitFinalText(`all done\n${line}\n\n`)).toEqual({
      text: 'all done\n',
      claim: {
        expectedSignal: 0.8,
        expectedGain: 0.3,
        summary: 'mended',
        askHuman: { gate: 'deploy', question: 'go?', action: { to: 'prod' } },
        usage: { inputTokens: 10, cachedInputTokens: null, outputTokens: 2, costMicrousd: null },
        problems: [],
      },
    });
  });

  test.each(['', 'plain words', '{"other":1}', '{"praxis":{}}\nmore'])('finds none in %j', (text) => {
    expect(splitFinalText(text)).toEqual({ text, claim: null });
  });

  test('what is absent or null is unknown, and no problem', () => {
    expect(splitFinalText('{"praxis":{"summary":null,"expected_gain":0}}').claim).toEqual({
      expectedSignal: null,
      expectedGain: 0,
      summary: null,
      askHuman: null,
      usage: null,
      problems: [],
    });
  });

  test('what is malformed is left out and counted', () => {
    const line =
      '{"praxis":{"expected_signal":2,"expected_gain":"much","summary":7,"usage":{"input_tokens":-1},"ask_human":{"question":"?"}}}';
    const { claim } = splitFinalText(line);
    expect(claim).toMatchObject({ expectedSignal: null, expectedGain: null, summary: null, askHuman: null });
    expect(claim?.problems).toEqual([
      'expected_signal: expected a number from 0 to 1',
      'expected_gain: expected a number from -1 to 1',
      'summary: expected text',
      'ask_human: expected an object with a gate',
      'usage.input_tokens: expected a whole number, at least 0',
    ]);
  });

  test.each([
    '{"praxis":{"expected_signal":0.8',
    '{"praxis":[]}',
    '{"praxis":{}} trailing',
    `{"praxis":{"ask_human":{"gate":"g","action":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`,
  ])('a line that only looks like a claim is one problem: %#', (line) => {
    expect(splitFinalText(line).claim?.problems).toHaveLength(1);
  });

  test('secrets in a claim are redacted', () => {
    const { claim } = splitFinalText('{"praxis":{"summary":"with DB_PASSWORD=hunter2 it works"}}');
    expect(claim?.summary).not.toContain('hunter2');
  });

  test('never throws, whatever an actor writes', () => {
    const json = fc.json().map((text) => `{"praxis":${text}}`);
    fc.assert(fc.property(fc.oneof(fc.string(), json), (text) => splitFinalText(text) !== undefined));
  });
});
