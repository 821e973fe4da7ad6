import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testWithSevenZip } from '../testing/seven-zip.ts';
import { copyArchive } from './merge-archives.ts';
import { isSafeName } from './zip-records.ts';
import { openZip, ZipError } from './zip-reader.ts';
import { createFileSink, createMemorySink, ZipWriter } from './zip-writer.ts';

const PASSWORD = 'una-parola-lunga-0123456789';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varco-zip-'));
});
afterAll(() => rm(folder, { recursive: true }));

const text = Buffer.from('targa;varco\r\nAB123CD;Via Emilia\r\n'.repeat(5_000));
const noise = Buffer.from(Array.from({ length: 100_003 }, (_, i) => (i * 7919) % 251));

async function write(name: string, password: string | null): Promise<string> {
  const path = join(folder, name);
  await rm(path, { force: true });
  const sink = await createFileSink(path);
  const writer = new ZipWriter(sink, password);
  await writer.add('immagini/uno.jpg', noise);
  await writer.addStream('dati.csv', [text.subarray(0, 1_000), text.subarray(1_000)]);
  await writer.add('vuoto.txt', new Uint8Array(0));
  await writer.finish();
  await sink.close();
  return path;
}

async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const bytes of source) parts.push(bytes);
  return Buffer.concat(parts);
}

async function contents(path: string, password: string | null): Promise<Record<string, Buffer>> {
  const archive = await openZip(path);
  try {
    const found: Record<string, Buffer> = {};
    for (const entry of archive.entries) found[entry.name] = await all(archive.read(entry, password));
    return found;
  } finally {
    await archive.close();
  }
}

const flawOf = async (path: string, password: string | null): Promise<string> =>
  contents(path, password).then(
    () => 'none',
    (error: unknown) => (error instanceof ZipError ? error.flaw : String(error)),
  );

describe('archives', () => {
  it('come back as they went in, encrypted and plain', async () => {
    const expected = { 'immagini/uno.jpg': noise, 'dati.csv': text, 'vuoto.txt': Buffer.alloc(0) };
    expect(await contents(await write('a.zip', PASSWORD), PASSWORD)).toEqual(expected);
    expect(await contents(await write('b.zip', null), null)).toEqual(expected);
    expect((await readFile(join(folder, 'a.zip'))).includes('AB123CD')).toBe(false);
  });

  it('a wrong password is a wrong password', async () => {
    const path = await write('c.zip', PASSWORD);
    expect(await flawOf(path, `${PASSWORD}!`)).toBe('wrong-password');
    expect(await flawOf(path, null)).toBe('wrong-password');
  });

  it('are put together without the password', async () => {
    const [one, other] = [await write('d.zip', PASSWORD), await write('e.zip', PASSWORD)];
    const path = join(folder, 'f.zip');
    const sink = await createFileSink(path);
    const writer = new ZipWriter(sink, null);
    await copyArchive(writer, one, 'impianti/01');
    await copyArchive(writer, other, 'impianti/02');
    await writer.finish();
    await sink.close();
    const found = await contents(path, PASSWORD);
    expect(Object.keys(found)).toHaveLength(6);
    expect(found['impianti/02/dati.csv']).toEqual(text);
  });

  it('any changed byte is found', async () => {
    const path = join(folder, 'small.zip');
    const sink = await createFileSink(path);
    const writer = new ZipWriter(sink, PASSWORD);
    await writer.add('a.jpg', Buffer.from('pixels'));
    await writer.add('b.csv', Buffer.from('targa'), 'deflated');
    await writer.finish();
    await sink.close();
    const whole = await readFile(path);
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x41;
      await writeFile(join(folder, 'changed.zip'), changed);
      expect(await flawOf(join(folder, 'changed.zip'), PASSWORD), `byte ${at}`).not.toBe('none');
    }
  });

  it('cut off, lengthened, not an archive: refused', async () => {
    const whole = await readFile(await write('g.zip', PASSWORD));
    const path = join(folder, 'h.zip');
    for (const bytes of [
      whole.subarray(0, -1),
      whole.subarray(1),
      Buffer.concat([whole, Buffer.from('x')]),
      Buffer.alloc(0),
    ]) {
      await writeFile(path, bytes);
      expect(await flawOf(path, PASSWORD)).not.toBe('none');
    }
  });

  it.each(['../a', '/a', 'a/../b', 'C:a', 'a\\b', 'a//b', 'nul', 'a/COM1.txt', 'a.', '', 'a\0b', 'à'])(
    'the name %j is refused',
    async (name) => {
      expect(isSafeName(name)).toBe(false);
      await expect(new ZipWriter(createMemorySink(), null).add(name, noise)).rejects.toThrow('not a name');
    },
  );

  it('what unpacks to 200 times its size is refused', async () => {
    const path = join(folder, 'bomb.zip');
    const sink = await createFileSink(path);
    const writer = new ZipWriter(sink, PASSWORD);
    await writer.add('zeros', Buffer.alloc(30_000_000), 'deflated');
    await writer.finish();
    await sink.close();
    expect(await flawOf(path, PASSWORD)).toBe('bomb');
  });

  it('no more comes out than the archive states, whatever its compressed bytes hold', async () => {
    const sink = createMemorySink();
    const writer = new ZipWriter(sink, null);
    await writer.add('zeros', Buffer.alloc(900_000), 'deflated');
    await writer.finish();
    const bytes = Buffer.from(sink.bytes());
    // The size stands in the local record and in the directory.
    for (const at of [22, bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24]) {
      expect(bytes.readUInt32LE(at)).toBe(900_000);
      bytes.writeUInt32LE(10, at);
    }
    const path = join(folder, 'liar.zip');
    await writeFile(path, bytes);
    const archive = await openZip(path);
    const [entry] = archive.entries;
    expect(entry?.size).toBe(10);
    let size = 0;
    const reading = (async () => {
      if (entry !== undefined) for await (const piece of archive.read(entry, null)) size += piece.length;
    })();
    await expect(reading).rejects.toMatchObject({ flaw: 'bomb' });
    expect(size).toBeLessThanOrEqual(10);
    await archive.close();
  });

  it('7-Zip opens it, and tells a wrong password and a changed byte', async () => {
    const path = await write('i.zip', PASSWORD);
    expect(await testWithSevenZip(path, PASSWORD)).toContain('Everything is Ok');
    await expect(testWithSevenZip(path, 'wrong')).rejects.toThrow('Wrong password');
    const bytes = await readFile(path);
    bytes[50_000] = (bytes[50_000] ?? 0) ^ 1;
    await writeFile(path, bytes);
    await expect(testWithSevenZip(path, PASSWORD)).rejects.toThrow('Command failed');
  });
});
