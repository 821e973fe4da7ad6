import { createHash, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ManifestFacts } from '@varco/evidence/manifest.ts';
import { writePart } from '@varco/evidence/part-writer.ts';
import type { SummaryWords } from '@varco/evidence/summary.ts';
import { createFileSink } from '@varco/evidence/zip/zip-writer.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { EXIT } from '../command.ts';
import { readSecretLine } from '@varco/evidence/secret-line.ts';
import { runCommand } from '../run-command.ts';

const PASSWORD = 'parola-di-prova-0123456789';
const NOW = '2026-11-22T08:00:00.000Z';
/** A key whose text begins with a hyphen, as one in 64 does: on a command line it looks like an option. */
function findKeyWithHyphen() {
  for (;;) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const x = publicKey.export({ format: 'jwk' }).x ?? '';
    if (x.startsWith('-')) return { privateKey, x };
  }
}
const { privateKey, x } = findKeyWithHyphen();
const kid = createHash('sha256')
  .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
  .digest('base64url');
const facts: ManifestFacts = {
  guid: '0d6c6f7c-55a1-4a0e-9c4a-3b8a1f3f6d10',
  peer_number: 1,
  plant: {
    uuid: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81',
    label: 'Cesena\u001b[31m',
    municipality: 'Cesena',
    url: 'https://c.example',
  },
  requested_by: { id: 'u', username: 'm.rossi', group: 'fdo', level: 5 },
  requested_at: NOW,
  reason: { code: 'judicial-police', text: 'Furto in via Emilia', case: '123/2026' },
  label: '',
  notes: '',
  filter: {},
  window: { from: NOW, to: NOW },
  contents: { pictures: false, context_pictures: false, watermark: '' },
  completeness: {
    ...{ whole: false, as_of: NOW, newest_read: null, limitations: ['retention'], pictures_withheld: false },
    ...{ transits: 1, pictures: 0, pictures_expired: 0, pictures_unreadable: 0 },
  },
  created_at: NOW,
  software: 'test',
};
const output: SummaryWords = {
  lang: 'it',
  title: '',
  fields: new Proxy({} as SummaryWords['fields'], { get: (_all, name) => String(name) }),
  ...{
    completeness: '',
    whole: '',
    reason: '',
    approvals: [],
    lacks: [],
    contents: '',
    firstRows: '',
    howToVerify: '',
    time: (iso: string) => iso,
  },
};

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varco-verify-'));
  file = join(folder, 'export.zip');
  const sink = await createFileSink(file);
  await writePart(sink, {
    password: PASSWORD,
    columns: ['targa'],
    async *segments() {
      yield { archive: null, rows: [['AB123CD']], files: [] };
    },
    facts,
    words: output,
    sign: (text) => ({ kid, x, signature: signBytes(null, Buffer.from(text), privateKey).toString('base64url') }),
  });
  await sink.close();
});
afterAll(() => rm(folder, { recursive: true }));

const runVerify = (...args: string[]) => runVerifyWith({ VARCO_EXPORT_PASSWORD: PASSWORD }, null, ...args);

/** @param piped what standard input delivers; null: nothing may be read from it */
async function runVerifyWith(env: Readonly<Record<string, string>>, piped: string | null, ...args: string[]) {
  const lines: string[] = [];
  const note = (line: string): number => lines.push(line);
  const code = await runCommand(COMMANDS, ['verify', ...args], {
    t: createI18n('it').t,
    env,
    print: note,
    warn: note,
    ...(piped === null ? {} : { readSecret: () => readSecretLine(Readable.from([piped])) }),
  });
  return { code, text: lines.join('\n') };
}

it('tells who asked for what and why, who signed, and that everything is whole', async () => {
  const { code, text } = await runVerify(file, '--key', x);
  expect(code).toBe(EXIT.ok);
  expect(text).toContain('1 transiti, 0 immagini, chiesti da m.rossi');
  expect(text).toContain('Motivo: Indagine di polizia giudiziaria, Furto in via Emilia; fascicolo: 123/2026');
  expect(text).toContain('dichiara di non aver dato tutto');
  expect(text).toContain(`Firmato con la chiave nota ${kid}`);
  expect(text).toContain('Il file è integro');
  // No control sequence of the file reaches the terminal.
  expect(text).not.toContain('\u001b');
});

it('does not vouch for a signer nobody knows', async () => {
  const { code, text } = await runVerify(file);
  expect(code).toBe(EXIT.couldNot);
  expect(text).toContain(`--key ${x}`);
});

it('says in words what was tampered with, and refuses what it cannot open', async () => {
  const changed = join(folder, 'changed.zip');
  const bytes = await readFile(file);
  bytes[200] = (bytes[200] ?? 0) ^ 1;
  await writeFile(changed, bytes);
  expect(await runVerify(changed, '--key', x)).toMatchObject({
    code: EXIT.failed,
    text: expect.stringContaining('i byte cifrati sono stati cambiati'),
  });
  const foreign = await runVerify(file, '--key', 'A'.repeat(43));
  expect(foreign).toMatchObject({ code: EXIT.failed, text: expect.stringContaining('chiave che non è dell’impianto') });
  await writeFile(changed, 'PK');
  expect((await runVerify(changed)).text).toContain('non è un archivio di Varco');
  expect(await runVerify(file, '--password', 'sbagliata-ma-lunga')).toMatchObject({
    code: EXIT.couldNot,
    text: expect.stringContaining('parola chiave non è quella'),
  });
  expect((await runVerify(join(folder, 'nessuno.zip'))).code).toBe(EXIT.couldNot);
  expect((await runVerify(file, '--key', 'corta')).code).toBe(EXIT.couldNot);
  expect((await runVerify(file, '--plant', 'http://127.0.0.1:1')).text).toContain('non ha dato la sua chiave');
});

it('takes the password from standard input, and from nowhere else when that is asked for', async () => {
  const wrong = { VARCO_EXPORT_PASSWORD: 'sbagliata-ma-lunga' };
  const piped = await runVerifyWith(wrong, `${PASSWORD}\n`, file, '--password-stdin', '--key', x);
  expect(piped).toMatchObject({ code: EXIT.ok, text: expect.stringContaining('Il file è integro') });
  expect(piped.text).not.toContain(PASSWORD);
  const right = { VARCO_EXPORT_PASSWORD: PASSWORD };
  for (const input of ['', '\n', 'x'.repeat(5_000)])
    expect(await runVerifyWith(right, input, file, '--password-stdin')).toMatchObject({
      code: EXIT.couldNot,
      text: expect.stringContaining('non è sullo standard input'),
    });
  expect((await runVerifyWith(right, PASSWORD, file, '--password-stdin', '--password', PASSWORD)).code).toBe(
    EXIT.couldNot,
  );
});
