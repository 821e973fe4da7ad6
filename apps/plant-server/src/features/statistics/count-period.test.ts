import { parseInstantMs, romeDayStart } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countGatesStatement } from './gate-figures.repository.ts';
import { deleteTransits } from '../retention/delete-transits.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { explainWithoutScans } from '../../testing/explain.ts';
import type { TestPlant } from '../../testing/test-plant.ts';
import { countPeriod, splitPeriod } from './count-period.ts';
import {
  createStatisticsClient,
  dayAt,
  period,
  READS,
  startStatisticsPlant,
  WEEK,
} from '../../testing/statistics-fixture.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startStatisticsPlant();
});
afterAll(() => plant.close());

const { fetchResult, countDays } = createStatisticsClient(() => plant);

it('a late read, a check and a deletion make a counted day stale by themselves', async () => {
  await countDays();
  const late = { gate: 1, plate: 'AB009CD', at: dayAt(3, 10), vehicleClass: 'car', insured: '' } as NewRead;
  await insertReads(plant.deps.store, [late]);
  expect(await fetchResult(period(3, 3))).toMatchObject({ totale: { transiti: 2, targhe_max: 2, contati: 2 } });
  expect(await countDays()).toBe(1);
  expect(await fetchResult(period(3, 3))).toMatchObject({ totale: { transiti: 2, targhe_max: 2, contati: 2 } });
  await plant.pool.query('delete from legal_hold');
  await deleteTransits(plant.pool, { beforeMs: parseInstantMs(dayAt(3, 9.5)), limit: 10 });
  expect(await fetchResult(period(3, 3))).toMatchObject({ totale: { transiti: 1, targhe_max: 1, contati: 1 } });
  expect(await countDays()).toBe(1);
  await deleteTransits(plant.pool, { beforeMs: parseInstantMs(dayAt(3, 11)), limit: 10 });
  await countDays();
  const { rows } = await plant.pool.query("select 1 from gate_day where day = '2026-11-17'");
  expect(rows).toEqual([]);
  await insertReads(plant.deps.store, [READS[0] ?? late]);
});

it('cut days are counted from the rows, to the minute', async () => {
  const answer = await fetchResult({ dal: dayAt(2, 9.5), al: dayAt(1, 8.2), per: 'giorno' });
  expect(answer).toMatchObject({
    totale: { transiti: 3, targhe_min: 3, targhe_max: 3 },
    righe: [
      { giorno: '2026-11-18', transiti: 2 },
      { giorno: '2026-11-19', transiti: 1 },
    ],
  });
  expect(await fetchResult({ dal: dayAt(2, 9.5), al: dayAt(2, 10.5) })).toMatchObject({ totale: { transiti: 1 } });
});

it('days too many to be counted now are told, not silently left out', async () => {
  await plant.pool.query('delete from gate_day');
  await plant.pool.query('update gate_hour set n = n + 2000000 where gate = 1 and hour = $1', [dayAt(3, 9)]);
  try {
    expect(await fetchResult(WEEK)).toMatchObject({ senza_dettaglio: 2_000_001, totale: { contati: 7 } });
  } finally {
    await plant.pool.query('update gate_hour set n = n - 2000000 where gate = 1 and hour = $1', [dayAt(3, 9)]);
  }
});

it('a period is cut at the days of Rome, also where the clock changes', () => {
  const at = (day: string, hours: number): number => romeDayStart(day) + hours * 3_600_000;
  const cut = (fromMs: number, toMs: number) => {
    const { days, partialDays: pieces } = splitPeriod({ gates: null, fromMs, toMs });
    return [days, pieces.map(({ day, visible }) => [day, (visible.toMs - visible.fromMs) / 3_600_000])];
  };
  // 25 October 2026 has 25 hours.
  expect(cut(at('2026-10-24', 0), at('2026-10-26', 0))).toEqual([{ first: '2026-10-24', last: '2026-10-25' }, []]);
  expect(cut(at('2026-10-24', 12), at('2026-10-26', 2))).toEqual([
    { first: '2026-10-25', last: '2026-10-25' },
    [
      ['2026-10-24', 12],
      ['2026-10-26', 2],
    ],
  ]);
  expect(cut(at('2026-10-24', 12), at('2026-10-25', 2))).toEqual([
    null,
    [
      ['2026-10-24', 12],
      ['2026-10-25', 2],
    ],
  ]);
  expect(cut(at('2026-10-24', 2), at('2026-10-24', 3))).toEqual([null, [['2026-10-24', 1]]]);
  expect(cut(5, 5)).toEqual([null, []]);
});

it('plates come from the key of the gate alone, and a whole counted day reads no transit', async () => {
  const visible = { gates: [1, 2], fromMs: parseInstantMs(dayAt(2, 0)), toMs: parseInstantMs(dayAt(1, 0)) };
  const statement = countGatesStatement(visible);
  const plan = await explainWithoutScans(plant.pool, statement);
  expect(plan).toMatch(/Index Only Scan using transit_\d{4}_\d\d_gate_ts_id/);
  expect(plan).not.toContain('Seq Scan');
  await countDays();
  const texts: string[] = [];
  const { runner } = plant.deps.store;
  const listening = {
    run: (...[asking, signal]: Parameters<typeof runner.run>) => (texts.push(asking.text), runner.run(asking, signal)),
  };
  const whole = { gates: null, fromMs: parseInstantMs(dayAt(2, 0)), toMs: parseInstantMs(dayAt(0, 0)) };
  await countPeriod(listening as typeof runner, whole, splitPeriod(whole), new AbortController().signal);
  expect(texts.filter((text) => text.includes('from transit'))).toEqual([]);
});
