import { estimateExport, ExportEstimate, fetchExportPart } from '@varco/contract/plant/exports.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  delegateTestExport,
  verifyTestExport,
  parsePart,
  storeExportReads,
  processAllJobs,
} from '../../testing/export-fixture.ts';
import { parseError } from '../../testing/transits-fixture.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
/** Ids of all transits, newest first. */
let ids: readonly string[];
beforeAll(async () => {
  plant = await startTestPlant({}, { renewsTokens: true });
  await storeExportReads(plant, 300, 4);
  const answer = await plant.call(searchTransits, { body: { page_size: 300 } }, 'operatore', REASON);
  ids = TransitPage.parse(answer.body).objects.map((transit) => transit.id);
}, 60_000);
afterAll(() => plant.close());

const DATA = { without_images: true, with_context_images: false, watermark_tag: '' };
const estimate = (f_ids: string[], user = 'operatore', beside: object = {}) =>
  plant.call(estimateExport, { body: { filter: { f_ids, ...beside }, ...DATA } }, user, REASON);
const at = (...places: readonly number[]): string[] => places.map((place) => ids[place] ?? '');

async function exported(f_ids: string[], request: { without_images?: boolean; user?: string } = {}) {
  const { guid, jwt, push } = await delegateTestExport(plant, { filter: { f_ids }, ...request });
  expect(parsePart(await push())).toMatchObject({ phase: 'waiting' });
  await processAllJobs(plant);
  const { bytes } = await injectJson(plant.app, fetchExportPart, { params: { guid } }, { token: jwt });
  const { found, text, names } = await verifyTestExport(plant, bytes);
  const rows = text('dati.csv').trim().split('\r\n').slice(1);
  return {
    findings: found.findings,
    names,
    manifest: found.parts[0]?.manifest,
    rows: rows.map((line) => line.split(';')[29]?.replaceAll('"', '')),
    summary: text('riepilogo.html'),
  };
}

describe('transits picked one by one', () => {
  it('EXP-01 EXP-12 the export has exactly these, newest first whatever their order, each once, and the manifest names them', async () => {
    const picked = at(250, 3, 77, 3);
    expect(ExportEstimate.parse((await estimate(picked)).body)).toMatchObject({
      count: 3,
      is_exact: true,
      limitations: [],
      limit_reached: false,
    });
    const { findings, rows, manifest } = await exported(picked);
    expect(findings).toEqual([]);
    expect(rows).toEqual(at(3, 77, 250));
    expect(manifest).toMatchObject({ filter: { f_ids: picked }, completeness: { whole: true, transits: 3 } });
    const entry = plant.audit.records.find(({ action }) => action === 'exports.deliver');
    expect(entry).toMatchObject({ count: 3, outcome: 'ok', detail: { filter: { f_ids: picked } } });
  });

  it('takes their pictures along', async () => {
    const { names, manifest } = await exported(at(0, 100), { without_images: false });
    expect(names).toEqual(expect.arrayContaining(['immagini/000001-scena.jpg', 'immagini/000001-targa.jpg']));
    expect(manifest?.completeness).toMatchObject({ transits: 2, pictures: 2, whole: true });
  });

  it('what is gone, was never there or is not for this person is missing, and is told: estimate, manifest and summary', async () => {
    const unknown = (BigInt(ids[5] ?? '') + 1n).toString();
    const some = [...at(5, 6), unknown];
    expect(ExportEstimate.parse((await estimate(some)).body)).toMatchObject({ count: 2, limitations: ['chosen'] });
    const { rows, manifest, summary, findings } = await exported(some);
    expect(findings).toEqual([]);
    expect(rows).toEqual(at(5, 6));
    expect(manifest?.completeness).toMatchObject({ whole: false, limitations: ['chosen'], transits: 2 });
    expect(summary).toContain('Alcuni dei transiti scelti non ci sono');
    // This user does not see gate 2, which has every third read.
    const seen = ExportEstimate.parse((await estimate(at(0, 1, 2), 'limitato')).body);
    expect(seen).toMatchObject({ count: 2, limitations: ['chosen'] });
    expect(ExportEstimate.parse((await estimate([unknown])).body)).toMatchObject({ count: 0, limitations: ['chosen'] });
  });

  it('one that goes between estimate and export is missed too', async () => {
    const some = at(290, 291);
    const { guid, jwt, push } = await delegateTestExport(plant, { filter: { f_ids: some } });
    await plant.pool.query('delete from transit where id = $1', [some[1]]);
    await push();
    await processAllJobs(plant);
    const { bytes } = await injectJson(plant.app, fetchExportPart, { params: { guid } }, { token: jwt });
    const { found } = await verifyTestExport(plant, bytes);
    expect(found.parts[0]?.manifest?.completeness).toMatchObject({
      whole: false,
      transits: 1,
      limitations: ['chosen'],
    });
  });

  it('refuses none, too many, what is no id, and filters beside them; without rights nobody picks anything', async () => {
    expect((await estimate([])).status).toBe(400);
    expect((await estimate(Array.from({ length: 1_001 }, () => ids[0] ?? ''))).status).toBe(400);
    expect((await estimate(["1' or true --"])).status).toBe(400);
    expect((await estimate(['9'.repeat(19)])).status).toBe(400);
    expect((await estimate(at(1), 'operatore', { f_targa: 'EX' })).status).toBe(400);
    expect((await estimate(at(1), 'operatore', { f_startTime: NOW })).status).toBe(400);
    expect(parseError((await estimate(at(1), 'comune')).body)).toMatchObject({ code: 'no_perms' });
    expect((await delegateTestExport(plant, { filter: { f_ids: at(1) }, user: 'oscurato' })).answer.status).toBe(403);
    expect((await estimate(Array.from({ length: 1_000 }, (_, n) => ids[n % 250] ?? ''))).status).toBe(200);
  });

  it('leave for some is no leave for others', async () => {
    const { push } = await delegateTestExport(plant, { filter: { f_ids: at(1, 2) } });
    expect((await push({ filter: { f_ids: at(1, 2, 3) } })).status).toBe(403);
    expect((await push({ filter: {} })).status).toBe(403);
    expect((await push()).status).toBe(202);
  });
});
