// node tools/set.mjs '{"encoding":"brotli"}' changes settings.json.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../settings.json', import.meta.url);
const settings = { ...JSON.parse(readFileSync(file, 'utf8')), ...JSON.parse(process.argv[2]) };
writeFileSync(file, `${JSON.stringify(settings)}\n`);
