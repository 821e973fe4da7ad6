import { setTimeout as delay } from 'node:timers/promises';
import type { Read } from '@varco/contract/plant/ingest.ts';
import { buildTransitId } from '@varco/domain/transits/transit-id.ts';
import { Rng } from '@varco/sim/random.ts';
import { buildEngineQuery, installEngines, isInstalled } from '../baselines/baselines.ts';
import { EngineProcess } from '../baselines/engine-process.ts';
import { buildClickhouseTable, getBaselineFolder, loadEngines } from '../baselines/load-engines.ts';
import type { DataMark } from '../data/data-folder.ts';
import { LiveReads } from '../plant/live-reads.ts';
import { type PacedResult, runAtRate } from '../plant/paced.ts';
import { readMemory } from '../plant/plant-process.ts';
import { CLASSES, type QueryClass } from '../search/classes.ts';
import { buildQueries, measureQueries } from '../search/measure.ts';
import type { SearchInputs } from '../search/query-inputs.ts';
import { drawQuery } from '../search/run-search.ts';
import { readFolderBytes } from '../sizing/disk-use.ts';
import { computeCost, measureLoad } from '../sizing/load-cost.ts';
import { readProcessorTime } from '../sizing/process-use.ts';
import { countTotals } from './count-totals.ts';
import type { EngineCosts, Totals } from './engine-costs.ts';
import { READS_PER_BATCH } from './measure-plant.ts';

const NAME = 'clickhouse';
const CLASS_BUDGET_MS = 4_000;
const IDLE_SECONDS = 10;
/** Below the rate it takes, so that a read pays for its own part. */
const READS_PER_SECOND = 20;
const SEARCHES_PER_SECOND = 2;
const INSERT_LIMIT_MS = 60_000;

/** Measures ClickHouse on the same rows, by SQL. Null: it cannot be installed here; `say` tells why. */
export async function measureClickhouse(
  { dataDir, mark, seconds }: { readonly dataDir: string; readonly mark: DataMark; readonly seconds: number },
  classes: readonly QueryClass[],
  facts: SearchInputs,
  say: (text: string) => void,
): Promise<{ readonly costs: EngineCosts; readonly totals: Totals } | null> {
  if (!isInstalled(NAME)) {
    say('installing ClickHouse');
    const problem = installEngines();
    if (!isInstalled(NAME)) say(`ClickHouse is left out: ${problem ?? 'not installed'}`);
    if (!isInstalled(NAME)) return null;
  }
  await loadEngines(dataDir, mark.spec, [NAME], say);
  const folder = getBaselineFolder(dataDir, NAME);
  const diskBytes = { all: await readFolderBytes(folder) };
  const startedAt = performance.now();
  const engine = new EngineProcess(NAME, folder);
  await engine.start();
  const readySeconds = Math.round((performance.now() - startedAt) / 100) / 10;
  try {
    const runQuery = buildEngineQuery(engine, NAME);
    const times: Record<string, EngineCosts['classes'][string]> = {};
    for (const query of classes) {
      const { warm, note } = await measureQueries(buildQueries(query, facts), runQuery, CLASS_BUDGET_MS);
      times[query.id] = warm;
      say(`ClickHouse: ${query.id} ${warm?.p95 ?? '-'} ms${note === null ? '' : ` (${note})`}`);
    }
    say('ClickHouse: totals of every class');
    const totals = await countTotals(classes, facts, runQuery);
    const loads = await measureLoads(engine, runQuery, facts, seconds);
    return {
      totals,
      costs: {
        ...{ engine: 'ClickHouse', classes: times, readySeconds, loadedSeconds: null, diskBytes, ...loads },
        ...{ storedTransits: mark.rows, plantMb: null },
        databaseMb: (await readMemory(engine.pid))?.peak ?? null,
      },
    };
  } finally {
    await engine.run('drop table if exists arrivals', INSERT_LIMIT_MS).catch(() => {});
    await engine.close();
  }
}

async function measureLoads(
  engine: EngineProcess,
  runQuery: ReturnType<typeof buildEngineQuery>,
  facts: SearchInputs,
  seconds: number,
) {
  const live = new LiveReads(facts.known, facts.gates);
  const rng = new Rng(20);
  const answered = new Set(CLASSES.map(({ id }) => id));
  const readTime = () => readProcessorTime({ plant: engine.pid, postmasters: [] });
  await engine.run('drop table if exists arrivals', INSERT_LIMIT_MS);
  // A table of its own: the measured rows stay as they are. Written through to the disk, as a plant does.
  await engine.run(
    `${buildClickhouseTable('arrivals')} settings fsync_after_insert = 1, fsync_part_directory = 1`,
    INSERT_LIMIT_MS,
  );
  const insert = async (count: number): Promise<void> => {
    const rows = live.take(count).map(formatRow);
    await engine.run(`insert into arrivals values ${rows.join(', ')}`, INSERT_LIMIT_MS);
  };
  const search = async (): Promise<void> => void (await runQuery(drawQuery(rng, answered, facts)));
  const idle = await measureLoad({ perSecond: 1, inFlight: 1, seconds: IDLE_SECONDS }, () => delay(0), readTime);
  // The engine takes one statement at a time.
  const searches = await measureLoad({ perSecond: SEARCHES_PER_SECOND, inFlight: 1, seconds }, search, readTime);
  const reads = await measureLoad({ perSecond: READS_PER_SECOND, inFlight: 1, seconds }, () => insert(1), readTime);
  const single = await runAtRate({ perSecond: null, inFlight: 1, seconds }, () => insert(1));
  const batches = await runAtRate({ perSecond: null, inFlight: 1, seconds }, () => insert(READS_PER_BATCH));
  for (const { lastError } of [searches.calls, reads.calls, single, batches])
    if (lastError !== null) throw new Error(`ClickHouse: ${lastError}`);
  return {
    cpuMsPerRead: computeCost(reads, idle),
    cpuMsPerSearch: computeCost(searches, idle),
    idleCores: idle.plantMs / (idle.calls.seconds * 1000),
    singleReadsPerSecond: computeRate(single, 1),
    readsPerSecond: computeRate(batches, READS_PER_BATCH),
  };
}

const computeRate = ({ ms, seconds }: PacedResult, readsPerCall: number): number =>
  (ms.length * readsPerCall) / seconds;

function formatRow({ targa, varco_id: gate, data, speed, lane, confidence }: Read): string {
  const ms = Date.parse(data);
  const at = data.replace('T', ' ').replace('Z', '');
  return `(${buildTransitId(gate, targa, ms)}, '${at}', '${targa}', ${gate}, 'I', 'FIAT', 'Panda', 'white', 'car', ${speed ?? 0}, ${lane ?? 0}, ${confidence ?? 0}, '')`;
}
