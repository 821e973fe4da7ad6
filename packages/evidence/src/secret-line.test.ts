import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readSecretLine } from './secret-line.ts';

const read = (...chunks: readonly (string | Uint8Array)[]) => readSecretLine(Readable.from(chunks));

it('the secret is the first line, whatever pieces the pipe delivers', async () => {
  expect(await read('parola segreta\nresto')).toBe('parola segreta');
  expect(await read('par', 'ola\r\n')).toBe('parola');
  expect(await read(new TextEncoder().encode('è senza fine di riga'))).toBe('è senza fine di riga');
  const [first = 0, second = 0] = new TextEncoder().encode('è');
  expect(await read(Uint8Array.of(first), Uint8Array.of(second, 0x0a))).toBe('è');
  expect(await read('\n')).toBe('');
  expect(await read()).toBe('');
});

it('what is no password is refused', async () => {
  await expect(read('x'.repeat(4_097))).rejects.toThrow(RangeError);
  await expect(read('x'.repeat(4_000), 'x'.repeat(4_000))).rejects.toThrow(RangeError);
});
