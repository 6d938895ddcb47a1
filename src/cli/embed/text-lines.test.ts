import { describe, expect, test } from 'vitest';
import { type TextFormat, textLines } from './text-lines.ts';

async function* bytes(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

async function texts(format: TextFormat, ...chunks: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const some of textLines(bytes(...chunks), format)) found.push(...some);
  return found;
}

describe('the texts of lines', () => {
  test('are the lines, blank ones with them, whatever ends the lines and wherever the chunks end', async () => {
    expect(await texts('auto', 'one\r\n\ntw', 'o\nthree')).toEqual(['one', '', 'two', 'three']);
    expect(await texts('auto', '\ufeffone\n')).toEqual(['one']);
    expect(await texts('auto')).toEqual([]);
  });

  test('are those of `text` where the first line is an object; blank lines then are none', async () => {
    expect(await texts('auto', '{"text":"a\\nb","id":1}\n\n{"text":""}\n')).toEqual(['a\nb', '']);
    expect(await texts('auto', 'plain\n{"text":"a"}\n')).toEqual(['plain', '{"text":"a"}']);
  });

  test('are as the format says whatever the first line looks like', async () => {
    expect(await texts('text', '{"text":"a"}\n')).toEqual(['{"text":"a"}']);
    await expect(texts('jsonl', 'a\n')).rejects.toThrow('line 1 cannot be embedded: it is no JSON');
  });

  test('come before the error of a bad line, which is named', async () => {
    const found: string[] = [];
    const reading = async () => {
      for await (const some of textLines(bytes('{"text":"a"}\n{"txt":"b"}\n{"text":"c"}\n'), 'auto'))
        found.push(...some);
    };
    await expect(reading()).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('line 2 ') });
    expect(found).toEqual(['a']);
  });

  test('must be UTF-8', async () => {
    await expect(texts('auto', 'a\n', Buffer.from([0xff, 0xfe, 10]))).rejects.toThrow(
      'line 2 cannot be embedded: it is not written in UTF-8',
    );
  });
});
