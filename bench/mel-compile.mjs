// From source text to a checked schema, hash included; generating code stands beside. First the domain of the run, warm, then
// domains of growing size, whose cost a line has to stay.
import { readFileSync } from 'node:fs';
import { compile, createProgram } from '../dist/mel.mjs';
import { median, paired, spread, threadMs, verdict } from './paired.mjs';

const rounds = Number(process.argv[2] ?? 15);

function schemaOf(source) {
  const { schema, diagnostics } = compile(source);
  if (schema === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return schema;
}

/** Milliseconds of this thread's processor time of one call, of `count` in a row. */
function timed(call, count) {
  return async () => {
    const began = threadMs();
    for (let n = 0; n < count; n++) call();
    return (threadMs() - began) / count;
  };
}

/** A domain of so many lines: members such as people write, over and over with names of their own. */
function domainOf(lines) {
  const part = (n) => `
  type Task${n} = { id: string, title: string, points: number, state: "open" | "done" | "dropped", owner?: string }
  state {
    tasks${n}: Array<Task${n}> = []
    limit${n}: number = 20
    chosen${n}: string | null = null
    notes${n}: Record<string, string> = {}
  }
  // What is still to be done.
  computed open${n} = filter(tasks${n}, $item.state == "open")
  computed sizes${n} = map(open${n}, $item.points)
  computed points${n} = sum(sizes${n})
  computed isFull${n} = len(open${n}) >= limit${n} || points${n} > 100
  computed mood${n} = match(len(open${n}), [0, "idle"], [1, "calm"], "busy")
  action add${n}(id: string, title: string, points: number)
    available when !isFull${n}
    dispatchable when trim(title) != "" && points >= 0 && points <= 13 {
    when existsById(tasks${n}, id) { fail "TAKEN" with concat("there is a task ", id) }
    onceIntent {
      patch tasks${n} = append(tasks${n}, { id: id, title: trim(title), points: points, state: "open" })
      patch notes${n}[id] = concat("added with ", toString(points))
    }
  }
  action finish${n}(id: string) available when len(open${n}) > 0 {
    when !existsById(tasks${n}, id) { stop "unknown" }
    onceIntent when isNull(chosen${n}) || chosen${n} == id {
      patch limit${n} = max(1, limit${n} + (mood${n} == "idle" ? 1 : 0))
      patch tasks${n} = updateById(tasks${n}, id, { state: "done" })
      patch chosen${n} = null
    }
  }`;
  const perPart = part(0).split('\n').length - 1;
  const parts = Array.from({ length: Math.ceil((lines - 2) / perPart) }, (_, n) => part(n));
  return `domain Large {${parts.join('')}\n}\n`;
}

const text = readFileSync(new URL('../src/run/reflective.mel', import.meta.url), 'utf8');
const schema = schemaOf(text);
const reflective = await paired(
  { compile: timed(() => schemaOf(text), 20), generate: timed(() => createProgram(schema), 20) },
  { rounds, warmUp: 20 },
);
console.log(`Node ${process.versions.node}; reflective.mel, ${text.split('\n').length} lines`);
console.log(`     generating code, ms: ${spread(reflective.generate, 2)}`);

const sizes = [100, 300, 1000, 3000, 10_000];
const rivals = {};
const counted = {};
for (const size of sizes) {
  const source = domainOf(size);
  counted[size] = source.split('\n').length;
  const large = schemaOf(source);
  const count = Math.max(1, Math.round(3000 / size));
  rivals[`compile ${size}`] = timed(() => schemaOf(source), count);
  rivals[`generate ${size}`] = timed(() => createProgram(large), count);
}
const times = await paired(rivals, { rounds, warmUp: 3 });
const per1000 = (name, size) => times[`${name} ${size}`].map((ms) => (ms * 1000) / counted[size]);
for (const size of sizes) {
  const [compiling, generating] = ['compile', 'generate'].map((name) => spread(per1000(name, size), 2));
  console.log(`     ${counted[size]} lines, ms per 1,000: ${compiling}; generating code ${generating}`);
}
const growth = per1000('compile', 10_000).map((ms, round) => ms / per1000('compile', 1000)[round]);
const base = per1000('compile', 100).map((ms, round) => per1000('compile', 10_000)[round] / ms);
const isMet = [
  verdict('compile of reflective.mel, warm, ms', reflective.compile, 2, ' ms'),
  verdict('cost a line at 10,000 lines over that at 1,000', growth, 1.5, '×'),
  verdict('cost a line at 10,000 lines over that at 100', base, 1.5, '×'),
];
if (median(reflective.compile) === 0) throw new Error('nothing was measured');
process.exitCode = isMet.includes(false) ? 1 : 0;
