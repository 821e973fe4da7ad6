import { type DeletionCalendar, readDeletionCalendar, readDeletionDay } from '@varco/contract/plant/deletions.ts';
import { addHold } from '@varco/contract/plant/holds.ts';
import { addDays, parseInstantMs, romeDayStart, toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { runRetention } from './run-retention.ts';

const DAY_MS = 86_400_000;
const TERM = 90;
const TODAY = toRomeDay(parseInstantMs(NOW));
let plant: TestPlant;
let owner: Pool;

beforeAll(async () => {
  plant = await startTestPlant();
  owner = createPool({ url: plant.ownerUrl, applicationName: 'deletions test owner', max: 1 });
  for (const name of ['operatore', 'amministratore']) await plant.token(name);
});
afterAll(async () => {
  await owner.end();
  await plant.close();
});
beforeEach(async () => {
  await owner.query(
    'truncate transit, transit_picture, unread_transit, plate_dict, plate_day, gate_hour, plate_correction, picture_removal, legal_hold',
  );
  await owner.query(
    `update plant_settings set retention_days = ${TERM}, plate_picture_days = 30, context_picture_days = 7`,
  );
});

/** An instant on the day whose transits are deleted on `day`. */
const endingOn = (day: string, hour: number, term = TERM): string =>
  toIsoInstant(romeDayStart(day) + hour * 3_600_000 - term * DAY_MS);
const at = (plate: string, when: string, more: Partial<NewRead> = {}): NewRead => ({
  gate: 1,
  plate,
  at: when,
  ...more,
});
const store = (...reads: NewRead[]) => insertReads(plant.deps.store, reads);
const askRaw = (query: Record<string, unknown>, who = 'amministratore') =>
  plant.callRaw(readDeletionCalendar, { query }, who);
const readCalendar = async (): Promise<DeletionCalendar> =>
  readDeletionCalendar.response.parse((await askRaw({ from: TODAY, days: 7 })).body);
const readDay = async (day: string): Promise<Record<string, unknown>> => {
  const { body } = await plant.callRaw(readDeletionDay, { params: { day } }, 'amministratore');
  const { kinds } = readDeletionDay.response.parse(body);
  return Object.fromEntries(kinds.map(({ kind, due, held }) => [kind, [due.count, held?.count ?? null]]));
};

test('counts transits on the Rome day on which their term ends', async () => {
  const [third, fifth] = [addDays(TODAY, 2), addDays(TODAY, 4)];
  await store(
    at('AB123CD', endingOn(third, 0)),
    at('AB124CD', endingOn(third, 23.5)),
    at('AB125CD', endingOn(fifth, 12)),
    at('AB126CD', endingOn(addDays(TODAY, 7), 0)),
  );
  const { days, terms, today, held, first } = await readCalendar();
  expect(first).toBe(third);
  expect(days.filter(({ transits }) => transits > 0)).toEqual([
    { day: third, transits: 2 },
    { day: fifth, transits: 1 },
  ]);
  expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 7 }, (_, n) => addDays(TODAY, n)));
  expect([today, terms.transits, terms.plate_pictures, held.count]).toEqual([TODAY, TERM, 30, 0]);
});

test('a day says by kind what is deleted and what a hold keeps, and the deletion then does that', async () => {
  const day = addDays(TODAY, 3);
  await store(
    at('AB123CD', endingOn(day, 9)),
    at('AB124CD', endingOn(day, 10)),
    at('AB124CD', endingOn(addDays(day, 1), 10)),
    at('AB125CD', endingOn(day, 11, 30), { pictures: { plate: 'a'.repeat(64) } }),
    at('AB126CD', endingOn(day, 11, 7), { pictures: { context: 'b'.repeat(64) } }),
  );
  await plant.call(
    addHold,
    { body: { targhe: ['AB124CD'], motivo: 'indagine in corso', atto: 'decreto 12/2026' } },
    'amministratore',
  );
  expect(await readDay(day)).toMatchObject({ transits: [1, 1], unread: [0, 0], exports: [0, null] });

  const late = { ...plant.deps, now: () => new Date(romeDayStart(addDays(day, 1))) };
  const removed = await runRetention(late, new AbortController().signal);
  expect(removed?.transits).toBe(1);
  const { rows } = await plant.pool.query<{ plate: string }>('select plate from transit order by ts, plate');
  expect(rows.map(({ plate }) => plate)).toEqual(['AB124CD', 'AB124CD', 'AB125CD', 'AB126CD']);
});

test('transits that a hold keeps beyond their term are counted', async () => {
  await store(at('AB124CD', endingOn(addDays(TODAY, -3), 10)), at('AB123CD', endingOn(addDays(TODAY, -3), 10)));
  expect(await readCalendar()).toMatchObject({ held: { count: 0 }, first: null });
  await plant.call(
    addHold,
    { body: { targhe: ['AB124CD'], motivo: 'indagine in corso', atto: 'decreto 12/2026' } },
    'amministratore',
  );
  const { holds, held } = await readCalendar();
  expect([holds, held]).toEqual([1, { count: 1, capped: false }]);
});

test('is for administrators and readers of the log', async () => {
  expect((await askRaw({ from: TODAY, days: 7 }, 'operatore')).body).toMatchObject({ error: { code: 'no_perms' } });
  await owner.query(`update plant_user set audit_read = true where username = 'operatore'`);
  try {
    expect((await askRaw({ from: TODAY, days: 7 }, 'operatore')).status).toBe(200);
  } finally {
    await owner.query(`update plant_user set audit_read = false where username = 'operatore'`);
  }
});

test.each([
  ['a day that does not exist', { from: '2026-02-30', days: 7 }],
  ['a day before today', { from: addDays(TODAY, -1), days: 7 }],
  ['a day nobody will see', { from: '9999-12-31', days: 42 }],
  ['too many days', { from: TODAY, days: 43 }],
  ['no days', { from: TODAY, days: 0 }],
  ['text for days', { from: TODAY, days: '7; drop table transit' }],
])('refuses %s', async (_name, query) => {
  const answer = await askRaw(query);
  expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'bad_request' } }]);
});
