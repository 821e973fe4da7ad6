// `npm run bench -- scale`: the same rows on one PostgreSQL, on a Citus cluster and in ClickHouse: searches, reads, start,
// memory, disk and processor, each with its ratio to one PostgreSQL, and totals that must be equal.
import { computePeriod, type DataMark, openDataFolder } from './data/data-folder.ts';
import type { BenchOptions } from './options.ts';
import { startSession, startSessionOn, withPostgres } from './plant/session.ts';
import { collectRunFacts, readLoadAverage } from './report/results.ts';
import { saveResults } from './report/save-results.ts';
import { formatCaption } from './report/table.ts';
import { openCluster } from './scale/cluster.ts';
import { findDifferences } from './scale/engine-costs.ts';
import { measureClickhouse } from './scale/measure-clickhouse.ts';
import { measurePlantCosts, type PlantResults } from './scale/measure-plant.ts';
import { CLICKHOUSE_NOTE, formatScaleTable, OTHER_COMMANDS } from './scale/report.ts';
import type { QueryClass } from './search/classes.ts';
import { readSearchInputs, type SearchInputs } from './search/query-inputs.ts';
import { selectClasses } from './search/run-search.ts';
import { findPostmaster } from './sizing/process-use.ts';

type Say = (text: string) => void;

/** Every kind of statement a search may become; `--only` names others. */
const CHOSEN = [
  ...['history', 'prefix', 'contains', 'combination', 'list', 'misreads', 'edits-1'],
  ...['gates', 'gates-count', 'distinct', 'more-than', 'newest'],
];

/** The engines disagree, or a plant lost or refused something: the figures are worth nothing. */
export class ScaleError extends Error {}

interface Run {
  readonly options: BenchOptions;
  readonly classes: readonly QueryClass[];
  readonly facts: SearchInputs;
  readonly say: Say;
}

/** Measures all engines, prints the table and compares their totals. The reads it sends remain in the data folder. */
export async function benchScale(options: BenchOptions, spec: DataMark['spec'], say: Say): Promise<void> {
  const { dataDir } = options;
  const mark = await openDataFolder(dataDir, spec, say);
  const loadBefore = readLoadAverage();
  const only = options.only.length === 0 ? CHOSEN : options.only;
  const facts = await withPostgres(dataDir, (owner) =>
    readSearchInputs(owner, { gates: spec.gates, plates: mark.plates, ...computePeriod(spec) }),
  );
  const run: Run = { options, classes: selectClasses({ ...options, only }), facts, say };
  const { one, cluster } = await measurePlants(run);
  const clickhouse = await measureClickhouse({ dataDir, mark, seconds: options.seconds }, run.classes, facts, say);
  const results = [one, cluster, clickhouse].filter((result) => result !== null);
  const costs = results.map((result) => result.costs);
  const runFacts = collectRunFacts(mark, buildCommand(options, spec.rows), loadBefore);
  const loadAfter = readLoadAverage();
  console.log(`\n${formatCaption(runFacts)}; load after ${loadAfter}\n\n${formatScaleTable(costs)}\n`);
  if (cluster === null) console.log('No cluster: --cluster names its servers.\n');
  if (clickhouse !== null) console.log(`${CLICKHOUSE_NOTE}\n`);
  console.log(`${OTHER_COMMANDS}\n`);
  const problems = listProblems(results, cluster === null ? [one] : [one, cluster]);
  if (problems.length > 0) throw new ScaleError(problems.join('\n'));
  if (options.isSaved) saveResults(`scale-${spec.rows}`, { run: runFacts, loadAfter, engines: costs });
}

/** The cluster gets its rows before the first plant sends reads, so that both answer about the same ones. */
async function measurePlants(run: Run): Promise<{ readonly one: PlantResults; readonly cluster: PlantResults | null }> {
  const { options, classes, facts, say } = run;
  const { dataDir, seconds } = options;
  const cluster = options.cluster.length === 0 ? null : await openCluster(options.cluster, dataDir, say);
  let isHandedOver = false;
  try {
    const session = await startSession(dataDir);
    let one: PlantResults;
    try {
      const postmasters = [await findPostmaster(dataDir)];
      const plant = { engine: 'one PostgreSQL', session, servers: [session.owner], postmasters } as const;
      one = await measurePlantCosts(plant, classes, facts, seconds, say);
    } finally {
      await session.stop();
    }
    if (cluster === null) return { one, cluster };
    isHandedOver = true;
    const spread = await startSessionOn(cluster.database, dataDir, false);
    try {
      const { servers, postmasters } = cluster;
      const plant = { engine: 'Citus cluster', session: spread, servers, postmasters } as const;
      const measured = await measurePlantCosts(plant, classes, facts, seconds, say);
      return { one, cluster: measured };
    } finally {
      await spread.stop();
    }
  } finally {
    if (cluster !== null && !isHandedOver) await cluster.database.stop();
  }
}

/** Compares every engine with the first; prints how many totals were compared. */
function listProblems(
  results: readonly Pick<PlantResults, 'costs' | 'totals'>[],
  plants: readonly PlantResults[],
): readonly string[] {
  const named = results.map(({ costs, totals }) => ({ engine: costs.engine, totals }));
  const [first, ...others] = named;
  const problems: string[] = [];
  for (const other of first === undefined ? [] : others) {
    const { compared, lines } = findDifferences(first ?? other, other);
    console.log(`Totals of ${other.engine}: ${compared} compared with one PostgreSQL, ${lines.length} differ.`);
    problems.push(...lines);
  }
  for (const { costs, lostReads, errors } of plants) {
    console.log(
      `${costs.engine}: ${lostReads} acknowledged reads are missing, ${errors.length} kinds of calls failed.`,
    );
    if (lostReads !== 0) problems.push(`${costs.engine}: ${lostReads} acknowledged reads are not among the transits`);
    problems.push(...errors.map((error) => `${costs.engine}: ${error}`));
  }
  return problems;
}

const buildCommand = ({ cluster, seconds }: BenchOptions, rows: number): string =>
  `npm run bench -- scale --rows ${rows} --seconds ${seconds}${cluster.length === 0 ? '' : ` --cluster (${cluster.length} servers)`}`;
