import { chartPopulation, type ChartPopulationResponse } from '@varco/contract/plant/chart-population.ts';
import { MAX_CHART_DAYS } from '@varco/contract/plant/charts.ts';
import { classifyPresence, listPopulationWindow, type PopulationClass } from '@varco/domain/charts/population.ts';
import { addDays, parseInstantMs, romeDayStart, toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { countPopulationDays } from './count-population-days.ts';
import { buildPopulationDay } from './population.view.ts';

const HOUR_MS = 3_600_000;
/** A Friday. */
const TODAY = '2026-11-20';
const FIRST_BACK = 60;
const at = (back: number, hour: number): string =>
  toIsoInstant(romeDayStart(addDays(TODAY, -back)) + Math.round(hour * HOUR_MS));
const PERIOD = { dal: at(80, 0), al: NOW };

/** Vehicles with habits from rare to daily, some on working days only, over sixty days and three gates, by a fixed sequence of numbers. */
function buildReads(): readonly NewRead[] {
  let state = 11;
  const draw = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return Array.from({ length: 60 }, (_, vehicle): readonly NewRead[] => {
    const plate = `AB${String(100 + vehicle)}CD`;
    const work = (vehicle % 10) / 10;
    const rest = vehicle % 3 === 0 ? 0.02 : work * 0.8;
    return Array.from({ length: FIRST_BACK }, (__, ago): readonly NewRead[] => {
      const back = FIRST_BACK - ago;
      const weekday = parseInstantMs(`${addDays(TODAY, -back)}T00:00:00.000Z`) / 86_400_000;
      const chance = [2, 3].includes(weekday % 7) ? rest : work;
      if (draw() >= chance) return [];
      const gate = 1 + Math.floor(draw() * 3);
      const hour = draw() * 23.9;
      const read = { gate, plate, at: at(back, hour), nation: vehicle % 7 === 0 ? 'D' : 'I' };
      return draw() < 0.4 ? [read, { ...read, gate: 1 + (gate % 3), at: at(back, hour + 0.05) }] : [read];
    }).flat();
  }).flat();
}
const READS: readonly NewRead[] = [
  ...buildReads(),
  ...Array.from({ length: 8 }, (_, n) => ({
    gate: 1 + (n % 3),
    plate: `PA${100 + n}SS`,
    at: at(4, 8 + n),
    nation: 'I',
  })),
  // Not fully read: in no class.
  { gate: 1, plate: 'AB?99CD', at: at(3, 9) },
  { gate: 1, plate: '', at: at(3, 9.5) },
  // Today is not over.
  ...[1, 2, 3, 4, 5, 6].map((n) => ({ gate: 1, plate: `ZZ00${n}ZZ`, at: at(0, 9) })),
];

interface TrueDay {
  readonly resident: number;
  readonly commuter: number;
  readonly passer_by: number;
  readonly foreign: number;
}

/** Classes of a day from the rows, by the rules of the domain. */
function computeTruth(reads: readonly NewRead[], day: string, gate: number | null): TrueDay {
  const window = listPopulationWindow(day);
  const byPlate = Map.groupBy(
    reads.filter(({ plate }) => plate.length > 1 && !plate.includes('?')),
    ({ plate }) => plate,
  );
  const kinds: PopulationClass[] = [];
  let foreign = 0;
  for (const own of byPlate.values()) {
    const dayOf = (read: NewRead): string => toRomeDay(parseInstantMs(read.at));
    if (!own.some((read) => dayOf(read) === day && (gate === null || read.gate === gate))) continue;
    const days = [...new Set(own.map(dayOf))].filter((one) => one >= window.first && one <= day);
    const restDays = days.filter((one) => window.restDays.includes(one)).length;
    const weekOf = (one: string): number =>
      Math.floor(Math.round((romeDayStart(day) - romeDayStart(one)) / 86_400_000) / 7);
    const weeks = new Set(days.map(weekOf)).size;
    kinds.push(classifyPresence({ workDays: days.length - restDays, restDays, weeks }, window));
    if (own[0]?.nation === 'D') foreign += 1;
  }
  const count = (kind: PopulationClass): number => kinds.filter((one) => one === kind).length;
  return { resident: count('resident'), commuter: count('commuter'), passer_by: count('passer_by'), foreign };
}

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({
    license: {
      expiresOn: '2027-06-30',
      number: 'LIC-0001',
      options: { adv_charts: { expiration_date: null, g2g: false, population: true } },
    },
  });
  await insertReads(plant.deps.store, READS);
});
afterAll(() => plant.close());

const ask = (body: object, user?: string) => plant.callRaw(chartPopulation, { body }, user);
async function fetchPopulation(body: object, user = 'operatore'): Promise<ChartPopulationResponse> {
  const answer = await ask(body, user);
  expect(answer.status).toBe(200);
  return answer.body as unknown as ChartPopulationResponse;
}
const count = (laterHours = 0): Promise<number> =>
  countPopulationDays(
    plant.deps.store.runner,
    parseInstantMs(NOW) + laterHours * HOUR_MS,
    new AbortController().signal,
    false,
  );
const readRow = async (day: string, gate: number): Promise<TrueDay | undefined> => {
  const { rows } = await plant.pool.query<TrueDay>(
    `select residents as resident, commuters as commuter, passers_by as passer_by, n_foreign as foreign
      from population_day where gate = $1 and day = $2`,
    [gate, day],
  );
  return rows[0];
};
const FIRST_DAY = addDays(TODAY, 27 - FIRST_BACK);
const DAYS = FIRST_BACK - 27;

describe('residents, commuters and passers-by', () => {
  it('LIC-07 says which days are not counted yet, and after the job equals the rules on the rows', async () => {
    expect(await fetchPopulation(PERIOD)).toMatchObject({
      serie: [],
      giorni_contati: 0,
      giorni_da_contare: DAYS,
      stimabile_dal: FIRST_DAY,
      giorni: { primo: addDays(TODAY, -80), ultimo: addDays(TODAY, -1) },
    });
    expect(await count()).toBe(DAYS);
    expect(await count()).toBe(0);

    const all = await fetchPopulation(PERIOD);
    expect(all).toMatchObject({ giorni_contati: DAYS, giorni_da_contare: 0, limitazioni: [] });
    expect(all.serie.map(({ giorno }) => giorno)).toEqual(
      Array.from({ length: DAYS }, (_, i) => addDays(FIRST_DAY, i)),
    );
    const kinds = new Set<string>();
    for (const { giorno } of all.serie) {
      for (const gate of [null, 1, 2, 3]) {
        const truth = computeTruth(READS, giorno, gate);
        expect([giorno, gate, await readRow(giorno, gate ?? 0)]).toEqual([giorno, gate, truth]);
        for (const [kind, n] of Object.entries(truth)) if (n > 4) kinds.add(kind);
      }
    }
    expect([...kinds].toSorted()).toEqual(['commuter', 'foreign', 'passer_by', 'resident']);
  });

  it('answers for the plant or a gate, without small counts, and says what was not read', async () => {
    const whole = await fetchPopulation(PERIOD);
    const one = await fetchPopulation({ ...PERIOD, varco: 2 });
    for (const [gate, { serie }] of [
      [null, whole],
      [2, one],
    ] as const)
      for (const day of serie) {
        const truth = computeTruth(READS, day.giorno, gate);
        const shown = [day.residenti, day.pendolari, day.di_passaggio].map((estimate) => estimate?.n ?? null);
        const real = [truth.resident, truth.commuter, truth.passer_by];
        expect(shown.map((n, i) => n === null || n === real[i])).toEqual([true, true, true]);
        expect(shown.filter((n) => n !== null && n > 0 && n < 5)).toEqual([]);
        expect(shown.filter((n) => n === null).length === 1 && day.targhe !== null).toBe(false);
      }
    expect(whole.serie.some(({ residenti, pendolari }) => residenti !== null && pendolari !== null)).toBe(true);
    const third = whole.serie.find(({ giorno }) => giorno === addDays(TODAY, -3));
    const passages = READS.filter((read) => toRomeDay(parseInstantMs(read.at)) === addDays(TODAY, -3)).length;
    expect(third?.non_lette).toBeCloseTo(2 / passages, 3);
  });

  it('counts whole days that are over, and none without four weeks before it', async () => {
    const cut = await fetchPopulation({ dal: at(6, 5), al: at(2, 12) });
    expect(cut.giorni).toEqual({ primo: '2026-11-15', ultimo: '2026-11-17' });
    expect(cut.serie.map(({ giorno }) => giorno)).toEqual(['2026-11-15', '2026-11-16', '2026-11-17']);
    expect(await fetchPopulation({ dal: at(0, 0), al: NOW })).toMatchObject({ giorni: null, serie: [] });
    expect(await fetchPopulation({ dal: at(50, 0), al: at(40, 0) })).toMatchObject({ serie: [], giorni_da_contare: 0 });
  });

  it('counts the four weeks after a late read anew, at most every six hours', async () => {
    const late: NewRead = { gate: 3, plate: 'AB109CD', at: at(5, 12.5), nation: 'I' };
    await insertReads(plant.deps.store, [late]);
    expect(await count()).toBe(0);
    expect(await count(7)).toBe(5);
    for (const back of [5, 4, 1])
      expect(await readRow(addDays(TODAY, -back), 0)).toEqual(
        computeTruth([...READS, late], addDays(TODAY, -back), null),
      );
    expect(await count(7)).toBe(0);
  });

  it('is refused to who may not see every gate or every plate, and empty for a window of minutes', async () => {
    for (const user of ['limitato', 'senzavarchi', 'comune', 'quattro', 'oscurato'])
      expect([user, (await ask(PERIOD, user)).status]).toEqual([user, 403]);
    expect((await ask(PERIOD)).status).toBe(401);
    expect(await fetchPopulation(PERIOD, 'breve')).toMatchObject({ giorni: null, serie: [], limitazioni: ['t_max'] });
    expect((await ask({ ...PERIOD, varco: 77 }, 'operatore')).status).toBe(404);
  });

  it('CONST-18 begins at most a year before today', async () => {
    const first = romeDayStart(addDays(TODAY, -MAX_CHART_DAYS));
    expect((await ask({ dal: toIsoInstant(first), al: NOW }, 'operatore')).status).toBe(200);
    expect((await ask({ dal: toIsoInstant(first - 1), al: NOW }, 'operatore')).body).toMatchObject({
      error: { code: 'bad_request', field: 'dal' },
    });
  });

  it.each([
    ['an end before the start', { dal: NOW, al: at(1, 0) }],
    ['a day that is none', { dal: '2026-13-01T00:00:00.000Z', al: NOW }],
    ['no end', { dal: at(1, 0) }],
    ['a gate that is no number', { ...PERIOD, varco: '1); drop table population_day' }],
    ['the row of the whole plant as a gate', { ...PERIOD, varco: 0 }],
    ['several gates', { ...PERIOD, varco: [1, 2] }],
    ['a plate', { ...PERIOD, f_targa: 'AB001CD' }],
  ])('%s is refused', async (_name, body) => {
    expect((await ask(body, 'operatore')).status).toBe(400);
  });

  it('is logged with gate and period, and asks for the reason where the plant does', async () => {
    const { serie } = await fetchPopulation({ ...PERIOD, varco: 1 });
    expect(plant.audit.records.at(-1)).toMatchObject({
      action: 'analysis.charts',
      outcome: 'ok',
      count: serie.length,
      detail: { gates: [1], from: PERIOD.dal, to: NOW, chart: 'population' },
    });
    await plant.pool.query('update plant_settings set requires_reason = true');
    try {
      expect((await ask(PERIOD, 'operatore')).status).toBe(428);
      expect((await plant.call(chartPopulation, { body: PERIOD }, 'operatore', REASON)).status).toBe(200);
    } finally {
      await plant.pool.query('update plant_settings set requires_reason = false');
    }
  });

  it('preserves days counted from whole weeks when retention shortens them, and forgets days that have gone', async () => {
    const before = await readRow(addDays(TODAY, -20), 0);
    await plant.pool.query('update plant_settings set retention_days = 30');
    try {
      await plant.pool.query(`update gate_hour set n = 0 where hour < $1 and gate <> 1`, [at(30, 0)]);
      expect(await count(24)).toBe(1);
      expect(await readRow(addDays(TODAY, -20), 0)).toEqual(before);
      const { rows } = await plant.pool.query('select min(day)::text as day from population_day_basis');
      expect(rows).toEqual([{ day: addDays(TODAY, -28) }]);
      expect(await fetchPopulation(PERIOD)).toMatchObject({ stimabile_dal: addDays(TODAY, -2), giorni_da_contare: 0 });
    } finally {
      await plant.pool.query('update plant_settings set retention_days = 90');
    }
  });

  it('LIC-07 is refused without the option in the licence', async () => {
    const option = { expiration_date: null, g2g: true, population: false };
    await plant.pool.query('update plant_settings set license_options = $1', [JSON.stringify({ adv_charts: option })]);
    expect((await ask(PERIOD, 'operatore')).body).toMatchObject({
      error: { sub_code: 'population_license_missing' },
    });
  });
});

describe('what is published of a day', () => {
  const day = { day: '2026-11-19', residents: 900, commuters: 400, passers_by: 700, n_foreign: 60, transits: 4_000 };
  const show = (more: object) => {
    const { residenti, pendolari, di_passaggio, targhe, straniere } = buildPopulationDay(
      { ...day, unread: 40, ...more },
      'plant',
    );
    return [residenti?.n ?? null, pendolari?.n ?? null, di_passaggio?.n ?? null, targhe, straniere];
  };

  it.each([
    ['large counts', {}, [900, 400, 700, 2_000, 60]],
    ['one small class: the next smallest would give it away', { commuters: 3 }, [900, null, null, 1_603, 60]],
    ['an empty class', { commuters: 0 }, [900, 0, 700, 1_600, 60]],
    ['two small classes', { residents: 2, commuters: 3 }, [null, null, 700, 705, 60]],
    ['three plates in all', { residents: 3, commuters: 0, passers_by: 0, n_foreign: 0 }, [null, 0, 0, null, 0]],
    ['few foreign plates', { n_foreign: 4 }, [900, 400, 700, 2_000, null]],
    ['few plates that are not foreign', { n_foreign: 1_998 }, [900, 400, 700, 2_000, null]],
    ['nothing', { residents: 0, commuters: 0, passers_by: 0, n_foreign: 0 }, [0, 0, 0, 0, 0]],
  ])('%s', (_name, more, shown) => {
    expect(show(more)).toEqual(shown);
  });

  it('has the share that was not read', () => {
    expect(buildPopulationDay({ ...day, unread: 40 }, 'plant').non_lette).toBe(0.01);
    expect(buildPopulationDay({ ...day, transits: 0, unread: 0 }, 'gate').non_lette).toBe(0);
  });
});
