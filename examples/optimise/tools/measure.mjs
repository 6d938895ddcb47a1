// Packs the timetable as settings.json says and prints what it weighs.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, deflateRawSync } from 'node:zlib';

const settings = JSON.parse(readFileSync(new URL('../settings.json', import.meta.url), 'utf8'));
const text = readFileSync(new URL('../assets/timetable.csv', import.meta.url), 'utf8');

/** Values of one column beside each other pack better than those of one row. */
function byColumns(csv) {
  const rows = csv.trim().split('\n').map((row) => row.split(','));
  return rows[0].map((_, column) => rows.map((row) => row[column]).join(',')).join('\n');
}

const bytes = Buffer.from(settings.columns ? byColumns(text) : text);
const pack = { none: (data) => data, deflate: deflateRawSync, brotli: brotliCompressSync };
const packed = pack[settings.encoding](bytes);
console.log(JSON.stringify({ timetable: { bytes: packed.length, share: packed.length / Buffer.byteLength(text) } }));
