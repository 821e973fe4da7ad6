import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface BenchOptions {
  readonly name:
    | 'search'
    | 'ingest'
    | 'portal'
    | 'web'
    | 'jobs'
    | 'maps'
    | 'plants'
    | 'alerts'
    | 'analysis'
    | 'charts'
    | 'cameras'
    | 'intake'
    | 'sizing'
    | 'scale'
    | 'audit'
    | 'restore'
    | 'drill'
    | 'rolling'
    | 'failover'
    | 'review'
    | 'misreads'
    | 'export'
    | 'guard'
    | 'load';
  readonly dataDir: string;
  /** Null: not specified; then the size of the existing data, or 30 million for a new folder. */
  readonly rows: number | null;
  readonly withBaselines: boolean;
  /** Addresses of the servers of a cluster, the coordinator first; empty: none. */
  readonly cluster: readonly string[];
  /** Classes to run; empty: all. */
  readonly only: readonly string[];
  /** Seeds of the worlds used to measure the quality of analyses. */
  readonly seeds: readonly number[];
  /** First fault of the drill; the following rounds take the following numbers. */
  readonly seed: number;
  /** Duration in seconds of each load of a concurrency or ingest run. */
  readonly seconds: number;
  /** Number of sign-ins of each kind in the portal benchmark, and searches of each kind in the web benchmark. */
  readonly runs: number;
  /** Number of faults of the failover drill. */
  readonly rounds: number;
  /** Root folder of the Debian whose PostgreSQL, Patroni and etcd the failover drill runs; `/`: this machine. */
  readonly debian: string;
  /** The commit that `guard` compares with. */
  readonly base: string;
  /** Results and picture are written into the checkout. */
  readonly isSaved: boolean;
}

export class OptionError extends Error {}

export const HELP = `Usage: npm run bench -- NAME [options]
  search           all classes of search, through the plant's HTTP API
  ingest           reads per second, in batches and one by one
  portal           signing in: time, JavaScript loaded, sign-ins and refreshes a second (8 plants, data of its own)
  export           parts of exports from real plants: seconds, memory, searches meanwhile
  web              the search screen in a browser: first rows, keys, tabs, memory (8 plants of 200 000 transits, 100 addresses)
  jobs             twelve jobs of a day by keyboard alone: keys, characters, clicks, seconds (own demo; --only ids of jobs)
  maps             maps in a browser: the first one, dragging 2 000 gates and 5 000 passages (world of the web bench)
  plants           five hundred plants behind one sign-in: shell, first rows, alerts, control room, map, memory, heartbeats
                   (8 plants, 500 addresses, data of its own)
  alerts           matching a read with 500 000 entries; from a read to 50 listeners at 500 reads/s
  analysis         quality of analyses on generated traffic of fresh seeds; time of their queries (--only quality or --only times)
  charts           the charts over a month, a quarter and a year of one plant, 40 gates (data of its own: .data/bench-charts);
                   errors of the estimated population in towns of fresh seeds (--only quality, --seeds)
  cameras          bodies of cameras per second for each family; needs no data
  intake           messages of cameras of all families through the plant's HTTP API, until durable
  sizing           what a transit, a read, a picture and a search cost in disk, processor and memory
  scale            the same rows on one PostgreSQL, on a Citus cluster (--cluster) and in ClickHouse: searches, reads, memory,
                   disk, processor, totals compared; what a billion transits would need
  audit            appending to the consultation log with and without publication, verifying it (--rows: its entries)
  restore          drill: live reads, kill -9 of everything, data folder deleted, restored, counted (--runs: rounds; needs restic)
  drill            rounds of load with a kill, freeze, cut or full disk each; what was acknowledged is counted (--runs, --seed)
  rolling          portal and plant with two processes each behind Caddy, restarted one by one under load: failed calls
                   (--runs; needs Caddy)
  failover         two databases under Patroni, two processes each of portal and plant: kills, freezes and cuts, what was
                   acknowledged is counted (--rounds, --seed, --debian; needs root, PostgreSQL 18, Patroni, etcd, HAProxy, Caddy)
  review           planted abusers found by the review of the log, and honest people flagged (--only cases: who)
  misreads         wrong and true reads behind generated alerts: share marked, calibration (--seeds); needs no data
  guard            the search bench of two commits by turns; fails when a class became a tenth slower (--base, --runs, --rows)
  load             fills the data folder and exits

  --data DIR       folder of the data, kept between runs (default .data/bench)
  --rows N         transits: 600k, 3m, 30000000          (default: what --data holds, else 30m: about 10 minutes of load, 12 GB)
  --peers          also the obvious design, DuckDB and ClickHouse on the same data (installs them: 600 MB;
                   loads them: about 8 GB and 10 minutes more)
  --cluster A,B    servers of the Citus cluster of scale, each a superuser's address, the coordinator first; it gets a
                   database of its own, dropped at the end (tests that run on it meanwhile drop it too)
  --only A,B       only these classes of search; of the bench of analyses: quality, times, or
                   beginnings of query names; of exports: data, pictures
  --seeds A,B      worlds of the bench of analyses; numbers no test uses (default 91101,91102,91103)
  --seed N         first fault of the drill: with --runs 1 the same fault at the same moment (default 1)
  --seconds N      length of each load of users or reads (default 20)
  --runs N         sign-ins of each kind in the portal bench, searches in the web bench (default 12; guard, rolling: 3)
  --rounds N       faults of the failover drill (default 50)
  --debian DIR     root folder of a Debian whose PostgreSQL, Patroni and etcd the failover drill runs (default /)
  --base COMMIT    what guard compares the current commit with (default HEAD~1)
  --keep           write bench/results and the picture of the documents`;

/** Parses row counts such as 600k, 3m, 30000000. */
export function parseRowCount(text: string): number {
  const found = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text);
  const rows = Number(found?.[1]) * { '': 1, k: 1e3, m: 1e6 }[(found?.[2] ?? '').toLowerCase() as '' | 'k' | 'm'];
  if (found === null || rows < 10_000 || rows > 200e6) {
    throw new OptionError(`--rows must be between 10k and 200m, not "${text}".`);
  }
  return Math.round(rows);
}

const NAMES: readonly string[] = [
  'search',
  'ingest',
  'portal',
  'web',
  'jobs',
  'maps',
  'plants',
  'alerts',
  'export',
  'analysis',
  'charts',
  'cameras',
  'intake',
  'sizing',
  'scale',
  'audit',
  'restore',
  'drill',
  'rolling',
  'failover',
  'review',
  'misreads',
  'guard',
  'load',
] satisfies BenchOptions['name'][];
const isName = (name: string): name is BenchOptions['name'] => NAMES.includes(name);

function parseWholeNumber(flag: string, text: string, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new OptionError(`${flag} must be a whole number from 1 to ${most}.`);
}

/** @throws OptionError with a user-readable message. */
export function readBenchOptions(args: readonly string[], root: string): BenchOptions {
  const { values, positionals } = parseBenchArgs(args);
  const [name = '', more] = positionals;
  if (more !== undefined || !isName(name)) throw new OptionError(HELP);
  return {
    name,
    dataDir: resolve(root, values.data ?? (name === 'charts' ? '.data/bench-charts' : '.data/bench')),
    rows: values.rows === undefined ? null : parseRowCount(values.rows),
    withBaselines: values.peers === true,
    cluster: (values.cluster ?? '').split(',').filter((url) => url !== ''),
    only: (values.only ?? '').split(',').filter((id) => id !== ''),
    seeds: (values.seeds ?? '91101,91102,91103')
      .split(',')
      .map((seed) => parseWholeNumber('--seeds', seed, 2 ** 31 - 1)),
    seed: parseWholeNumber('--seed', values.seed ?? '1', 2 ** 31 - 1),
    seconds: parseWholeNumber('--seconds', values.seconds ?? '20', 3_600),
    runs: parseWholeNumber('--runs', values.runs ?? (name === 'guard' || name === 'rolling' ? '3' : '12'), 500),
    rounds: parseWholeNumber('--rounds', values.rounds ?? '50', 500),
    debian: resolve(root, values.debian ?? '/'),
    base: values.base ?? 'HEAD~1',
    isSaved: values.keep === true,
  };
}

function parseBenchArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        rows: { type: 'string' },
        peers: { type: 'boolean' },
        cluster: { type: 'string' },
        only: { type: 'string' },
        seeds: { type: 'string' },
        seed: { type: 'string' },
        seconds: { type: 'string' },
        runs: { type: 'string' },
        rounds: { type: 'string' },
        debian: { type: 'string' },
        base: { type: 'string' },
        keep: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}
