// Makes a model folder that Praxis can run by itself of a BERT sentence encoder: int8 weights, word list and record.
// usage: node models/convert.mjs SOURCE OUT [NAME]
//   SOURCE  a folder with model.safetensors (float32), config.json and vocab.txt
//   OUT     the folder to write; NAME is its last part unless given
// all-MiniLM-L6-v2/model.json names the file that the shipped weights were made of, and where it is found.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { geluTable } from './gelu-table.mjs';

const [source, out, name = basename(resolve(out ?? '.'))] = process.argv.slice(2);
if (out === undefined) fail('usage: node models/convert.mjs SOURCE OUT [NAME]', 2);

function fail(message, code) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const config = JSON.parse(readFileSync(join(source, 'config.json'), 'utf8'));
if (config.model_type !== 'bert' || config.hidden_act !== 'gelu')
  fail(`${source} is no BERT encoder with GELU: ${config.model_type}, ${config.hidden_act}`, 1);

const safetensors = readFileSync(join(source, 'model.safetensors'));
const headerBytes = Number(safetensors.readBigUInt64LE(0));
const header = JSON.parse(safetensors.subarray(8, 8 + headerBytes).toString());

/** Float32 values of a tensor; `shape` is checked. */
function tensor(tensorName, shape) {
  const entry = header[tensorName] ?? header[`bert.${tensorName}`];
  if (entry?.dtype !== 'F32' || entry.shape.join() !== shape.join())
    fail(`${tensorName} is no float32 of ${shape.join(' x ')}: ${JSON.stringify(entry)}`, 1);
  const [from, to] = entry.data_offsets.map((offset) => 8 + headerBytes + offset);
  return new Float32Array(Uint8Array.prototype.slice.call(safetensors, from, to).buffer);
}

/** A matrix by rows as int8 with a float32 scale a row: value = int8 * scale. */
function quantised(values, columns) {
  const rows = values.length / columns;
  const ints = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const of = values.subarray(row * columns, (row + 1) * columns);
    const scale = Math.fround(of.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0) / 127);
    scales[row] = scale;
    if (scale > 0) for (const [column, value] of of.entries()) ints[row * columns + column] = Math.round(value / scale);
  }
  return [ints, scales];
}

const bytesOf = (arrays) =>
  Buffer.concat(arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));

const dims = config.hidden_size;
const inner = config.intermediate_size;
const words = config.vocab_size;
const positions = config.max_position_embeddings;
const layers = Array.from({ length: config.num_hidden_layers }, (_, layer) => `encoder.layer.${layer}`);
const dense = (path, columns, rows) => [
  ...quantised(tensor(`${path}.weight`, [rows, columns]), columns),
  tensor(`${path}.bias`, [rows]),
];
const norm = (path) => [tensor(`${path}.weight`, [dims]), tensor(`${path}.bias`, [dims])];

const encoder = bytesOf([
  ...layers.flatMap((layer) => [
    ...['query', 'key', 'value'].flatMap((part) => dense(`${layer}.attention.self.${part}`, dims, dims)),
    ...dense(`${layer}.attention.output.dense`, dims, dims),
    ...dense(`${layer}.intermediate.dense`, dims, inner),
    ...dense(`${layer}.output.dense`, inner, dims),
  ]),
  ...norm('embeddings.LayerNorm'),
  ...layers.flatMap((layer) => [...norm(`${layer}.attention.output.LayerNorm`), ...norm(`${layer}.output.LayerNorm`)]),
  tensor('embeddings.token_type_embeddings.weight', [config.type_vocab_size, dims]).subarray(0, dims),
  tensor('embeddings.position_embeddings.weight', [positions, dims]),
]);

const pooling = existsSync(join(source, '1_Pooling/config.json'))
  ? JSON.parse(readFileSync(join(source, '1_Pooling/config.json'), 'utf8'))
  : { pooling_mode_mean_tokens: true };
if (!pooling.pooling_mode_mean_tokens && !pooling.pooling_mode_cls_token)
  fail(`${source} pools neither by mean nor by first token`, 1);
const sentence = existsSync(join(source, 'sentence_bert_config.json'))
  ? JSON.parse(readFileSync(join(source, 'sentence_bert_config.json'), 'utf8'))
  : { max_seq_length: 256 };
const tokenizer = existsSync(join(source, 'tokenizer_config.json'))
  ? JSON.parse(readFileSync(join(source, 'tokenizer_config.json'), 'utf8'))
  : {};
if (tokenizer.do_lower_case === false)
  fail(`${source} tells upper from lower case, which this word list reader does not`, 1);

const files = {
  'encoder.int8.bin': encoder,
  'words.int8.bin': bytesOf(quantised(tensor('embeddings.word_embeddings.weight', [words, dims]), dims)),
  'vocab.txt': readFileSync(join(source, 'vocab.txt')),
  'gelu.f32.bin': bytesOf([geluTable()]),
};
mkdirSync(out, { recursive: true });
for (const [file, data] of Object.entries(files)) writeFileSync(join(out, file), data);

const recordPath = join(out, 'model.json');
const known = existsSync(recordPath) ? JSON.parse(readFileSync(recordPath, 'utf8')) : {};
const record = {
  v: 1,
  name: known.name ?? name,
  version: known.version ?? 1,
  dims,
  layers: layers.length,
  heads: config.num_attention_heads,
  inner,
  words,
  positions,
  maxTokens: Math.min(sentence.max_seq_length, positions),
  epsilon: config.layer_norm_eps,
  pooling: pooling.pooling_mode_mean_tokens ? 'mean' : 'first',
  // Those of a new model are measured when it is first used.
  ...(known.thresholds === undefined ? {} : { thresholds: known.thresholds }),
  ...(known.licence === undefined ? {} : { licence: known.licence }),
  origin: { ...known.origin, file: 'model.safetensors', bytes: safetensors.length, sha256: sha256(safetensors) },
  files: Object.entries(files).map(([file, data]) => ({ name: file, bytes: data.length, sha256: sha256(data) })),
};
writeFileSync(recordPath, `${JSON.stringify(record, null, 2)}\n`);
for (const file of record.files) process.stdout.write(`${file.sha256} ${file.bytes} ${file.name}\n`);
