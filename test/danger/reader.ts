import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../e2e/support.ts';

/** Reads the state files below a folder again and again in a process of its own, as anybody may. */
export interface Reader {
  /** Ends it and answers what was wrong, and how often it read. */
  stop(): Promise<{ readonly problems: readonly string[]; readonly reads: number }>;
}

const SCRIPT = `
const fs = require('node:fs'); const path = require('node:path');
const yaml = require(process.argv[2]);
const root = process.argv[1]; const last = new Map(); const problems = new Set(); let reads = 0;
const cumulative = ['cycle', 'tool_calls', 'elapsed_seconds', 'transcript_bytes', 'children_spawned'];
const text = (file) => { try { return fs.readFileSync(file, 'utf8'); } catch (error) { if (error.code === 'ENOENT') return undefined; throw error; } };
function look(folder) {
  let names; try { names = fs.readdirSync(folder); } catch { return; }
  for (const name of names) {
    if (name.startsWith('.')) continue;
    const file = path.join(folder, name); const read = text(file);
    if (read === undefined) continue;
    reads++;
    try {
      if (/^checkpoint-[a-z]+\\.json$/.test(name)) {
        const now = JSON.parse(read);
        if (!read.endsWith('}\\n')) throw new Error('no end');
        for (const member of cumulative) {
          if (!Number.isInteger(now[member])) throw new Error(member);
          const before = last.get(file)?.[member] ?? 0;
          if (now[member] < before) problems.add(file + ': ' + member + ' fell from ' + before + ' to ' + now[member]);
        }
        last.set(file, now);
      } else if (name.endsWith('.yml')) {
        const par = yaml.parse(read);
        if (typeof par !== 'object' || par === null || !read.endsWith('\\n')) throw new Error('no mapping');
      } else if (name.endsWith('_final.md')) {
        if (!read.endsWith('\\n')) throw new Error('cut short');
      }
    } catch (error) { problems.add(file + ': ' + error.message); }
  }
}
let isOver = false;
process.stdin.on('data', () => { isOver = true; }).on('end', () => { isOver = true; });
(function loop() {
  look(path.join(root, 'tree', '.coord'));
  if (isOver) { process.stdout.write(JSON.stringify({ problems: [...problems], reads })); process.exit(0); }
  setTimeout(loop, 3);
})();`;

export function startReader(folder: string): Reader {
  const yaml = join(ROOT, 'node_modules/yaml');
  const child = spawn(process.execPath, ['-e', SCRIPT, folder, yaml], { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return {
    async stop() {
      child.stdin.end();
      await closed;
      return JSON.parse(text);
    },
  };
}
