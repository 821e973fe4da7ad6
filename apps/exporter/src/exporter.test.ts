import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { plantKeys, PlantKeys } from '@varco/contract/plant/exports.ts';
import { type ExportParameters, sealParameterFile } from '@varco/evidence/parameter-file.ts';
import { verifyExport } from '@varco/evidence/verify.ts';
import { readSecretLine } from '@varco/evidence/secret-line.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { delegateTestExport, storeExportReads, ZIP_PASSWORD } from '@varco/plant-server/testing/export-fixture.ts';
import { NOW, startTestPlant, type TestPlant } from '@varco/plant-server/testing/test-plant.ts';
import { runExportWorkers } from '@varco/plant-server/features/exports/export-worker.ts';
import { findFreePort } from '@varco/server-kit/testing/free-port.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXIT, runExporter } from './run-exporter.ts';

const PIN = 'ABCD1234';
let origin: string;
let plant: TestPlant;
let folder: string;
const ending = new AbortController();
let workers: Promise<void>;
beforeAll(async () => {
  plant = await startTestPlant({}, { renewsTokens: true });
  await storeExportReads(plant, 40, 4);
  origin = await plant.app.listen({ host: '127.0.0.1', port: 0 });
  workers = runExportWorkers(plant.deps, ending.signal);
}, 60_000);
afterAll(async () => {
  ending.abort();
  await workers;
  await plant.close();
});
beforeEach(async () => {
  plant.clock.now = NOW;
  folder = await mkdtemp(join(tmpdir(), 'varco-exporter-'));
  return () => rm(folder, { recursive: true, force: true });
});

/** Writes a parameter file for this plant and the given additional peers. */
async function writeParameterFile(
  more: readonly ExportParameters['peers'][number][] = [],
  keys?: ExportParameters['peers'][number]['keys'],
) {
  const guid = randomUUID();
  const { jwt } = await delegateTestExport(plant, { guid, mode: 'direct', without_images: false });
  const sent = PlantKeys.parse((await injectJson(plant.app, plantKeys, {})).body);
  const peer = {
    peer_number: 1,
    url: origin,
    label: 'Prova Nord',
    jwt,
    filter: {},
    without_images: false,
    with_context_images: false,
    watermark_tag: '',
    keys: keys ?? sent.keys,
  };
  const parameters = {
    guid,
    created_at: NOW,
    expires_at: '2026-11-20T16:31:58.000Z',
    user: 'operatore',
    notes: '',
    zip_password: ZIP_PASSWORD,
    peers: [peer, ...more],
  };
  const file = join(folder, 'parametri.tsexp');
  await writeFile(file, await sealParameterFile(parameters, PIN));
  return { file, guid, peer, keys: sent.keys };
}

async function runExport(args: readonly string[], signal = new AbortController().signal, piped = '') {
  const lines: string[] = [];
  const code = await runExporter([...args, '--out', folder], {
    t: createI18n('it').t,
    language: 'it',
    now: () => plant.clock.now,
    print: (line) => lines.push(line),
    warn: (line) => lines.push(line),
    signal,
    retryMs: 5,
    readSecret: () => readSecretLine(Readable.from([piped])),
  });
  return { code, text: lines.join('\n') };
}

describe('the direct exporter', () => {
  it('DEX-01 DEX-06 opens the file with the PIN, fetches, and writes a verified archive', async () => {
    const { file, guid, keys } = await writeParameterFile();
    const { code, text } = await runExport([file, '--pin', 'abcd-1234']);
    expect(text).toContain('Prova Nord: ricevuto, 40 transiti');
    expect(code).toBe(EXIT.ok);
    const path = join(folder, `esportazione-${guid.slice(0, 8)}.zip`);
    const found = await verifyExport(path, { password: ZIP_PASSWORD, keys });
    expect(found.findings).toEqual([]);
    expect(found.index).toMatchObject({ made_by: 'exporter', whole: true });
    expect((await readdir(folder)).toSorted()).toEqual([`esportazione-${guid.slice(0, 8)}.zip`, 'parametri.tsexp']);
    expect((await runExport([file, '--pin', PIN])).text).toContain('Esiste già');
  });

  it('writes a verified folder in clear when it is asked to', async () => {
    const { file, guid, keys } = await writeParameterFile();
    expect((await runExport([file, '--pin', PIN, '--folder'])).code).toBe(EXIT.ok);
    const path = join(folder, `esportazione-${guid.slice(0, 8)}`);
    const found = await verifyExport(path, { password: null, keys });
    expect(found.findings).toEqual([]);
    await writeFile(join(path, 'impianti/01-prova-nord/dati.csv'), 'altro');
    expect((await verifyExport(path, { password: null, keys })).findings).toEqual([
      { code: 'changed-file', file: 'impianti/01-prova-nord/dati.csv' },
    ]);
  });

  it('takes the PIN from standard input', async () => {
    const { file } = await writeParameterFile();
    const { signal } = new AbortController();
    expect((await runExport([file, '--pin-stdin'], signal, '\n')).text).toContain('Il PIN non apre');
    expect((await runExport([file, '--pin-stdin', '--pin', PIN], signal, PIN)).text).toContain('Uso:');
    expect((await runExport([file, '--pin-stdin'], signal, `${PIN}\r\n`)).code).toBe(EXIT.ok);
  });

  it('says in words what is wrong with PIN, file and time', async () => {
    const { file } = await writeParameterFile();
    expect(await runExport([file, '--pin', 'ABCD1235'])).toMatchObject({
      code: EXIT.couldNot,
      text: expect.stringContaining('Il PIN non apre'),
    });
    expect((await runExport([join(folder, 'nessuno.tsexp'), '--pin', PIN])).text).toContain('non si può leggere');
    await writeFile(join(folder, 'altro.tsexp'), '{"format":"x"}');
    expect((await runExport([join(folder, 'altro.tsexp'), '--pin', PIN])).text).toContain('non è un file di parametri');
    plant.clock.now = '2026-11-20T17:00:00.000Z';
    expect(await runExport([file, '--pin', PIN])).toMatchObject({
      code: EXIT.couldNot,
      text: expect.stringContaining('scaduti'),
    });
    expect((await runExport([])).text).toContain('Uso:');
  });

  it('a plant that is away or refuses is told, the others are written as incomplete and finished another time', async () => {
    const away = {
      ...(await writeParameterFile()).peer,
      peer_number: 2,
      label: 'Forlì',
      url: `http://127.0.0.1:${await findFreePort()}`,
    };
    const { file, guid, keys } = await writeParameterFile([away]);
    const first = await runExport([file, '--pin', PIN]);
    expect(first).toMatchObject({ code: EXIT.failed, text: expect.stringContaining('Forlì non è raggiungibile') });
    const found = await verifyExport(join(folder, `esportazione-${guid.slice(0, 8)}-incompleta.zip`), {
      password: ZIP_PASSWORD,
      keys,
    });
    expect(found.findings).toEqual([]);
    expect(found.index?.parts[1]).toMatchObject({ folder: null, fault: 'unreachable', whole: false });
    const refused = await writeParameterFile([{ ...away, url: origin, jwt: 'a.b.c' }]);
    expect((await runExport([refused.file, '--pin', PIN])).text).toContain('Forlì ha rifiutato');
  }, 60_000);

  it('a part signed by a key that is not the plant’s is not handed out', async () => {
    const x = createHash('sha256').update('another').digest('base64url');
    const { file } = await writeParameterFile([], [{ kid: 'k', x }]);
    expect(await runExport([file, '--pin', PIN])).toMatchObject({
      code: EXIT.failed,
      text: expect.stringContaining('non è dell’impianto'),
    });
  });

  it('interrupted, it goes on from the bytes it has', async () => {
    const { file, guid, peer } = await writeParameterFile();
    const stop = new AbortController();
    stop.abort();
    expect((await runExport([file, '--pin', PIN], stop.signal)).code).toBe(EXIT.failed);
    // An earlier run fetched the first bytes of the part.
    const { fetchPart } = await import('./plant-part.ts');
    const work = join(folder, `esportazione-${guid.slice(0, 8)}.work`);
    const whole = join(work, 'probe.zip');
    const quiet = { building: () => {}, downloading: () => {} };
    await fetchPart({ peer, guid, zipPassword: ZIP_PASSWORD, path: whole }, quiet, new AbortController().signal);
    const { readFile } = await import('node:fs/promises');
    await writeFile(join(work, '1.zip.partial'), (await readFile(whole)).subarray(0, 5_000));
    await rm(whole);
    plant.audit.records.length = 0;
    expect((await runExport([file, '--pin', PIN])).code).toBe(EXIT.ok);
    const fetched = plant.audit.records.filter((record) => record.action === 'exports.download');
    expect(fetched.map((record) => record.detail?.['from'])).toEqual([5_000]);
  });
});
