// `npm run bench -- search`: the classes of search the plant is measured by, through its HTTP API, and the baselines.
import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { Client } from 'pg';
import { openDataFolder, computePeriod, type DataMark } from './data/data-folder.ts';
import type { BenchOptions } from './options.ts';
import { type Session, startSession, withPostgres } from './plant/session.ts';
import { DATABASE, startPostgres } from './data/postgres.ts';
import { buildClassRows } from './report/class-rows.ts';
import { saveResults } from './report/save-results.ts';
import { drawSearchPicture } from './report/picture.ts';
import { readLoadAverage, collectRunFacts } from './report/results.ts';
import { formatCaption, BASELINE_NOTE, formatPartsTable, formatSearchTable } from './report/table.ts';
import { loadEngines } from './baselines/load-engines.ts';
import { loadObvious } from './baselines/load-obvious.ts';
import {
  installEngines,
  isInstalled,
  openEngine,
  openObvious,
  type Baseline,
  type BaselineName,
} from './baselines/baselines.ts';
import type { QueryClass } from './search/classes.ts';
import { type SearchInputs, readSearchInputs } from './search/query-inputs.ts';
import { findDifferingTotals, measureBaseline, type BaselineResults } from './search/baseline-results.ts';
import {
  selectClasses,
  measurePlant,
  measureConcurrentUsers,
  type ClassResult,
  type UsersResult,
} from './search/run-search.ts';
import { summarizeTimes } from './stats.ts';

type Say = (text: string) => void;
type Memory = Awaited<ReturnType<Session['plant']['memory']>>;

interface PlantRun {
  readonly results: readonly ClassResult[];
  readonly together: UsersResult | null;
  readonly memory: Memory;
  readonly readySeconds: number;
  readonly loadedSeconds: number;
  readonly isCold: boolean;
}

/** Runs the search benchmark and prints the results; with --keep also writes them. */
export async function benchSearch(options: BenchOptions, spec: DataMark['spec'], say: Say): Promise<void> {
  const mark = await openDataFolder(options.dataDir, spec, say);
  const baselines = options.withBaselines ? await prepareBaselines(options, mark, say) : [];
  const loadBefore = readLoadAverage();
  const facts = await withPostgres(options.dataDir, (owner) =>
    readSearchInputs(owner, { gates: spec.gates, plates: mark.plates, ...computePeriod(spec) }),
  );
  const classes = selectClasses(options);
  const plant = await runPlant(options, classes, facts, say);
  const found = await runBaselines(options, baselines, { classes, facts, plant: plant.results }, say);
  const rows = buildClassRows(plant.results, found);
  const run = collectRunFacts(
    mark,
    `npm run bench -- search --rows ${spec.rows}${options.withBaselines ? ' --peers' : ''}`,
    loadBefore,
  );

  console.log(`\n${formatCaption(run)}\n\n${formatSearchTable(rows, baselines)}\n`);
  console.log(`${formatPartsTable(rows)}\n`);
  if (baselines.length > 0) console.log(`${BASELINE_NOTE}\n`);
  for (const row of rows) if (row.note !== null) console.log(`${row.id}: ${row.note}`);
  console.log(formatFirstTouchNote(plant.isCold));
  const users = summarizeConcurrency(plant.together);
  if (users !== null) console.log(users.text);
  console.log(
    `Plant process: ready after ${plant.readySeconds} s, all loaded after ${plant.loadedSeconds} s, ${plant.memory?.now ?? '?'} MB at the end, ${plant.memory?.peak ?? '?'} MB at its highest (target 450).`,
  );
  if (options.isSaved) {
    const result = {
      run,
      classes: rows,
      users: users?.facts ?? null,
      memoryMb: plant.memory,
      firstTouchIsCold: plant.isCold,
    };
    saveResults('search', result, drawSearchPicture(rows, baselines, run));
  }
}

const formatFirstTouchNote = (isCold: boolean): string =>
  isCold
    ? 'First: each parameter once, after PostgreSQL was restarted and its files were dropped from the page cache (GNU dd, nocache).'
    : 'First: each parameter once, after PostgreSQL was restarted; its files could not be dropped from the page cache here.';

async function runPlant(
  options: BenchOptions,
  classes: readonly QueryClass[],
  facts: SearchInputs,
  say: Say,
): Promise<PlantRun> {
  say('plant: cold start');
  const session = await startSession(options.dataDir);
  try {
    const results = await measurePlant(session, classes, facts, ({ query, measured }) =>
      say(
        `plant: ${query.id} ${measured.warm?.p95 ?? measured.first?.p95 ?? '-'} ms${measured.note === null ? '' : ` (${measured.note})`}`,
      ),
    );
    const answered = new Set(results.filter(({ measured }) => measured.warm !== null).map(({ query }) => query.id));
    const isWhole = options.only.length === 0;
    if (isWhole) say(`plant: 20 users and 500 reads per second for ${options.seconds} s`);
    const together = isWhole ? await measureConcurrentUsers(session, answered, facts, options.seconds) : null;
    const memory = await session.plant.memory();
    const { readySeconds, loadedSeconds } = session.plant;
    return { results, together, memory, readySeconds, loadedSeconds, isCold: session.isCold };
  } finally {
    await session.stop();
  }
}

/** Returns the baselines that can be compared, installing and loading them if needed. Missing ones are reported. */
async function prepareBaselines(options: BenchOptions, mark: DataMark, say: Say): Promise<readonly BaselineName[]> {
  const engines = ['duckdb', 'clickhouse'] as const;
  if (!engines.every(isInstalled)) {
    say('installing DuckDB and ClickHouse (600 MB)');
    const problem = installEngines();
    if (problem !== null) say(`not installed: ${problem}`);
  }
  const usable = engines.filter(isInstalled);
  for (const name of engines) if (!usable.includes(name)) say(`${name} is skipped because it is not installed`);
  await loadEngines(options.dataDir, mark.spec, usable, say);
  await withPostgres(options.dataDir, (owner) =>
    loadObvious(options.dataDir, owner, computePeriod(mark.spec).toMs, say),
  );
  return ['obvious', ...usable];
}

async function runBaselines(
  options: BenchOptions,
  names: readonly BaselineName[],
  requested: { classes: readonly QueryClass[]; facts: SearchInputs; plant: readonly ClassResult[] },
  say: Say,
): Promise<BaselineResults> {
  const results = new Map<BaselineName, Awaited<ReturnType<typeof measureBaseline>>>();
  for (const name of names) {
    // Nothing else runs on the machine while a baseline is measured.
    const postgres = name === 'obvious' ? await startPostgres(options.dataDir, 'serving') : null;
    try {
      const baseline = await openBaseline(options.dataDir, name, postgres);
      const found = await measureBaseline(baseline, requested.classes, requested.facts, (id, measured) =>
        say(
          `${name}: ${id} ${measured.warm?.p50 ?? measured.first?.p50 ?? '-'} ms${measured.note === null ? '' : ` (${measured.note})`}`,
        ),
      );
      await baseline.close();
      results.set(name, found);
      const differing = findDifferingTotals(requested.plant, found, requested.facts);
      for (const line of differing.slice(0, 5)) say(`${name}: total differs from the plant, ${line}`);
    } finally {
      await postgres?.stop();
    }
  }
  return results;
}

async function openBaseline(dataDir: string, name: BaselineName, postgres: EmbeddedPostgres | null): Promise<Baseline> {
  if (name !== 'obvious') return openEngine(dataDir, name);
  const admin = new Client({ connectionString: postgres?.url(DATABASE, 'admin') });
  await admin.connect();
  await admin.query('create extension if not exists fuzzystrmatch');
  await admin.end();
  return openObvious(postgres?.url(DATABASE, 'owner') ?? '');
}

/** The load of many concurrent users as text and as numbers. */
function summarizeConcurrency(together: UsersResult | null): { readonly text: string; readonly facts: unknown } | null {
  if (together === null) return null;
  const searches = summarizeTimes(together.searches.ms);
  const reads = summarizeTimes(together.reads.ms);
  const errors = together.searches.errors + together.reads.errors;
  const facts = {
    users: together.users,
    searchesPerSecond: Math.round((together.searches.ms.length / together.searches.seconds) * 10) / 10,
    searches,
    readsPerSecond: Math.round(together.readsPerSecond),
    reads,
    errors,
  };
  const text =
    `${facts.users} people, ${facts.searchesPerSecond} searches/s with ${facts.readsPerSecond} reads/s: ` +
    `p50 ${searches?.p50 ?? '-'} ms, p95 ${searches?.p95 ?? '-'} ms (target 60); reads p95 ${reads?.p95 ?? '-'} ms; ${errors} errors` +
    `${errors === 0 ? '' : ` (${together.searches.lastError ?? together.reads.lastError ?? ''})`}`;
  return { text, facts };
}
