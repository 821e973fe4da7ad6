import { generateKeyPairSync, createHash, sign as signBytes, type KeyObject } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ExportIndexFacts, buildPartFolder, writeIndex } from './export-index.ts';
import type { FileLine, ManifestFacts, PublicKey, Sign } from './manifest.ts';
import { addPicture, sealPicture, writePart } from './part-writer.ts';
import type { SummaryWords } from './summary.ts';
import { verifyExport, type Verification } from './verify.ts';
import { copyArchive } from './zip/merge-archives.ts';
import { openZip, ZipError } from './zip/zip-reader.ts';
import { buildLocalRecord } from './zip/zip-records.ts';
import { createFileSink, ZipWriter } from './zip/zip-writer.ts';

const PASSWORD = 'una-parola-lunga-0123456789';
const GUID = '0d6c6f7c-55a1-4a0e-9c4a-3b8a1f3f6d10';
const NOW = '2026-11-22T08:00:00.000Z';
const words: SummaryWords = {
  lang: 'it',
  title: 'Esportazione',
  fields: new Proxy({} as SummaryWords['fields'], { get: (_all, name) => String(name) }),
  completeness: 'Completezza',
  whole: 'tutto',
  reason: '',
  approvals: [],
  lacks: [],
  contents: 'dati',
  firstRows: 'Prime righe',
  howToVerify: 'varco verify',
  time: (iso) => iso,
};

function newSigner(): { readonly key: PublicKey; readonly sign: Sign } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const x = (publicKey as KeyObject).export({ format: 'jwk' }).x ?? '';
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return {
    key: { kid, x },
    sign: (text) => ({ kid, x, signature: signBytes(null, Buffer.from(text), privateKey).toString('base64url') }),
  };
}

const facts = (number: number, transits: number): ManifestFacts => ({
  guid: GUID,
  peer_number: number,
  plant: {
    uuid: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81',
    label: 'Cesena',
    municipality: 'Cesena',
    url: 'https://c.example',
  },
  requested_by: { id: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e82', username: 'm.rossi', group: 'fdo', level: 5 },
  requested_at: NOW,
  reason: { code: 'indagine', text: 'Furto in via Emilia', case: '123/2026' },
  label: '',
  notes: '<b>note</b>',
  filter: { f_targa: 'AB*' },
  window: { from: NOW, to: NOW },
  contents: { pictures: true, context_pictures: false, watermark: 'riservato' },
  completeness: {
    whole: true,
    as_of: NOW,
    newest_read: NOW,
    limitations: [],
    pictures_withheld: false,
    transits,
    pictures: 1,
    pictures_expired: 0,
    pictures_unreadable: 0,
  },
  created_at: NOW,
  software: 'test',
});

let root: string;
const plant = newSigner();
const other = newSigner();
const portal = newSigner();
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'varco-verify-'));
});
afterAll(() => rm(root, { recursive: true }));

async function part(name: string, number = 1, signer = plant): Promise<string> {
  const path = join(root, name);
  const archive = join(root, `${name}.pictures`);
  const pictures = await createFileSink(archive);
  const writer = new ZipWriter(pictures, PASSWORD);
  const jpeg = Buffer.from('picture');
  const storedHash = createHash('sha256').update('original').digest('hex');
  const sealed = await sealPicture(PASSWORD, jpeg);
  const line = await addPicture(writer, { name: 'immagini/000001-scena.jpg', sealed, storedHash, transit: '17' });
  await writer.finish();
  await pictures.close();
  const rows = [
    ['1', 'AB123CD'],
    ['2', '=HYPERLINK("http://x")'],
  ];
  const sink = await createFileSink(path);
  await writePart(sink, {
    password: PASSWORD,
    columns: ['n', 'targa'],
    async *segments() {
      yield { archive, rows, files: [line] satisfies FileLine[] };
    },
    facts: facts(number, rows.length),
    words,
    sign: signer.sign,
  });
  await sink.close();
  return path;
}

async function wholeExport(
  name: string,
  parts: readonly [number, string][],
  signer: typeof portal | null,
): Promise<string> {
  const path = join(root, name);
  const sink = await createFileSink(path);
  const writer = new ZipWriter(sink, PASSWORD);
  for (const [number, file] of parts) await copyArchive(writer, file, buildPartFolder(number, 'Cesena'));
  const index: ExportIndexFacts = {
    guid: GUID,
    made_by: signer === null ? 'exporter' : 'portal',
    user: 'm.rossi',
    label: '',
    notes: '',
    requested_at: NOW,
    created_at: NOW,
    parts: [
      ...parts.map(([number]) => ({
        peer_number: number,
        folder: buildPartFolder(number, 'Cesena'),
        plant: { label: 'Cesena', url: 'https://c.example' },
        fault: '',
        whole: true,
        transits: 2,
        keys: [plant.key],
      })),
      {
        peer_number: 9,
        folder: null,
        plant: { label: 'Forlì', url: 'https://f.example' },
        fault: 'unreachable',
        whole: false,
        transits: 0,
        keys: [],
      },
    ],
  };
  await writeIndex(writer, index, signer?.sign ?? null);
  await writer.finish();
  await sink.close();
  return path;
}

const options = { password: PASSWORD, keys: [plant.key, portal.key] };
const codes = (found: Verification): string[] => found.findings.map(({ code, file }) => `${code} ${file}`.trim());

/** Unpacks, lets `change` spoil what it wants, and verifies the folder. */
async function spoiled(
  path: string,
  change: (folder: string) => Promise<void>,
  keys = options.keys,
): Promise<string[]> {
  const folder = await mkdtemp(join(root, 'open-'));
  const archive = await openZip(path);
  for (const entry of archive.entries) {
    const file = join(folder, entry.name);
    await mkdir(dirname(file), { recursive: true });
    const bytes: Uint8Array[] = [];
    for await (const one of archive.read(entry, PASSWORD)) bytes.push(one);
    await writeFile(file, Buffer.concat(bytes));
  }
  await archive.close();
  await change(folder);
  return codes(await verifyExport(folder, { password: null, keys }));
}

const flip = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
};

describe('an export of one plant', () => {
  let path: string;
  beforeEach(async () => {
    path = await part(`part-${Math.random()}.zip`);
  });

  it('is whole, and says who signed what', async () => {
    const found = await verifyExport(path, options);
    expect(codes(found)).toEqual([]);
    expect(found.signers).toEqual([{ folder: '', ...plant.key, isKnown: true }]);
    expect(found.parts[0]?.manifest?.reason?.case).toBe('123/2026');
    expect(found.checked).toBe(7);
  });

  it('without known keys it is whole, but nobody is known to have signed it', async () => {
    const found = await verifyExport(path, { ...options, keys: [] });
    expect(codes(found)).toEqual([]);
    expect(found.signers[0]?.isKnown).toBe(false);
  });

  it('another password is refused', async () => {
    await expect(verifyExport(path, { ...options, password: `${PASSWORD}x` })).rejects.toThrow(ZipError);
  });

  it('a tampered byte anywhere in the archive is found', async () => {
    const whole = await readFile(path);
    for (let run = 0; run < 60; run += 1) {
      const bytes = Buffer.from(whole);
      const at = Math.floor(((run + 0.5) / 60) * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
      await writeFile(path, bytes);
      expect(codes(await verifyExport(path, options)), `byte ${at}`).not.toEqual([]);
    }
  });

  it('a changed lock of one file is a changed file, not a wrong password', async () => {
    const whole = await readFile(path);
    const archive = await openZip(path);
    await archive.close();
    for (const entry of archive.entries)
      for (const byte of [0, 16]) {
        const bytes = Buffer.from(whole);
        const at = entry.offset + buildLocalRecord(entry).length + byte;
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        await writeFile(path, bytes);
        expect(codes(await verifyExport(path, options)), `${entry.name} ${byte}`).toContain(
          `zip-changed-bytes ${entry.name}`,
        );
      }
  });

  it('a changed, a missing and an added file are found by name', async () => {
    expect(await spoiled(path, (folder) => flip(join(folder, 'dati.csv')))).toEqual(['changed-file dati.csv']);
    expect(await spoiled(path, (folder) => flip(join(folder, 'immagini/000001-scena.jpg')))).toEqual([
      'changed-file immagini/000001-scena.jpg',
    ]);
    expect(await spoiled(path, (folder) => unlink(join(folder, 'dati.xlsx')))).toEqual(['missing-file dati.xlsx']);
    expect(await spoiled(path, (folder) => writeFile(join(folder, 'altro.txt'), 'x'))).toEqual([
      'unlisted-file altro.txt',
    ]);
    expect(await spoiled(path, (folder) => flip(join(folder, 'impronte.jsonl')))).toEqual([
      'hashes-changed impronte.jsonl',
    ]);
    expect(await spoiled(path, (folder) => unlink(join(folder, 'manifesto.firma.json')))).toEqual([
      'missing-file manifesto.firma.json',
    ]);
  });

  it('a changed manifest is found, also when it is signed anew by a foreign key', async () => {
    const soften = async (folder: string): Promise<void> => {
      const file = join(folder, 'manifesto.json');
      await writeFile(file, (await readFile(file, 'utf8')).replace('123/2026', '124/2026'));
    };
    expect(await spoiled(path, soften)).toContain('manifest-signature manifesto.json');
    const foreign = await part(`foreign-${Math.random()}.zip`, 1, other);
    expect(codes(await verifyExport(foreign, options))).toEqual(['foreign-key manifesto.json']);
  });

  it('a manifest of another export of the same plant does not fit its files', async () => {
    const second = await part(`second-${Math.random()}.zip`, 2);
    const found = await spoiled(path, async (folder) => {
      await spoiled(second, async (otherFolder) => {
        for (const name of ['manifesto.json', 'manifesto.firma.json'])
          await cp(join(otherFolder, name), join(folder, name));
      });
    });
    expect(found).toEqual(['hashes-changed impronte.jsonl']);
  });

  it('formulas in cells are harmless', async () => {
    await spoiled(path, async (folder) => {
      expect(await readFile(join(folder, 'dati.csv'), 'utf8')).toContain(`"'=HYPERLINK(""http://x"")"`);
      expect(await readFile(join(folder, 'riepilogo.html'), 'utf8')).toContain('&lt;b&gt;note&lt;/b&gt;');
    });
  });
});

describe('an export of several plants', () => {
  it('is whole, and says which plant gave nothing', async () => {
    const path = await wholeExport(
      'all.zip',
      [
        [1, await part('p1.zip')],
        [2, await part('p2.zip', 2)],
      ],
      portal,
    );
    const found = await verifyExport(path, options);
    expect(codes(found)).toEqual([]);
    expect(found.index?.whole).toBe(false);
    expect(found.index?.parts.at(-1)?.fault).toBe('unreachable');
    // The portal's key vouches for those of its plants.
    expect(codes(await verifyExport(path, { ...options, keys: [portal.key] }))).toEqual([]);
  });

  it('a missing part, a part of another place and one by a foreign key are found', async () => {
    const path = await wholeExport('gone.zip', [[1, await part('q1.zip')]], null);
    const gone = await spoiled(path, (folder) => rm(join(folder, 'impianti'), { recursive: true }));
    expect(gone).toContain('missing-file impianti/01-cesena/manifesto.json');
    const swapped = await wholeExport('swap.zip', [[1, await part('q2.zip', 2)]], null);
    expect(codes(await verifyExport(swapped, options))).toEqual(['other-export impianti/01-cesena/manifesto.json']);
    const foreign = await wholeExport('foreign.zip', [[1, await part('q3.zip', 1, other)]], portal);
    expect(codes(await verifyExport(foreign, { ...options, keys: [] }))).toEqual([
      'foreign-key impianti/01-cesena/manifesto.json',
    ]);
  });

  it('an index without the signature of its portal, or changed, is found', async () => {
    const path = await wholeExport('index.zip', [[1, await part('r1.zip')]], portal);
    expect(await spoiled(path, (folder) => unlink(join(folder, 'indice.firma.json')))).toContain(
      'index-unsigned indice.json',
    );
    const change = async (folder: string): Promise<void> => {
      const file = join(folder, 'indice.json');
      await writeFile(file, (await readFile(file, 'utf8')).replace('unreachable', 'refused'));
    };
    expect(await spoiled(path, change)).toContain('index-signature indice.json');
  });
});
