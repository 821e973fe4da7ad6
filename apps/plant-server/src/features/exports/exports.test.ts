import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  cancelExportPart,
  estimateExport,
  ExportEstimate,
  fetchExportPart,
  getExportPart,
  plantKeys,
} from '@varco/contract/plant/exports.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { createBlobFolder } from '@varco/server-kit/media/blob-folder.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  delegateTestExport,
  verifyTestExport,
  parsePart,
  storeExportReads,
  processAllJobs,
  ZIP_PASSWORD,
} from '../../testing/export-fixture.ts';
import { parseError } from '../../testing/transits-fixture.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { processNextJob, expireExports } from './export-worker.ts';

const READS = 1_000;
const PICTURED = 12;
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({}, { renewsTokens: true });
  await storeExportReads(plant, READS, PICTURED);
}, 60_000);
afterAll(() => plant.close());
beforeEach(async () => {
  plant.clock.now = NOW;
  plant.audit.records.length = 0;
  await plant.pool.query('delete from export_job');
});

const DATA = { without_images: true, with_context_images: false, watermark_tag: '' };
const PICTURES = { without_images: false, with_context_images: false, watermark_tag: '' };
const byToken = (token: string) => ({ token });
const estimate = (body: object, user = 'operatore') =>
  plant.call(estimateExport, { body: { filter: {}, ...DATA, ...body } }, user, REASON);
const fetched = (guid: string, jwt: string, headers = {}) =>
  injectJson(plant.app, fetchExportPart, { params: { guid } }, { token: jwt, headers });

describe('the estimate', () => {
  it('EXP-11 EXP-27 EXP-28 tells count and limit by contents, and what is already exported', async () => {
    const of = async (body: object) => ExportEstimate.parse((await estimate(body)).body);
    expect(await of({})).toMatchObject({ count: READS, is_exact: true, max_exportable: 50_000, limit_reached: false });
    expect((await of({ without_images: false })).max_exportable).toBe(10_000);
    expect((await of({ without_images: false, with_context_images: true })).max_exportable).toBe(5_000);
    expect((await of({ mono: true })).max_exportable).toBe(25_000);
    await plant.pool.query(
      `insert into export_job (id, kind, state, user_uuid, ask_hash, ask_sealed, quota, most, done, created_at, updated_at)
       select gen_random_uuid(), 'portal', 'delivered', '00000000-0000-4000-8000-000000000001', '', '', 50000, 50000, 49000, $1, $1
       from generate_series(1, 10)`,
      [NOW],
    );
    expect(await of({})).toMatchObject({ used_per_mille: 980, max_exportable: 1_000, limit_reached: false });
    expect(await of({ mono: true })).toMatchObject({ max_exportable: 500, limit_reached: true });
    const entry = plant.audit.records.find(({ action }) => action === 'exports.estimate');
    expect(entry).toMatchObject({ count: READS, reason: { code: 'training' } });
  });

  it('EXP-29 EXP-30 without force rights there is nothing to export; without plates neither', async () => {
    expect(parseError((await estimate({}, 'comune')).body)).toMatchObject({ code: 'no_perms' });
    expect(parseError((await estimate({}, 'quattro')).body)).toMatchObject({ code: 'no_perms' });
    expect((await estimate({}, 'oscurato')).status).toBe(403);
    expect((await delegateTestExport(plant, { user: 'comune' })).answer.status).toBe(403);
    expect((await delegateTestExport(plant, { user: 'oscurato' })).answer.status).toBe(403);
  });

  it('EXP-24 context pictures without pictures are refused', async () => {
    expect((await estimate({ with_context_images: true })).status).toBe(400);
    expect((await delegateTestExport(plant, { without_images: true, with_context_images: true })).answer.status).toBe(
      400,
    );
  });

  it('a gate outside the allowed ones is refused, and who sees less is told so', async () => {
    expect((await estimate({ filter: { f_varchi: [2] } }, 'limitato')).status).toBe(403);
    const seen = ExportEstimate.parse((await estimate({}, 'limitato')).body);
    expect(seen.limitations).toContain('gates');
    expect(seen.count).toBeLessThan(READS);
  });

  it('a plant that wants a reason gives no estimate and no delegation without one', async () => {
    await plant.pool.query('update plant_settings set requires_reason = true');
    try {
      const body = { filter: {}, ...DATA };
      expect((await plant.call(estimateExport, { body }, 'operatore')).status).toBe(428);
    } finally {
      await plant.pool.query('update plant_settings set requires_reason = false');
    }
  });
});

describe('a part', () => {
  it('PLAPI-11 is made, fetched and verified: data, sheet, summary, hashes, signature', async () => {
    const { guid, jwt, push } = await delegateTestExport(plant, { filter: { f_varchi: [1, 2] } });
    expect(parsePart(await push())).toMatchObject({ phase: 'waiting', pending: true });
    expect((await fetched(guid, jwt)).status).toBe(409);
    await processAllJobs(plant);
    const state = parsePart(await injectJson(plant.app, getExportPart, { params: { guid } }, byToken(jwt)));
    expect(state).toMatchObject({ phase: 'ready', failed: false, progress_count: 667, progress_percentage: 100 });
    const { bytes } = await fetched(guid, jwt);
    const { found, text, names } = await verifyTestExport(plant, bytes);
    expect(found.findings).toEqual([]);
    expect(found.signers[0]?.isKnown).toBe(true);
    expect(names).toEqual(
      expect.arrayContaining(['dati.csv', 'dati.xlsx', 'riepilogo.html', 'impronte.jsonl', 'manifesto.json']),
    );
    const lines = text('dati.csv').trim().split('\r\n');
    expect(lines).toHaveLength(668);
    expect(new Set(lines.slice(1).map((line) => line.split(';')[29])).size).toBe(667);
    expect(found.parts[0]?.manifest).toMatchObject({
      guid,
      reason: { code: 'training', case: '12/2026' },
      requested_by: { username: 'operatore' },
      filter: { f_varchi: [1, 2] },
      completeness: { whole: true, transits: 667, pictures: 0, newest_read: expect.any(String) },
    });
    const actions = plant.audit.records.map((record) => record.action);
    // The second is the download attempted too early.
    expect(actions).toEqual([
      'exports.delegate',
      'exports.start',
      'exports.download',
      'exports.deliver',
      'exports.download',
    ]);
    const delivered = plant.audit.records[3];
    expect(delivered).toMatchObject({ count: 667, reason: { case: '12/2026' }, actor: { name: 'operatore' } });
  });

  it('EXP-02 EXP-03 has marked pictures whose stored hashes stand in the manifest', async () => {
    const { guid, jwt, push } = await delegateTestExport(plant, {
      without_images: false,
      with_context_images: true,
      watermark_tag: 'uso interno',
    });
    await push();
    await processAllJobs(plant);
    const { found, text, names } = await verifyTestExport(plant, (await fetched(guid, jwt)).bytes);
    expect(found.findings).toEqual([]);
    expect(found.parts[0]?.manifest?.completeness).toMatchObject({ transits: READS, pictures: 3 * PICTURED });
    expect(found.parts[0]?.manifest?.contents.watermark).toContain('uso interno');
    expect(names.filter((name) => name.startsWith('immagini/'))).toHaveLength(3 * PICTURED);
    const stored = await plant.pool.query<{ full_hash: string }>('select full_hash from transit_picture');
    for (const { full_hash: hash } of stored.rows) expect(text('impronte.jsonl')).toContain(hash);
    expect(text('immagini/000001-scena.jpg').length).toBeGreaterThan(100);
  });

  it('a picture changed on the disk is left out, and the manifest says so', async () => {
    const root = await mkdtemp(join(tmpdir(), 'varco-spoiled-'));
    const blobs = createBlobFolder(root);
    const stored = await plant.pool.query<{ hash: string }>(
      'select full_hash as hash from transit_picture union select plate_hash from transit_picture',
    );
    for (const { hash } of stored.rows) {
      const original = (await plant.deps.pictures.readOriginal(hash)) ?? Buffer.alloc(0);
      await blobs.put(`original/${hash.slice(0, 2)}/${hash}`, Buffer.concat([original, Buffer.from('x')]));
    }
    const spoiled = { ...plant.deps, pictureSource: { kind: 'folder', root } as const };
    const { guid, jwt, push } = await delegateTestExport(plant, { without_images: false });
    await push();
    await processNextJob(spoiled, new AbortController().signal);
    const { found } = await verifyTestExport(plant, (await fetched(guid, jwt)).bytes);
    expect(found.parts[0]?.manifest?.completeness).toMatchObject({
      whole: false,
      pictures: 0,
      pictures_unreadable: 2 * PICTURED,
    });
    await rm(root, { recursive: true });
  });

  it('EXP-31 a licence that is over withholds the pictures, and both estimate and manifest say so', async () => {
    await plant.pool.query(`update plant_settings set license_expires_on = '2026-11-01'`);
    try {
      const sent = ExportEstimate.parse((await estimate(PICTURES)).body);
      expect(sent).toMatchObject({ license_valid: false, max_exportable: 50_000 });
      const { guid, jwt, push } = await delegateTestExport(plant, { without_images: false });
      await push();
      await processAllJobs(plant);
      const { found, names } = await verifyTestExport(plant, (await fetched(guid, jwt)).bytes);
      expect(names.some((name) => name.startsWith('immagini/'))).toBe(false);
      expect(found.parts[0]?.manifest?.completeness).toMatchObject({ whole: false, pictures_withheld: true });
    } finally {
      await plant.pool.query(`update plant_settings set license_expires_on = '2027-06-30'`);
    }
  });

  it('a fetch goes on from any byte', async () => {
    const { guid, jwt, push } = await delegateTestExport(plant);
    await push();
    await processAllJobs(plant);
    const whole = (await fetched(guid, jwt)).bytes;
    const rest = await fetched(guid, jwt, { range: 'bytes=1000-' });
    expect(rest.status).toBe(206);
    expect(rest.headers['content-range']).toBe(`bytes 1000-${whole.length - 1}/${whole.length}`);
    expect(rest.bytes.equals(whole.subarray(1_000))).toBe(true);
    for (const range of ['bytes=-5', 'bytes=5-9', `bytes=${whole.length + 1}-`, 'items=0-'])
      expect((await fetched(guid, jwt, { range })).status, range).toBe(400);
  });

  it('a push sent twice begins one job; another filter, another export, another plant token are refused', async () => {
    const { guid, jwt, push } = await delegateTestExport(plant);
    await push();
    expect((await push()).status).toBe(202);
    expect((await plant.pool.query('select 1 from export_job')).rowCount).toBe(1);
    expect((await push({ filter: { f_targa: 'EX001PT' } })).status).toBe(403);
    expect((await push({ without_images: false })).status).toBe(403);
    const other = await delegateTestExport(plant);
    expect((await other.push({ export_guid: guid })).status).toBe(404);
    const params = { guid };
    expect((await injectJson(plant.app, getExportPart, { params }, byToken(other.jwt))).status).toBe(404);
    expect(
      (await injectJson(plant.app, getExportPart, { params }, byToken(await plant.token('operatore')))).status,
    ).toBe(401);
    // A delegation token is not accepted as a plant token.
    expect((await injectJson(plant.app, searchTransits, { body: {} }, byToken(jwt))).status).toBe(401);
    plant.clock.now = '2026-11-20T16:31:59.000Z';
    expect((await injectJson(plant.app, getExportPart, { params }, byToken(jwt))).status).toBe(401);
  });

  it('a guid is taken once', async () => {
    const { guid } = await delegateTestExport(plant);
    expect((await delegateTestExport(plant, { guid, user: 'amministratore' })).answer.status).toBe(409);
  });

  it('a destination that is not a portal of this plant is refused', async () => {
    const { push } = await delegateTestExport(plant, { mode: 'portal' });
    for (const destination of [
      '',
      'http://169.254.169.254/',
      'https://portal.example.evil.example/',
      'https://u:p@portal.example/',
      'file:///etc/passwd',
    ])
      expect((await push({ destination })).status, destination).toBe(400);
    expect((await push({ destination: 'https://portal.example/api/v1/exports/x/part' })).status).toBe(202);
  });

  it('whoever loses the right before the work begins gets nothing', async () => {
    const { guid, push } = await delegateTestExport(plant, { user: 'vecchia2' });
    await push();
    await plant.pool.query(`update plant_user set sees_plates = false where username = 'vecchia2'`);
    await processAllJobs(plant);
    const { rows } = await plant.pool.query('select state, problem, password_sealed from export_job where id = $1', [
      guid,
    ]);
    expect(rows).toEqual([{ state: 'failed', problem: 'no_perms', password_sealed: null }]);
    expect(existsSync(join(plant.deps.exportFolder, guid))).toBe(false);
  });

  it('EXP-32 more than may be exported fails as a whole, never silently in part', async () => {
    const { guid, push } = await delegateTestExport(plant);
    await push();
    await plant.pool.query('update export_job set most = 999');
    await processAllJobs(plant);
    const { rows } = await plant.pool.query('select state, problem from export_job where id = $1', [guid]);
    expect(rows).toEqual([{ state: 'failed', problem: 'limit' }]);
  });

  it('a role with rows a day exports within them: the estimate says how many, more fails, and searches count', async () => {
    const setRows = (rows: number | null) =>
      plant.pool.query('update user_group set rows_per_day = $1 where id = 1', [rows]);
    const finish = async (): Promise<unknown> => {
      const { guid, push } = await delegateTestExport(plant);
      await push();
      await processAllJobs(plant);
      const { rows } = await plant.pool.query('select state, problem from export_job where id = $1', [guid]);
      return rows[0];
    };
    await setRows(READS + 60);
    try {
      await plant.call(searchTransits, { body: { page_size: 50 } }, 'operatore', REASON);
      const { max_exportable: most } = ExportEstimate.parse((await estimate({})).body);
      expect(most).toBe(READS + 10);
      expect(await finish()).toEqual({ state: 'ready', problem: '' });
      expect(await finish()).toEqual({ state: 'failed', problem: 'limit' });
      const { rows } = await plant.pool.query('select n from shown_rows');
      expect(rows).toEqual([{ n: READS + 50 }]);
    } finally {
      await setRows(null);
    }
  });

  it('no byte can be had when the log cannot be written', async () => {
    const { guid, jwt, push } = await delegateTestExport(plant);
    await push();
    const refusing = {
      ...plant.deps,
      auditSink: { record: () => Promise.reject(new Error('full')), isWritable: () => false },
    };
    await processNextJob(refusing, new AbortController().signal);
    expect((await fetched(guid, jwt)).status).toBe(409);
    const { rows } = await plant.pool.query('select state, tries from export_job where id = $1', [guid]);
    expect(rows).toEqual([{ state: 'building', tries: 1 }]);
  });

  it('nothing on the disk of the server tells a plate while it is made', async () => {
    const { guid, push } = await delegateTestExport(plant, { without_images: false });
    await push();
    await processAllJobs(plant);
    const folder = join(plant.deps.exportFolder, guid);
    expect(await readdir(folder)).toEqual(['part.zip']);
    const { rows } = await plant.pool.query<{ row: string }>('select export_job::text as row from export_job');
    expect(rows[0]?.row).not.toContain(ZIP_PASSWORD);
    expect(rows[0]?.row).not.toMatch(/EX\d{3}PT/);
  });

  it('EXP-20 cancelled in any state it stops, and its files go', async () => {
    const { guid, jwt, push } = await delegateTestExport(plant, { without_images: false });
    await push();
    await processAllJobs(plant);
    const cancelled = parsePart(await injectJson(plant.app, cancelExportPart, { params: { guid } }, byToken(jwt)));
    expect(cancelled).toMatchObject({ phase: 'cancelled', interrupted: true, pending: false });
    expect(existsSync(join(plant.deps.exportFolder, guid))).toBe(false);
    expect((await fetched(guid, jwt)).status).toBe(409);
  });

  it('EXP-21 CONST-17 three days after its end it is gone, and the log says so', async () => {
    const { guid, push } = await delegateTestExport(plant);
    await push();
    await processAllJobs(plant);
    plant.clock.now = '2026-11-23T14:31:57.000Z';
    expect(await expireExports(plant.deps)).toBe(0);
    plant.clock.now = '2026-11-23T14:31:59.000Z';
    expect(await expireExports(plant.deps)).toBe(1);
    expect(existsSync(join(plant.deps.exportFolder, guid))).toBe(false);
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'exports.expire', count: 1 });
  });

  it('the keys that sign are told to everybody', async () => {
    const answer = await injectJson(plant.app, plantKeys, {});
    expect(answer.body).toMatchObject({ label: 'Prova Nord', keys: [{ kid: plant.deps.keys.current.kid }] });
  });
});
