// `npm run bench -- ingest`: reads per second through the plant's HTTP API, with all indexes and roll-ups active.
import type { Client } from 'pg';
import { EXPECTED_QUERIES, STORED_QUERIES } from '../apps/plant-server/src/testing/roll-ups.ts';
import { openDataFolder, computePeriod, type DataMark } from './data/data-folder.ts';
import type { BenchOptions } from './options.ts';
import { LiveReads } from './plant/live-reads.ts';
import { sendReads } from './plant/plant-client.ts';
import { type CallRate, runAtRate } from './plant/paced.ts';
import { startSession, withPostgres } from './plant/session.ts';
import { saveResults } from './report/save-results.ts';
import { readLoadAverage, collectRunFacts } from './report/results.ts';
import { formatCaption, formatTable } from './report/table.ts';
import { readSearchInputs } from './search/query-inputs.ts';
import { type Times, summarizeTimes } from './stats.ts';

interface Load extends Omit<CallRate, 'seconds'> {
  readonly label: string;
  readonly readsPerCall: number;
}

/** The two loads of the issue, and the maximum throughput. */
const LOADS: readonly Load[] = [
  { label: 'batches of 100, 2,000 reads/s asked', readsPerCall: 100, perSecond: 20, inFlight: 8 },
  { label: 'single reads, 500 reads/s asked', readsPerCall: 1, perSecond: 500, inFlight: 16 },
  { label: 'batches of 500, as fast as it takes them', readsPerCall: 500, perSecond: null, inFlight: 2 },
  { label: 'single reads, as fast as it takes them', readsPerCall: 1, perSecond: null, inFlight: 16 },
];

interface IngestRow {
  readonly label: string;
  readonly readsPerSecond: number;
  readonly calls: Times | null;
  readonly errors: number;
  readonly lastError: string | null;
}

/** Runs the ingest benchmark; the reads it sends remain in the data folder. */
export async function benchIngest(
  options: BenchOptions,
  spec: DataMark['spec'],
  say: (text: string) => void,
): Promise<void> {
  const mark = await openDataFolder(options.dataDir, spec, say);
  const loadBefore = readLoadAverage();
  const facts = await withPostgres(options.dataDir, (owner) =>
    readSearchInputs(owner, { gates: spec.gates, plates: mark.plates, ...computePeriod(spec) }),
  );
  const session = await startSession(options.dataDir);
  try {
    const live = new LiveReads(facts.known, facts.gates);
    // Warm-up: the first calls open connections and fill caches.
    for (let i = 0; i < 10; i++) await sendReads(live.take(50));
    const rows: IngestRow[] = [];
    for (const load of LOADS) {
      say(load.label);
      const paced = await runAtRate({ ...load, seconds: options.seconds }, () =>
        sendReads(live.take(load.readsPerCall)),
      );
      const readsPerSecond = Math.round((paced.ms.length * load.readsPerCall) / paced.seconds);
      const { errors, lastError } = paced;
      rows.push({ label: load.label, readsPerSecond, calls: summarizeTimes(paced.ms), errors, lastError });
    }
    say('comparing the roll-ups of today with the rows');
    const differing = await countRollUpDifferences(session.owner);
    const memory = await session.plant.memory();
    const run = collectRunFacts(mark, 'npm run bench -- ingest', loadBefore);
    console.log(`\n${formatCaption(run)}\n\n${formatIngestTable(rows)}\n`);
    for (const row of rows) if (row.lastError !== null) console.log(`${row.label}: ${row.lastError}`);
    console.log(`Rows of roll-ups of the last two days that differ from the transits: ${differing} (must be 0).`);
    console.log(`Plant process: ${memory?.now ?? '?'} MB, ${memory?.peak ?? '?'} MB at its highest.`);
    if (options.isSaved) saveResults('ingest', { run, loads: rows, differing, memoryMb: memory });
  } finally {
    await session.stop();
  }
}

const formatIngestTable = (rows: readonly IngestRow[]): string =>
  formatTable([
    ['', 'reads/s', 'p50 ms', 'p95 ms', 'calls', 'errors'],
    ...rows.map(({ label, readsPerSecond, calls, errors }) => [
      label,
      readsPerSecond.toLocaleString('en'),
      String(calls?.p50 ?? '-'),
      String(calls?.p95 ?? '-'),
      String(calls?.n ?? 0),
      String(errors),
    ]),
  ]);

/**
 * Compares recently written plate days and gate hours with the rows, in both directions; returns the number of
 * differences.
 */
async function countRollUpDifferences(owner: Client): Promise<number> {
  await owner.query(`set timezone = 'UTC'`);
  const { rows: days } = await owner.query<{ from_ts: string; from_day: string }>(
    `select ((d::timestamp at time zone 'Europe/Rome'))::text as from_ts, d::text as from_day
     from (select (now() at time zone 'Europe/Rome')::date - 1 as d) x`,
  );
  const { from_ts: fromTs = '', from_day: fromDay = '' } = days[0] ?? {};
  const pairs = [
    [
      EXPECTED_QUERIES.days.replace('from transit', `from transit where ts >= '${fromTs}'`),
      STORED_QUERIES.days.replace('from plate_day', `from plate_day where day >= '${fromDay}'`),
    ],
    [
      EXPECTED_QUERIES.hours.replace(
        'from transit',
        `from transit where ts >= date_trunc('hour', timestamptz '${fromTs}')`,
      ),
      STORED_QUERIES.hours.replace(
        'from gate_hour',
        `from gate_hour where hour >= date_trunc('hour', timestamptz '${fromTs}')`,
      ),
    ],
  ];
  let differing = 0;
  for (const [rows, stored] of pairs) {
    const { rows: counts } = await owner.query<{ n: string }>(
      `select (select count(*) from ((${rows}) except all (${stored})) a) + (select count(*) from ((${stored}) except all (${rows})) b) as n`,
    );
    differing += Number(counts[0]?.n);
  }
  return differing;
}
