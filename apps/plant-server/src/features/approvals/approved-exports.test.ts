import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/approvals.ts';
import { estimateExport, ExportEstimate, fetchExportPart, getExportPart } from '@varco/contract/plant/exports.ts';
import type { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import { createPlantExport } from '@varco/contract/plant/plant-exports.ts';
import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { searchTransits, type TransitFilter, TransitPage, type TransitSearch } from '@varco/contract/plant/transits.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf } from '../../testing/error-of.ts';
import { delegateTestExport, parsePart, processAllJobs, verifyTestExport } from '../../testing/export-fixture.ts';
import { buildUserSeed, NOW, PLANT, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ago = (days: number): string => new Date(Date.parse(NOW) - days * DAY_MS).toISOString();
/** Group 7 sees 30 days back, group 8 decides, group 9 has 20 rows a day. */
const GROUPS = [
  ...PLANT.groups,
  { id: 7, name: 'fdo pattuglia', level: 5, lookBackDays: 30 },
  { id: 8, name: 'fdo ufficiali', level: 6, approves: true },
  { id: 9, name: 'fdo centrale', level: 5, rowsPerDay: 20 },
];
const PLATE = 'ZA060AA';
const OLD_DAYS = [45, 60, 70];

let plant: TestPlant;
/** Ids of the old transits of `PLATE`, newest first. */
let oldIds: readonly string[];
let recentId: string;
/** As old, of another plate. */
let foreignId: string;
beforeAll(async () => {
  plant = await startTestPlant(
    {
      groups: GROUPS,
      users: [
        ...USERS,
        ...['agente', 'collega'].map((name, at) => buildUserSeed(40 + at, name, 7)),
        buildUserSeed(42, 'ufficiale', 8),
        buildUserSeed(45, 'addetto', 9),
      ],
    },
    { renewsTokens: true },
  );
  const reads = [
    ...OLD_DAYS.map((days) => ({ gate: 2, plate: PLATE, at: ago(days) })),
    { gate: 1, plate: PLATE, at: ago(10) },
    { gate: 1, plate: 'ZA060BB', at: ago(61) },
    ...Array.from({ length: 60 }, (_, at) => ({ gate: 1, plate: `ZB${100 + at}AA`, at: ago(1 + at / 1000) })),
  ];
  const ids = (await insertReads(plant.deps.store, reads)).map(({ id }) => id);
  oldIds = ids.slice(0, OLD_DAYS.length);
  [recentId = '', foreignId = ''] = ids.slice(OLD_DAYS.length);
}, 60_000);
afterAll(() => plant.close());
beforeEach(async () => {
  plant.clock.now = NOW;
  plant.audit.records.length = 0;
  for (const table of ['approval_request', 'export_job', 'shown_rows']) await plant.pool.query(`delete from ${table}`);
});

const CASE = { [REASON_HEADER]: encodeReason({ code: 'training', text: 'indagine per furto', case: '77/2026' }) };
const DATA = { without_images: true, with_context_images: false, watermark_tag: '' };
const QUESTION: TransitFilter = { f_targa: PLATE, f_startTime: ago(80), f_endTime: ago(40) };

const wait = (ms: number): void => {
  plant.clock.now = new Date(Date.parse(plant.clock.now) + ms).toISOString();
};
async function ask(filtro: TransitFilter, user: string): Promise<string> {
  const body = { lotto: randomUUID(), filtro, nota: 'la prima denuncia è di maggio' };
  return api.Approval.parse((await plant.call(api.requestApproval, { body }, user, CASE)).body).id;
}
async function grant(filtro: TransitFilter = QUESTION, user = 'agente'): Promise<string> {
  const id = await ask(filtro, user);
  const body = { esito: 'granted', nota: 'confermo la necessità' } as const;
  expect((await plant.call(api.decideApproval, { params: { id }, body }, 'ufficiale')).status).toBe(200);
  return id;
}
async function search(body: TransitSearch, user = 'agente'): Promise<readonly string[]> {
  const answer = await plant.call(searchTransits, { body }, user, CASE);
  return TransitPage.parse(answer.body).objects.map(({ id }) => id);
}
const estimate = (filter: ExportedFilter, user = 'agente') =>
  plant.call(estimateExport, { body: { filter, ...DATA } }, user, CASE);
const readEstimate = async (filter: ExportedFilter, user = 'agente'): Promise<ExportEstimate> =>
  ExportEstimate.parse((await estimate(filter, user)).body);
const order = (filter: ExportedFilter, user = 'agente') => delegateTestExport(plant, { filter, user });
type Order = Awaited<ReturnType<typeof order>>;

/** Builds what was ordered and reads its rows, newest first, with what its papers say. */
async function build({ guid, jwt, push }: Order) {
  expect((await push()).status).toBe(202);
  await processAllJobs(plant);
  const { bytes } = await injectJson(plant.app, fetchExportPart, { params: { guid } }, { token: jwt });
  const { found, text } = await verifyTestExport(plant, bytes);
  expect(found.findings).toEqual([]);
  const rows = text('dati.csv').trim().split('\r\n').slice(1);
  return {
    ids: rows.map((line) => line.split(';')[29]?.replaceAll('"', '')),
    manifest: found.parts[0]?.manifest,
    summary: text('riepilogo.html'),
  };
}

describe('the export of a granted search', () => {
  test('has exactly the rows of the list, and estimate, manifest, summary and log name the approval', async () => {
    const consenso = await grant();
    const filter = { ...QUESTION, consenso };
    const listed = await search(filter);
    expect(listed).toEqual(oldIds);
    expect(await readEstimate(filter)).toMatchObject({
      count: OLD_DAYS.length,
      limitations: [],
      consensi: [{ id: consenso, deciso_da: 'ufficiale', valida_fino: expect.any(String) }],
    });
    const { ids, manifest, summary } = await build(await order(filter));
    expect(ids).toEqual(listed);
    expect(manifest).toMatchObject({
      filter: { f_targa: PLATE, consenso },
      completeness: { whole: true, transits: OLD_DAYS.length, limitations: [] },
    });
    expect(summary).toMatch(new RegExp(`dato da ufficiale, da usare fino al .*${consenso}`));
    const named = plant.audit.records.flatMap(({ action, detail }) =>
      Reflect.get(Object(detail), 'approval') === consenso ? [action] : [],
    );
    expect(named).toEqual([
      'transits.search',
      'exports.estimate',
      'exports.delegate',
      'exports.start',
      'exports.deliver',
    ]);
  });

  test('without naming it the export stays within the limit and says so', async () => {
    await grant();
    expect(await readEstimate(QUESTION)).toMatchObject({ count: 0, limitations: ['look_back'] });
    const { ids, manifest } = await build(await order({ f_targa: PLATE }));
    expect(ids).toEqual([recentId]);
    expect(manifest?.completeness).toMatchObject({ whole: false, limitations: ['look_back'] });
  });

  test('its rows are recorded as shown: they can be opened until the approval ends', async () => {
    const consenso = await grant();
    const open = (user: string) => plant.call(getTransit, { params: { id: oldIds[0] ?? '' } }, user, CASE);
    expect((await open('agente')).status).toBe(404);
    await build(await order({ ...QUESTION, consenso }));
    expect([(await open('agente')).status, (await open('collega')).status]).toEqual([200, 404]);
    wait(HOUR_MS + 60_000);
    expect((await open('agente')).status).toBe(404);
  });

  test('nothing beyond the question, no approval of another person or plant, none that waits or was refused', async () => {
    const consenso = await grant();
    const waiting = await ask({ ...QUESTION, f_lane: [1] }, 'agente');
    const orders: readonly (readonly [ExportedFilter, string])[] = [
      [{ ...QUESTION, f_targa: 'ZA060BB', consenso }, 'agente'],
      [{ f_startTime: ago(80), f_endTime: ago(40), consenso }, 'agente'],
      [{ f_targa: PLATE, consenso }, 'agente'],
      [{ ...QUESTION, f_startTime: ago(81), consenso }, 'agente'],
      [{ ...QUESTION, f_endTime: ago(39), consenso }, 'agente'],
      [{ ...QUESTION, f_varchi: [2], consenso }, 'agente'],
      [{ ...QUESTION, f_allowed_plate_errors: 1, consenso }, 'agente'],
      [{ ...QUESTION, f_lane: [1], consenso: waiting }, 'agente'],
      [{ ...QUESTION, consenso: randomUUID() }, 'agente'],
      [{ ...QUESTION, consenso }, 'collega'],
    ];
    for (const [filter, user] of orders) {
      expect(errorOf(await estimate(filter, user))).toBe('no_perms/approval_invalid');
      expect(errorOf((await order(filter, user)).answer)).toBe('no_perms/approval_invalid');
      const own = await plant.call(createPlantExport, { body: { filters: filter, ...DATA } }, user, CASE);
      expect(errorOf(own)).toBe('no_perms/approval_invalid');
    }
    expect((await estimate({ ...QUESTION, f_startTime: ago(65), consenso })).status).toBe(200);
    const { rows } = await plant.pool.query('select from export_job');
    expect(rows).toEqual([]);
  });

  test('what is no approval is a wrong request', async () => {
    const wrong = { filter: { ...QUESTION, consenso: "x' or true --" }, ...DATA };
    expect((await plant.callRaw(estimateExport, { body: wrong }, 'agente')).status).toBe(400);
  });
});

describe('an order and the hour of its approval', () => {
  test('an order made in time is carried out after the hour; a new one is refused, and the old one cannot be sent again', async () => {
    const consenso = await grant();
    const filter = { ...QUESTION, consenso };
    wait(HOUR_MS - 1_000);
    const made = await order(filter);
    wait(1_000);
    expect(errorOf((await order(filter)).answer)).toBe('no_perms/approval_invalid');
    expect(errorOf(await estimate(filter))).toBe('no_perms/approval_invalid');
    wait(HOUR_MS / 2);
    const { ids } = await build(made);
    expect(ids).toEqual(oldIds);
    expect(parsePart(await made.push())).toMatchObject({ phase: 'ready', progress_count: OLD_DAYS.length });
    const again = await delegateTestExport(plant, { filter, user: 'agente', guid: made.guid });
    expect(again.answer.status).toBe(403);
  });

  test('a delegation is good for its approval and question only', async () => {
    const [first, second] = [await grant(), await grant({ ...QUESTION, f_targa: 'ZA060BB' })];
    const { push } = await order({ ...QUESTION, consenso: first });
    expect((await push({ filter: { ...QUESTION, consenso: second } })).status).toBe(403);
    expect((await push({ filter: { ...QUESTION, f_targa: 'ZA060BB', consenso: first } })).status).toBe(403);
    expect((await push({ filter: QUESTION })).status).toBe(403);
    const limited = await order(QUESTION);
    expect((await limited.push({ filter: { ...QUESTION, consenso: first } })).status).toBe(403);
    expect((await push()).status).toBe(202);
  });

  test.each([
    ['of somebody else', `update approval_request set requester = gen_random_uuid()`],
    [
      'refused',
      `update approval_request set state = 'open', decided_by = null, decided_name = null, decided_at = null, usable_until = null`,
    ],
    ['about another question', `update approval_request set filter_text = '{}'`],
    ['gone', 'delete from approval_request'],
  ])(
    'the approval is read again when the part is built: one that is %s by then builds nothing',
    async (_now, change) => {
      const consenso = await grant();
      const { guid, jwt, push } = await order({ ...QUESTION, consenso });
      await push();
      await plant.pool.query(change);
      await processAllJobs(plant);
      const state = parsePart(await injectJson(plant.app, getExportPart, { params: { guid } }, { token: jwt }));
      expect(state).toMatchObject({ phase: 'failed', problem: 'no_perms', progress_count: 0 });
    },
  );

  test('a plant’s own export is bound in the same way', async () => {
    const consenso = await grant();
    const filters = { ...QUESTION, consenso };
    const make = () => plant.call(createPlantExport, { body: { filters, ...DATA } }, 'agente', CASE);
    expect((await make()).status).toBe(200);
    wait(2 * HOUR_MS);
    await processAllJobs(plant);
    const { rows } = await plant.pool.query<{ state: string; done: number }>('select state, done from export_job');
    expect(rows).toEqual([{ state: 'ready', done: OLD_DAYS.length }]);
    expect(errorOf(await make())).toBe('no_perms/approval_invalid');
  });
});

describe('selected rows of a granted search', () => {
  test('only what the approval has shown, and what the role sees anyway; the rest is missing, and told', async () => {
    const consenso = await grant();
    const chosen = [...oldIds, recentId, foreignId];
    expect(await readEstimate({ f_ids: chosen })).toMatchObject({ count: 1, limitations: ['chosen'] });
    await search({ ...QUESTION, consenso });
    expect(await readEstimate({ f_ids: chosen })).toMatchObject({
      count: 1 + OLD_DAYS.length,
      limitations: ['chosen'],
      consensi: [{ id: consenso, deciso_da: 'ufficiale' }],
    });
    const { ids, manifest } = await build(await order({ f_ids: chosen }));
    expect(ids).toEqual([recentId, ...oldIds]);
    expect(manifest).toMatchObject({
      filter: { f_ids: chosen, consenso },
      completeness: { whole: false, limitations: ['chosen'] },
    });
    const whole = await build(await order({ f_ids: [...oldIds] }));
    expect(whole.manifest?.completeness).toMatchObject({ whole: true, limitations: [], transits: OLD_DAYS.length });
    expect(await readEstimate({ f_ids: chosen }, 'collega')).toMatchObject({ count: 1, limitations: ['chosen'] });
  });

  test('the hour counts when they are ordered, and an approval that came later adds nothing', async () => {
    const consenso = await grant();
    await search({ ...QUESTION, consenso });
    const made = await order({ f_ids: [...oldIds, foreignId] });
    wait(60_000);
    const later = await grant({ ...QUESTION, f_targa: 'ZA060BB' });
    expect(await search({ ...QUESTION, f_targa: 'ZA060BB', consenso: later })).toEqual([foreignId]);
    wait(HOUR_MS);
    expect((await build(made)).ids).toEqual(oldIds);
    wait(HOUR_MS);
    expect(await readEstimate({ f_ids: [...oldIds] })).toMatchObject({ count: 0, limitations: ['chosen'] });
    expect((await build(await order({ f_ids: [...oldIds] }))).ids).toEqual([]);
  });

  test('an approval cannot be named beside them', async () => {
    const consenso = await grant();
    expect((await estimate({ f_ids: [...oldIds], consenso })).status).toBe(400);
  });
});

describe('a role with 20 rows a day', () => {
  const GATE: TransitFilter = { f_varchi: [1] };

  test('the rows of a granted question do not count, in estimate and export', async () => {
    const consenso = await grant(GATE, 'addetto');
    expect(await readEstimate(GATE, 'addetto')).toMatchObject({ max_exportable: 20, limit_reached: true });
    const estimated = await readEstimate({ ...GATE, consenso }, 'addetto');
    expect(estimated).toMatchObject({ count: 62, limit_reached: false });
    expect((await build(await order({ ...GATE, consenso }, 'addetto'))).ids).toHaveLength(62);
    expect(await readEstimate(GATE, 'addetto')).toMatchObject({ max_exportable: 20 });
  });

  test('of a selection only the rows that no approval has shown count', async () => {
    const all = await search(
      { ...GATE, f_targa: 'ZB*', page_size: 60, consenso: await grant({ ...GATE, f_targa: 'ZB*' }, 'addetto') },
      'addetto',
    );
    expect(await readEstimate({ f_ids: [...all] }, 'addetto')).toMatchObject({ count: 60, limit_reached: false });
    expect((await build(await order({ f_ids: [...all, ...oldIds, recentId] }, 'addetto'))).ids).toHaveLength(64);
    expect(await readEstimate(GATE, 'addetto')).toMatchObject({ max_exportable: 16 });
  });
});
