import { describe, expect, test } from 'vitest';
import {
  EMPTY_VIEW,
  GUIDELINES_HEADING,
  type InjectionBlock,
  injectionBlock,
  stepAtCompaction,
  stepAtPrompt,
  voidWithheld,
} from './injection-block.ts';

function block(...ids: readonly string[]): InjectionBlock {
  return injectionBlock(ids.map((id) => ({ id, text: `Text of ${id}.` })));
}

describe('the block', () => {
  test('holds a line a guideline, and under a heading the same', () => {
    const guidelines = [
      { id: 'r2', text: 'Read first.' },
      { id: 'u1', text: 'Use [x].' },
    ];
    expect(injectionBlock(guidelines)).toMatchObject({ text: '[G0] Read first.\n[G1] Use [x].', ids: ['r2', 'u1'] });
    expect(injectionBlock(guidelines, GUIDELINES_HEADING).text).toBe(
      `${GUIDELINES_HEADING}\n[G0] Read first.\n[G1] Use [x].`,
    );
  });

  test('of nothing is nothing, without a heading too', () => {
    expect(injectionBlock([], GUIDELINES_HEADING)).toMatchObject({ text: '', ids: [] });
  });

  test('has one hash for one content', () => {
    expect(block('r1').contentHash).toBe(block('r1').contentHash);
    expect(block('r1').contentHash).not.toBe(block('r2').contentHash);
  });
});

describe('in the session of a host', () => {
  test('a block is given once, and again when it changed', () => {
    const first = stepAtPrompt(EMPTY_VIEW, block('r1'));
    const second = stepAtPrompt(first.view, block('r1'));
    const third = stepAtPrompt(second.view, block('r1', 'r2'));
    expect([first.given, second.given, third.given]).toEqual([block('r1'), null, block('r1', 'r2')]);
    expect(third.view.inView).toEqual(['r1', 'r2']);
  });

  test('an empty block gives nothing and hides nothing that is in the context', () => {
    const { view } = stepAtPrompt(EMPTY_VIEW, block('r1'));
    expect(stepAtPrompt(view, block())).toEqual({ given: null, view });
  });

  test('a compaction clears the view and gives the latest block again', () => {
    expect(stepAtCompaction(block('r2'))).toEqual({
      given: block('r2'),
      view: { contentHash: block('r2').contentHash, inView: ['r2'] },
    });
    expect(stepAtCompaction(block())).toEqual({ given: null, view: EMPTY_VIEW });
  });

  test('withholding what is still in the context is void', () => {
    const { view } = stepAtPrompt(EMPTY_VIEW, block('r1', 'r2'));
    expect(voidWithheld(view, ['r2', 'r3'])).toEqual(['r2']);
  });
});
