import { describe, expect, test } from 'vitest';
import { fileProblem } from './file-problem.ts';

describe('fileProblem', () => {
  test.each([
    ["cannot read JSON object nope: [Errno 2] No such file or directory: 'nope'", 'there is no checkpoint at nope'],
    ["cannot read JSON object policy.json: [Errno 2] No such file: 'p'", 'there is no policy at policy.json'],
    [
      "cannot read JSON object policy.json: [Errno 13] Permission denied: 'p'",
      'the policy policy.json may not be read',
    ],
    ["cannot read JSON object .: [Errno 21] Is a directory: '.'", '. is a folder, not a policy'],
    [
      'cannot read JSON object t.yaml: Expecting value: line 1 column 1 (char 0)',
      't.yaml is not JSON: Expecting value: line 1 column 1 (char 0)',
    ],
    ['expected JSON object: list.json', 'list.json holds JSON, but no object'],
  ])('says of "%s" what it means', (message, words) => {
    expect(fileProblem(message, './nope')).toBe(words);
  });

  test('leaves what is about the content of a document', () => {
    expect(fileProblem('missing policy fields: limits', null)).toBeNull();
  });
});
