// `npm run bench -- charts`: how long the charts take over a month, a quarter and a year of one plant, and how far the estimated
// population is off in towns with planted truth.
import { chartFlows } from '@varco/contract/plant/chart-flows.ts';
import { chartPopulation } from '@varco/contract/plant/chart-population.ts';
import { transitCharts } from '@varco/contract/plant/charts.ts';
import { addDays, romeDayStart, toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import type { Rng } from '@varco/sim/random.ts';
import type { Client } from 'pg';
import { countFlowDays } from '../apps/plant-server/src/features/charts/count-flow-days.ts';
import { countPopulationDays } from '../apps/plant-server/src/features/charts/count-population-days.ts';
import { updateGateDays } from '../apps/plant-server/src/features/statistics/update-gate-days.ts';
import type { Runner, Statement } from '../apps/plant-server/src/database/sql-statement.ts';
import { measureQueryTimes, type QueryInputs, type TimedQueryClass } from './analysis/query-times.ts';
import { printTimes } from './analysis/print-times.ts';
import { measurePopulation, type PopulationQuality } from './charts/population-quality.ts';
import { printPopulation } from './charts/print-population.ts';
import { openDataFolder, readSpec } from './data/data-folder.ts';
import type { DataSpec } from './data/traffic.ts';
import type { BenchOptions } from './options.ts';
import { withPostgres } from './plant/session.ts';
import { collectMachineFacts, readLoadAverage } from './report/results.ts';
import { saveResults } from './report/save-results.ts';

const DEFAULT_ROWS = 30_000_000;
const TARGET_MS = 500;
/** Towns generated from each seed of `--seeds`, and the shares of passages without a full plate that are measured. */
const TOWNS_PER_SEED = 12;
const UNREAD_SHARES = [0.02, 0.1, 0.2] as const;
const DAYS = { month: 30, quarter: 90, year: 360 } as const;

/** Forty gates and a year that ends yesterday: a chart begins at most a year before today. */
const buildYearSpec = (rows: number, today: string): DataSpec => ({
  seed: 20261121,
  rows,
  gates: 40,
  days: DAYS.year,
  firstDay: addDays(today, -DAYS.year),
});

/** The last days of the data; `back` days earlier where the data go that far back. */
function buildWindow({ fromMs, toMs }: QueryInputs, days: number, back: number) {
  const room = Math.floor((toMs - fromMs) / 86_400_000) - days;
  const last = addDays(toRomeDay(toMs - 1), -Math.max(0, Math.min(back, room)));
  return {
    dal: toIsoInstant(romeDayStart(addDays(last, 1 - days))),
    al: toIsoInstant(romeDayStart(addDays(last, 1)) - 1),
  };
}

/** Eight gates, others each time. */
const drawEight = (rng: Rng, { gates }: QueryInputs) => ({
  varchi: Array.from({ length: 8 }, (_, at) => 1 + ((at * 5 + rng.int(5)) % gates)),
});
const drawOne = (rng: Rng, { gates }: QueryInputs) => ({ varco: 1 + rng.int(gates) });

const CALLS = [
  { name: 'charts of transits', path: transitCharts.path, part: '8 gates', drawPart: drawEight },
  { name: 'flows', path: chartFlows.path, part: '8 gates', drawPart: drawEight },
  { name: 'population', path: chartPopulation.path, part: 'one gate', drawPart: drawOne },
] as const;

const CLASSES: readonly TimedQueryClass[] = CALLS.flatMap(({ name, path, part, drawPart }) =>
  (Object.keys(DAYS) as (keyof typeof DAYS)[]).flatMap((period): TimedQueryClass[] => [
    {
      id: `${name}, ${period}, all gates`,
      path,
      targetMs: TARGET_MS,
      buildBody: (rng, about) => buildWindow(about, DAYS[period], rng.int(20)),
    },
    {
      id: `${name}, ${period}, ${part}`,
      path,
      targetMs: TARGET_MS,
      buildBody: (rng, about) => ({ ...buildWindow(about, DAYS[period], rng.int(20)), ...drawPart(rng, about) }),
    },
  ]),
);

/** Counts the days now: the plant does it in pieces with pauses, which would take half an hour. */
async function countDays(owner: Client): Promise<void> {
  const runner: Runner = {
    run: async <Row extends object>({ text, values }: Statement) => (await owner.query<Row>(text, [...values])).rows,
  };
  const { signal } = new AbortController();
  while ((await countFlowDays(runner, Date.now(), signal, false)) > 0);
  while ((await countPopulationDays(runner, Date.now(), signal, false)) > 0);
  while ((await updateGateDays(runner, Date.now(), signal, false)) > 0);
}

/** Errors of the population: named among `--only` as `quality`. */
function measureQuality({ seeds }: BenchOptions, say: (text: string) => void): readonly PopulationQuality[] {
  const towns = seeds.flatMap((seed) => Array.from({ length: TOWNS_PER_SEED }, (_, at) => seed * 100 + at));
  return UNREAD_SHARES.flatMap((unreadShare) => {
    say(`${towns.length} towns with ${unreadShare * 100} % of the passages not fully read`);
    return towns.map((seed) => measurePopulation(seed, unreadShare));
  });
}

/** Runs the bench on data of its own, which cover a year; `--only quality` measures the errors of the population only. */
export async function benchCharts(options: BenchOptions, say: (text: string) => void): Promise<void> {
  const facts = collectMachineFacts('npm run bench -- charts', readLoadAverage());
  const classes = options.only.filter((part) => part !== 'quality');
  const quality = options.only.length === 0 || options.only.includes('quality') ? measureQuality(options, say) : [];
  if (quality.length > 0) printPopulation(quality);
  if (options.only.length > 0 && classes.length === 0) return;
  const stored = readSpec(options.dataDir);
  const isStored = stored !== null && (options.rows === null || options.rows === stored.rows);
  const spec = isStored ? stored : buildYearSpec(options.rows ?? DEFAULT_ROWS, toRomeDay(Date.now()));
  const mark = await openDataFolder(options.dataDir, spec, say);
  say('counting the days');
  await withPostgres(options.dataDir, countDays);
  const times = await measureQueryTimes(options.dataDir, mark, say, classes, CLASSES);
  printTimes(times, mark.spec.rows);
  if (options.isSaved) saveResults('charts', { run: { ...facts, rows: mark.spec.rows }, times });
}
