import { relatedEvents, type RelatedEventsResponse } from '@varco/contract/plant/related-events.ts';
import { findHabitDay, selectHabitDays, computeEventRarity } from '@varco/domain/analysis/related-events.ts';
import { toIsoInstant, parseInstantMs, toRomeDay, romeDayStart, toRomeWallMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventHabitsStatement } from './event-habits.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const DAY = 86_400_000;
const TODAY = romeDayStart(toRomeDay(parseInstantMs(NOW)));
const DAYS = 15;
/** An instant by days ago and Rome local time. */
const at = (daysAgo: number, hour: number, minute = 0): string =>
  toIsoInstant(TODAY - daysAgo * DAY + (hour * 60 + minute) * 60_000);

/**
 * Fifteen days of unrelated vehicles by day; a commuter at gate 1 at 7:40; a taxi at night; another vehicle read as
 * often, but at noon.
 */
function reads(): readonly NewRead[] {
  const all: NewRead[] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    for (let n = 0; n < 90; n += 1)
      all.push({
        gate: 1 + (n % 3),
        plate: `AA${String((n * 7 + day * 31) % 700).padStart(3, '0')}BB`,
        at: at(day, 7 + (n % 14), (n * 13) % 60),
      });
    all.push({ gate: 1, plate: 'CO111MM', at: at(day, 7, 40) }, { gate: 3, plate: 'CO111MM', at: at(day, 17, 45) });
    all.push({ gate: 1 + ((day + 2) % 3), plate: 'TA222XI', at: at(day, 23, 10) });
    all.push({ gate: 1 + (day % 3), plate: 'TA222XI', at: at(day, 23, 50) });
    all.push({ gate: 2, plate: 'ST333RR', at: at(day, 12, 5) }, { gate: 2, plate: 'ST333RR', at: at(day, 12, 35) });
  }
  // At the first event at the commuter's time, at the second at the taxi's time, but without a habit.
  for (const plate of ['ST333RR', 'CO111MM']) all.push({ gate: 3, plate, at: at(3, 23, 30) });
  for (const plate of ['ST333RR', 'TA222XI']) all.push({ gate: 1, plate, at: at(5, 7, 45) });
  return all;
}

const EVENTS = [
  { varchi: [1], dal: at(5, 7, 30), al: at(5, 8, 30) },
  { varchi: [3], dal: at(3, 23), al: at(2, 0) },
];

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(plant.deps.store, reads());
}, 60_000);
afterAll(() => plant.close());

it('REL-01 whoever is always there at that hour is less rare than a stranger read as often, and the answer says why', async () => {
  const { status, body } = await plant.callRaw(relatedEvents, { body: { eventi: EVENTS, almeno: 2 } }, 'operatore');
  expect(status, JSON.stringify(body)).toBe(200);
  const { objects, eventi, letti_totale: allReads } = body as RelatedEventsResponse;
  expect(objects.map(({ targa }) => targa)[0]).toBe('ST333RR');
  expect(objects.map(({ targa }) => targa).toSorted()).toEqual(['CO111MM', 'ST333RR', 'TA222XI']);
  const of = (plate: string) => objects.find(({ targa }) => targa === plate)?.eventi ?? [];
  // Days of the events are excluded. On the last other day, today, nothing was read.
  const others = of('CO111MM')[0]?.abitudine?.altri_giorni ?? 0;
  expect(others).toBeGreaterThanOrEqual(12);
  expect(of('CO111MM')[0]?.abitudine).toMatchObject({ giorni: others - 1, letture: others - 1, durata_giorni: 1 });
  expect(of('TA222XI')[1]?.abitudine?.letture).toBe(2 * (of('TA222XI')[1]?.abitudine?.altri_giorni ?? 0));
  expect(of('ST333RR').map(({ abitudine }) => abitudine?.letture)).toEqual([0, 0]);
  for (const { targa, letture } of objects)
    for (const part of of(targa)) {
      const { abitudine } = part;
      const habit =
        abitudine === null
          ? null
          : {
              comparedDays: abitudine.altri_giorni,
              days: abitudine.giorni,
              reads: abitudine.letture,
              gateShare: abitudine.quota_varchi,
              length: abitudine.durata_giorni,
            };
      const traffic = { reads: eventi[part.evento]?.letti ?? 0, allReads };
      expect(part.rarita).toBeCloseTo(computeEventRarity(traffic, letture, 2, habit), 9);
    }
});

it('the statement counts as the rule of the domain does, whatever the hour, the length and the gates', async () => {
  const all = reads();
  const span = { gates: null, fromMs: parseInstantMs(at(DAYS, 0)), toMs: parseInstantMs(at(0, 0)) };
  const wall = (from: string, to: string) => ({
    fromMs: toRomeWallMs(parseInstantMs(from)),
    toMs: toRomeWallMs(parseInstantMs(to)),
  });
  const windows = [wall(at(5, 7, 30), at(5, 8, 30)), wall(at(4, 22), at(3, 2)), wall(at(9, 6), at(7, 9))];
  const baseline = { fromMs: toRomeWallMs(span.fromMs), toMs: toRomeWallMs(span.toMs) };
  const events = windows.map((window, n) => ({ gates: [n + 1], days: selectHabitDays(window, windows, baseline) }));
  const plates = ['CO111MM', 'TA222XI', 'ST333RR', 'AA031BB'];
  const { text, values } = eventHabitsStatement(span, plates, events);
  const { rows } = await plant.pool.query<{ plate: string; event: number; days: number; reads: number }>(text, [
    ...values,
  ]);
  for (const [n, { gates, days }] of events.entries())
    for (const plate of plates) {
      const then = all
        .filter((read) => read.plate === plate)
        .map((read) => ({ gate: read.gate, day: findHabitDay(days, toRomeWallMs(parseInstantMs(read.at))) }))
        .filter(({ day }) => day !== null);
      const here = new Set(then.filter(({ gate }) => gates.includes(gate)).map(({ day }) => day));
      const row = rows.find((one) => one.event === n && one.plate === plate) ?? { days: 0, reads: 0 };
      expect([n, plate, row.reads, row.days]).toEqual([n, plate, then.length, here.size]);
    }
});
