import { setTimeout as delay } from 'node:timers/promises';
import { Rng } from '@varco/sim/random.ts';
import type { Client } from 'pg';
import { LiveReads } from '../plant/live-reads.ts';
import { type PacedResult, runAtRate } from '../plant/paced.ts';
import { runPlantQuery, sendReads } from '../plant/plant-client.ts';
import type { Session } from '../plant/session.ts';
import { CLASSES, type QueryClass } from '../search/classes.ts';
import type { SearchInputs } from '../search/query-inputs.ts';
import { drawQuery, measurePlant } from '../search/run-search.ts';
import { readDatabaseUse } from '../sizing/disk-use.ts';
import { computeCost, type LoadCost, measureLoad } from '../sizing/load-cost.ts';
import { readPostgresMemory, readProcessorTime } from '../sizing/process-use.ts';
import type { EngineCosts, EngineLabel, Totals } from './engine-costs.ts';
import { countTotals } from './count-totals.ts';

const SETTLE_MS = 40_000;
/** Long enough for jobs that run every minute. */
const IDLE_SECONDS = 60;
/** Rates that leave the machine mostly idle, so that calls do not share the cost of a commit. */
const READS_PER_SECOND = 40;
const SEARCHES_PER_SECOND = 5;
export const READS_PER_BATCH = 500;

/** A plant that runs on what is measured. */
export interface MeasuredPlant {
  readonly engine: EngineLabel;
  readonly session: Session;
  /** Connections that may read sizes, one to each server. */
  readonly servers: readonly Client[];
  /** First process of each server; null: unknown, then memory and processor are too. */
  readonly postmasters: readonly number[] | null;
}

export interface PlantResults {
  readonly costs: EngineCosts;
  readonly totals: Totals;
  /** Reads that the plant acknowledged but that are not among the transits. */
  readonly lostReads: number;
  readonly errors: readonly string[];
}

/** Measures searches, totals, disk, reads and processor of a plant. The reads it sends remain. */
export async function measurePlantCosts(
  plant: MeasuredPlant,
  classes: readonly QueryClass[],
  facts: SearchInputs,
  seconds: number,
  say: (text: string) => void,
): Promise<PlantResults> {
  const { engine, session, servers, postmasters } = plant;
  const tell = (text: string): void => say(`${engine}: ${text}`);
  const diskBytes = await readDatabaseUse(...servers);
  const storedTransits = await countTransits(servers);
  tell('waiting for the work after a start');
  await delay(SETTLE_MS);
  const results = await measurePlant(session, classes, facts, ({ query, measured }) =>
    tell(`${query.id} ${measured.warm?.p95 ?? '-'} ms${measured.note === null ? '' : ` (${measured.note})`}`),
  );
  tell('totals of every class');
  const users = session.users;
  let asked = 0;
  const counted = await countTotals(classes, facts, (query) =>
    runPlantQuery(users[asked++ % users.length] ?? {}, query),
  );
  const totals = {
    ...counted,
    ...Object.fromEntries(results.map((one) => [`${one.query.id}, as asked`, one.measured.totals])),
  };
  const loads = await measureLoads(plant, facts, seconds, tell);
  const computeCpuMs = (load: LoadCost): number | null => (postmasters === null ? null : computeCost(load, loads.idle));
  return {
    totals,
    lostReads: loads.lostReads,
    errors: [
      ...results.flatMap(({ query, measured }) =>
        measured.warm === null ? [`${query.id}: ${measured.note ?? ''}`] : [],
      ),
      ...loads.errors,
    ],
    costs: {
      engine,
      classes: Object.fromEntries(results.map(({ query, measured }) => [query.id, measured.warm])),
      readsPerSecond: loads.readsPerSecond,
      singleReadsPerSecond: loads.singleReadsPerSecond,
      readySeconds: session.plant.readySeconds,
      loadedSeconds: session.plant.loadedSeconds,
      plantMb: (await session.plant.memory())?.peak ?? null,
      databaseMb: postmasters === null ? null : await readPostgresMemory(postmasters),
      storedTransits,
      diskBytes,
      cpuMsPerRead: computeCpuMs(loads.reads),
      cpuMsPerSearch: computeCpuMs(loads.searches),
      idleCores:
        postmasters === null ? null : (loads.idle.plantMs + loads.idle.postgresMs) / (loads.idle.calls.seconds * 1000),
    },
  };
}

/** Rest, reads and searches one by one, then as many reads as the plant takes. */
async function measureLoads(
  { session, servers, postmasters }: MeasuredPlant,
  facts: SearchInputs,
  seconds: number,
  tell: (text: string) => void,
) {
  const live = new LiveReads(facts.known, facts.gates);
  const rng = new Rng(20);
  const answered = new Set(CLASSES.map(({ id }) => id));
  const readTime = () => readProcessorTime({ plant: session.plant.pid, postmasters: postmasters ?? [] });
  let acknowledged = 0;
  const send = async (count: number): Promise<void> => {
    await sendReads(live.take(count));
    acknowledged += count;
  };
  const search = async (): Promise<void> => {
    const user = session.users[rng.int(session.users.length)] ?? {};
    await runPlantQuery(user, drawQuery(rng, answered, facts));
  };
  const storedBefore = await countTransits(servers);
  tell('nothing');
  const idle = await measureLoad({ perSecond: 1, inFlight: 8, seconds: IDLE_SECONDS }, () => delay(0), readTime);
  tell('searches');
  const searches = await measureLoad({ perSecond: SEARCHES_PER_SECOND, inFlight: 8, seconds }, search, readTime);
  tell('reads one by one');
  const reads = await measureLoad({ perSecond: READS_PER_SECOND, inFlight: 8, seconds }, () => send(1), readTime);
  tell('reads as fast as it takes them');
  const single = await runAtRate({ perSecond: null, inFlight: 16, seconds }, () => send(1));
  const batches = await runAtRate({ perSecond: null, inFlight: 2, seconds }, () => send(READS_PER_BATCH));
  const paced: readonly (readonly [string, PacedResult])[] = [
    ['searches', searches.calls],
    ['reads', reads.calls],
    ['single reads', single],
    ['batches', batches],
  ];
  return {
    idle,
    reads,
    searches,
    singleReadsPerSecond: single.ms.length / single.seconds,
    readsPerSecond: (batches.ms.length * READS_PER_BATCH) / batches.seconds,
    lostReads: acknowledged - ((await countTransits(servers)) - storedBefore),
    errors: paced.flatMap(([name, { errors, lastError }]) => (errors > 0 ? [`${errors} ${name}: ${lastError}`] : [])),
  };
}

/** The first server answers for all of them. */
async function countTransits([first]: readonly Client[]): Promise<number> {
  const found = await first?.query<{ n: string }>('select count(*) as n from transit');
  return Number(found?.rows[0]?.n);
}
