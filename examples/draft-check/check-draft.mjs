// node check-draft.mjs RULE: exits with 1 and says where the draft breaks the rule.
import { readFileSync } from 'node:fs';

const draft = readFileSync('draft.md', 'utf8');
const rules = {
  finished: () => draft.split('\n').flatMap((line, at) => (line.includes('TODO') ? [`line ${at + 1}: unfinished`] : [])),
  summary: () => (/^Summary: \S/m.test(draft) ? [] : ['no line begins with "Summary:"']),
  sentences: () =>
    draft
      .split(/(?<=[.!?])\s+/)
      .filter((sentence) => sentence.split(/\s+/).length > 25)
      .map((sentence) => `too long: ${sentence.slice(0, 40)} …`),
};
const rule = rules[process.argv[2]];
if (rule === undefined) throw new Error(`unknown rule ${process.argv[2]}`);
const problems = rule();
for (const problem of problems) console.log(`error: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
