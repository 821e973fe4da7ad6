import {
  getSuspectWeights,
  listSuspects,
  searchSuspects,
  setSuspectWeights,
  SuspectPage,
  type Suspect,
} from '@varco/contract/plant/suspects.ts';
import { findImpossibleDays } from '@varco/domain/analysis/impossible-travel.ts';
import { STRONG_POINTS, DEFAULT_SUSPECT_WEIGHTS } from '@varco/domain/analysis/suspect-score.ts';
import { toIsoInstant, parseInstantMs, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { catchUpMovementDays, updateMovementDays } from '../../plate-index/movements/movement-days.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { insertTestEntry } from '../../testing/list-entries.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { updateListedPartners } from './listed-partners.repository.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const TODAY = romeDayStart(toRomeDay(parseInstantMs(NOW)));
/** An instant by days ago and Rome local time. */
const at = (daysAgo: number, hour: number, minute = 0): string =>
  toIsoInstant(TODAY - daysAgo * DAY + (hour * 60 + minute) * MINUTE);

function reads(): readonly NewRead[] {
  const all: NewRead[] = [];
  for (let day = 1; day <= 36; day += 1)
    for (let n = 0; n < 150; n += 1)
      all.push({
        gate: (n % 3) + 1,
        plate: `AA${String((n + day * 31) % 700).padStart(3, '0')}BB`,
        at: at(day, 8 + (n % 12), n % 60),
      });
  // Circles between two gates at night, on three nights of the week and never before.
  for (const day of [2, 3, 4])
    for (let lap = 0; lap < 4; lap += 1)
      for (const gate of [1, 2]) all.push({ gate, plate: 'NI111TT', at: at(day, 1, lap * 20 + gate * 3), nation: 'I' });
  for (let day = 8; day <= 34; day += 3) all.push({ gate: 1, plate: 'NI111TT', at: at(day, 12) });
  // Does the same every night of every week, like a night guard.
  for (let day = 1; day <= 36; day += 1)
    for (let lap = 0; lap < 4; lap += 1) all.push({ gate: 3, plate: 'GU222DD', at: at(day, 2, lap * 15) });
  // At two distant places within the same minutes, five times on one day.
  for (const hour of [9, 11, 13, 15, 17]) {
    all.push(
      { gate: 1, plate: 'CL333NE', at: at(3, hour) },
      { gate: 3, plate: 'CL333NE', at: at(3, hour, 2), insured: 'no' },
    );
  }
  // One impossible read on each of two days, and loops at night so that the plate is listed at all.
  for (const day of [2, 5]) {
    for (const [gate, minute] of [
      [1, 0],
      [3, 2],
      [1, 4],
    ] as const)
      all.push({ gate, plate: 'MR444AA', at: at(day, 10, minute) });
    for (let lap = 0; lap < 4; lap += 1) all.push({ gate: 1, plate: 'MR444AA', at: at(day, 3, lap * 12) });
  }
  // Uninsured and foreign, without other features.
  all.push({ gate: 1, plate: 'FO444RE', at: at(2, 12), nation: 'RO', insured: 'no', inspected: 'no' });
  // Travels with a listed plate at unusual hours.
  for (const [day, hour] of [
    [2, 10],
    [4, 15],
    [6, 21],
    [9, 22],
  ] as const)
    for (const gate of [1, 2, 3]) {
      all.push({ gate, plate: 'LI555ST', at: at(day, hour, gate * 6) });
      all.push({ gate, plate: 'PA666RT', at: at(day, hour, gate * 6 + 1), vehicleClass: 'van' });
    }
  return all;
}

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(plant.deps.store, reads());
  for (const user of ['operatore', 'limitato', 'breve', 'amministratore']) await plant.token(user);
}, 60_000);
afterAll(() => plant.close());
beforeEach(() => {
  plant.audit.records.length = 0;
});

const WEEK = { start_time: at(7, 0), end_time: at(0, 0) };
const ask = (body: object, user?: string) => plant.callRaw(searchSuspects, { body: { ...WEEK, ...body } }, user);
const answer = async (body: object = {}, user = 'operatore'): Promise<SuspectPage> => {
  const { status, body: found } = await ask(body, user);
  expect(status, JSON.stringify(found)).toBe(200);
  return SuspectPage.parse(found);
};
const plates = ({ objects }: SuspectPage): readonly string[] => objects.map(({ transit }) => transit.targa);
const of = ({ objects }: SuspectPage, plate: string): Suspect | undefined =>
  objects.find(({ transit }) => transit.targa === plate);

it('PLAPI-10 SUS-13 SUS-22 the call of the specification: rows with score, flags, code and transit', async () => {
  const query = { ...WEEK, p: 1, page_size: 200 };
  const { status, body } = await plant.callRaw(listSuspects, { query }, 'operatore');
  expect(status, JSON.stringify(body)).toBe(200);
  const page = SuspectPage.parse(body);
  expect(of(page, 'NI111TT')).toMatchObject({
    plate_count: 24,
    non_national: false,
    not_insured: false,
    transit: { targa: 'NI111TT' },
  });
  expect(of(page, 'CL333NE')).toMatchObject({ not_insured: true });
  expect(page).toMatchObject({ versione: 'suspect-7', spans: 4, more: false });
});

it('the items of every row add up to its score, and the code names them', async () => {
  const page = await answer();
  for (const row of page.objects) {
    expect(row.items.reduce((sum, { points }) => sum + points, 0)).toBe(row.score);
    expect(row.score_normalized).toBeCloseTo(row.score / 1000);
    expect(row.code).toBe(
      [...new Set(row.items.map(({ feature }) => feature))]
        .filter((feature) => feature !== 'strong' && feature !== 'limit')
        .reduce((bits, feature) => bits | (1 << FEATURE_BITS.indexOf(feature)), 0),
    );
  }
});
const FEATURE_BITS = [
  'night',
  'night_days',
  'loops',
  'night_loops',
  'gates',
  'convoy',
  'clone',
  'first_seen',
  'foreign',
  'uninsured',
  'uninspected',
  'misread',
];

it('who leaves the own habit is listed; a night guard who does it every week is not', async () => {
  const page = await answer();
  expect(plates(page)).toContain('NI111TT');
  expect(plates(page)).not.toContain('GU222DD');
  const items = of(page, 'NI111TT')?.items ?? [];
  expect(items.map(({ feature }) => feature)).toEqual(
    expect.arrayContaining(['night', 'night_days', 'loops', 'night_loops']),
  );
  expect(items.find(({ feature }) => feature === 'night')).toMatchObject({ value: 24, habit: 0 });
});

it('status alone lists nobody; a plate at two far places at once, several times, is of high interest', async () => {
  const page = await answer();
  expect(plates(page)).not.toContain('FO444RE');
  const clone = of(page, 'CL333NE');
  expect(clone?.items.find(({ feature }) => feature === 'clone')?.points).toBe(DEFAULT_SUSPECT_WEIGHTS.clone);
  expect(clone?.high_interest).toBe(true);
  expect(clone?.score).toBeGreaterThanOrEqual(300 + STRONG_POINTS);
  expect(page.objects.map(({ score }) => score)).toEqual(
    page.objects.map(({ score }) => score).toSorted((a, b) => b - a),
  );
});

it('one read too many on each of two days is two things to check, not a clone: the judgement of the impossible journeys', async () => {
  const row = of(await answer(), 'MR444AA');
  expect(row?.items.find(({ feature }) => feature === 'clone')).toMatchObject({
    points: DEFAULT_SUSPECT_WEIGHTS.clone_single,
    value: 1,
  });
  const { rows } = await plant.pool.query<{ id: number; lat: number; lon: number }>('select id, lat, lon from gate');
  const placed = reads()
    .filter(({ plate }) => plate === 'MR444AA')
    .flatMap(({ gate, at: instant }) => {
      const place = rows.find(({ id }) => id === gate);
      const clock = { clock: 7, slackS: 400 };
      return place === undefined
        ? []
        : [{ at: [place.lon, place.lat] as const, timeMs: parseInstantMs(instant), ...clock }];
    })
    .toSorted((a, b) => a.timeMs - b.timeMs);
  // As a browser requests it from several plants, whatever clock difference it measured.
  expect(findImpossibleDays(placed, toRomeDay).map(({ kind, discarded }) => [kind, discarded])).toEqual([
    ['check', 1],
    ['check', 1],
  ]);
});

it('the roll-up of days says the same as the rows, also after reads that come late and over midnight', async () => {
  const shown = async (body: object) =>
    (await answer(body)).objects.map(({ transit, score, items }) => [transit.targa, score, items]);
  const byRows = await shown({});
  expect(await catchUpMovementDays(plant.pool)).toBe(false);
  await updateMovementDays(plant.pool, parseInstantMs(NOW), new AbortController().signal);
  expect(await catchUpMovementDays(plant.pool)).toBe(true);
  expect(await shown({})).toEqual(byRows);
  // A week with partial days at both ends.
  const odd = { start_time: at(7, 12, 30), end_time: at(1, 9, 15) };
  const oddByDays = (await answer(odd)).objects.map(({ transit, items }) => [transit.targa, items.length]);
  await insertReads(plant.deps.store, [
    ...[0, 1, 2, 3].map((lap) => ({ gate: 2, plate: 'LA777TE', at: at(4, 23, 50 + lap * 5) })),
    ...[0, 1, 2, 3].map((lap) => ({ gate: 2, plate: 'LA777TE', at: at(3, 0, 10 + lap * 5) })),
    ...[0, 1, 2, 3].map((lap) => ({ gate: 2, plate: 'LA778TE', at: at(3, 0, 10 + lap * 5) })),
  ]);
  await shown({});
  // Alone on its day, but it completes a loop on the day after.
  await insertReads(plant.deps.store, [{ gate: 2, plate: 'LA778TE', at: at(4, 23, 55) }]);
  const withLate = await shown({});
  expect(withLate.map(([plate]) => plate)).toContain('LA777TE');
  await plant.pool.query('delete from movement_mark');
  expect(await shown({})).toEqual(withLate);
  expect((await answer(odd)).objects.map(({ transit, items }) => [transit.targa, items.length])).toEqual(
    expect.arrayContaining(oddByDays),
  );
});

it('a plate that travels with a listed one gets the points of the convoy, from the job', async () => {
  await insertTestEntry(plant, 'LI555ST');
  await updateListedPartners(plant.deps, new AbortController().signal);
  const page = await answer();
  const convoy = of(page, 'PA666RT')?.items.find(({ feature }) => feature === 'convoy');
  expect(convoy?.points).toBeGreaterThan(100);
  // A user limited to some gates must not learn what was found on others.
  expect(of(await answer({}, 'limitato'), 'PA666RT')).toBeUndefined();
  expect((await plant.pool.query('select 1 from listed_partner_look')).rowCount).toBe(1);
  await plant.pool.query('delete from blacklist_entry');
  expect(of(await answer(), 'PA666RT')).toBeUndefined();
});

it('SUS-18 plate, kinds and gates narrow the rows; rarity stays that of the whole plant', async () => {
  expect(plates(await answer({ plate: 'NI1*' }))).toEqual(['NI111TT']);
  expect(plates(await answer({ vehicle_kinds: ['bus'] }))).toEqual([]);
  const gated = await answer({ gates: [1, 2] });
  expect(plates(gated)).toContain('NI111TT');
  expect(plates(gated)).not.toContain('CL333NE');
});

it('plates of the whitelist are left out, and counted', async () => {
  await plant.pool.query(
    `insert into whitelist_entry (uuid, plate, silences, reason, owner, creator, expires_at, created_at, updated_at)
     values (gen_random_uuid(), 'NI111TT', '{blacklist}', 'ronda', 1, gen_random_uuid(), '2027-01-01', now(), now())`,
  );
  const page = await answer();
  expect(plates(page)).not.toContain('NI111TT');
  expect(page.whitelisted).toBe(1);
  await plant.pool.query('delete from whitelist_entry');
});

it('T 6: gates and range of a person count; the window is cut and said', async () => {
  const limited = await answer({}, 'limitato');
  expect(limited.limitations).toContain('gates');
  expect(limited.objects.every(({ transit }) => transit.varco_id !== 2)).toBe(true);
  expect((await answer({}, 'breve')).limitations).toContain('t_max');
  expect((await ask({ gates: [2] }, 'limitato')).status).toBe(403);
});

it('every question is recorded with its reason', async () => {
  await plant.call(searchSuspects, { body: WEEK }, 'operatore', REASON);
  const { action, outcome, detail, reason } = plant.audit.records.at(-1) ?? {};
  expect([action, outcome]).toEqual(['suspects.search', 'ok']);
  expect(detail).toMatchObject({ formula: 'suspect-7' });
  expect(reason).toMatchObject({ code: 'training' });
});

it.each([
  ['an end before the start', { start_time: at(1, 0), end_time: at(2, 0) }],
  ['SUS-16 more than 7 days', { start_time: at(7, 0), end_time: at(0, 0, 1) }],
  ['SUS-02 tomorrow', { start_time: at(1, 0), end_time: at(-1, 0, 1) }],
  ['no start', { start_time: undefined }],
  ['a second page', { p: 2 }],
  ['201 rows', { page_size: 201 }],
  ['a kind that is no text', { vehicle_kinds: [{}] }],
  ['a gate that is no number', { gates: ['1; drop table gate'] }],
  ['a plate that is none', { plate: "A'" }],
  ['a field nobody knows', { f_targa: 'A' }],
])('%s is refused', async (_, more) => {
  expect((await ask(more, 'operatore')).status).toBe(400);
});

it.each([
  ['signed out', undefined, 401],
  ['without force rights', 'comune', 403],
  ['who may not see plates', 'oscurato', 403],
  ['of level 4 in a force', 'quattro', 403],
])('SUS-21 a person %s', async (_, user, status) => {
  expect((await ask({}, user)).status).toBe(status);
});

it('points are changed by an administrator within bounds, each change with its reason and in the log', async () => {
  const set = (weights: object, user: string, why = 'pattuglie notturne del porto') =>
    plant.callRaw(setSuspectWeights, { body: { weights: { ...DEFAULT_SUSPECT_WEIGHTS, ...weights }, why } }, user);
  const usual = getSuspectWeights.response.parse((await plant.callRaw(getSuspectWeights, {}, 'operatore')).body);
  expect(usual).toMatchObject({ weights: DEFAULT_SUSPECT_WEIGHTS, can_change: false, changed_at: null });
  const before = of(await answer(), 'NI111TT');
  expect((await set({ night: 0 }, 'operatore')).status).toBe(403);
  expect((await set({ foreign: 11 }, 'amministratore')).status).toBe(400);
  expect((await set({ night: -1 }, 'amministratore')).status).toBe(400);
  expect((await set({ luck: 5 }, 'amministratore')).status).toBe(400);
  expect((await set({ night: 0 }, 'amministratore', 'breve')).status).toBe(400);
  const changed = await set({ night: 0 }, 'amministratore');
  expect(changed.status).toBe(200);
  expect(plant.audit.records.at(-1)).toMatchObject({
    action: 'suspects.weights',
    outcome: 'ok',
    detail: { before: DEFAULT_SUSPECT_WEIGHTS, after: { ...DEFAULT_SUSPECT_WEIGHTS, night: 0 } },
  });
  const after = of(await answer(), 'NI111TT');
  const input = (row: Suspect | undefined) => row?.items.filter(({ feature }) => feature === 'night').length;
  expect([input(before), input(after)]).toEqual([1, 0]);
  expect(after?.items.reduce((sum, { points }) => sum + points, 0)).toBe(after?.score);
  expect((await set({}, 'amministratore')).body).toMatchObject({
    changes: [{ by: 'amministratore' }, { weights: { night: 0 } }],
  });
});
