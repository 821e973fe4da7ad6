import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { listClusterServers } from '@varco/server-kit/testing/test-cluster.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PLANT_MIGRATIONS } from './plant-database.ts';
import { buildApiKeyHeader } from './testing/ingest-keys.ts';
import { createPlantProcess, type PlantProcess } from './testing/plant-process.ts';
import { computeExpectedRollUps, readStoredRollUps } from './testing/roll-ups.ts';

/** Program that starts the server of a port again after it was killed; it ends when the server runs. */
const RESTART = process.env['VARCO_TEST_CLUSTER_RESTART'] ?? '';
const SECONDS = Number(process.env['VARCO_DRILL_SECONDS'] ?? 4);
const SENDERS = 3;
const BATCH = 50;
const SEARCH_INTERVAL_MS = 200;

const [, ...workers] = listClusterServers();

const Results = z.object({ results: z.array(z.object({ state: z.string(), id: z.string() })) });
const Page = z.object({ objects: z.array(z.object({ id: z.string(), targa: z.string() })) });

/** Drills on a cluster of several servers, which run only where the environment names one and how a server is started again. */
describe.skipIf(workers.length < 2 || RESTART === '')('a cluster under reads and searches', () => {
  let database: TestDatabase;
  let plant: PlantProcess;
  beforeAll(async () => {
    database = await createTestDatabase('drill', ...PLANT_MIGRATIONS);
    plant = await createPlantProcess({ external: { url: database.url } });
    await plant.start();
  }, 120_000);
  afterAll(async () => {
    await plant.remove();
    await database.drop();
  });

  it(
    'a server of rows is killed and comes back: what was acknowledged is there, once',
    { timeout: 180_000 },
    async () => {
      const load = startLoad(plant, 'KL');
      await delay(SECONDS * 1000);
      await killServer(workers[0] ?? '');
      await delay(SECONDS * 1000);
      const refused = load.refused;
      await promisify(execFile)(RESTART, [new URL(workers[0] ?? '').port]);
      const backAt = performance.now();
      await load.untilAcknowledged();
      const awayMs = Math.round(performance.now() - backAt);
      await delay(SECONDS * 1000);
      await load.stop();
      process.stdout.write(
        `killed: ${load.summary()}, ${refused} calls refused while it was off, first read ${awayMs} ms after its start\n`,
      );
      expect(refused).toBeGreaterThan(0);
      await expectExact(database, load);
    },
  );

  it('shards move to another server: no call is refused, no search is wrong', { timeout: 180_000 }, async () => {
    const load = startLoad(plant, 'MV');
    await delay(1_000);
    const moved = await moveShards(database.adminUrl, workers[0] ?? '', workers[1] ?? '');
    await delay(1_000);
    await load.stop();
    process.stdout.write(`moved ${moved} groups of shards: ${load.summary()}\n`);
    expect(moved).toBeGreaterThan(0);
    expect(load.refused).toBe(0);
    await expectExact(database, load);
  });
});

interface Load {
  readonly acknowledged: ReadonlySet<string>;
  readonly refused: number;
  readonly wrong: readonly string[];
  untilAcknowledged(): Promise<void>;
  stop(): Promise<void>;
  summary(): string;
}

/** Sends reads, each batch until it is acknowledged, and searches one of the plates meanwhile. */
function startLoad(plant: PlantProcess, prefix: string): Load {
  const acknowledged = new Set<string>();
  const wrong: string[] = [];
  let [next, refused, searches, longestMs, isRunning] = [0, 0, 0, 0, true];
  const base = Date.now() - 3_600_000;
  const timed = async (call: () => Promise<Response>): Promise<Response | null> => {
    const startedAt = performance.now();
    const response = await call().catch(() => null);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    // 429 is the rate limit of a person, the same on every engine.
    if (response === null || response.status >= 500) refused += 1;
    return response?.ok === true ? response : null;
  };
  const sender = async (): Promise<void> => {
    while (isRunning) {
      const n = next++;
      const reads = buildReads(prefix, base, n);
      for (let done = false; !done;) {
        const response = await timed(() => plant.post(ingestReads.path, { reads }, buildApiKeyHeader('all')));
        if (response === null) await delay(100);
        else {
          for (const { id } of Results.parse(await response.json()).results) acknowledged.add(id);
          done = true;
        }
      }
    }
  };
  const searcher = async (): Promise<void> => {
    const user = await plant.signIn();
    while (isRunning) {
      const before = acknowledged.size;
      const body = { f_targa: `${prefix}*`, page_size: 50, p: 1 };
      const response = await timed(() => plant.post(searchTransits.path, body, user));
      searches += 1;
      if (response !== null) {
        const { objects } = Page.parse(await response.json());
        const ids = objects.map(({ id }) => BigInt(id));
        if (ids.some((id, at) => at > 0 && id > (ids[at - 1] ?? 0n)) || (before >= 50 && ids.length < 50))
          wrong.push(`${before} acknowledged, ${ids.length} shown`);
      }
      await delay(SEARCH_INTERVAL_MS);
    }
  };
  const running = Promise.all([searcher(), ...Array.from({ length: SENDERS }, sender)]);
  return {
    acknowledged,
    wrong,
    get refused() {
      return refused;
    },
    async untilAcknowledged() {
      const before = acknowledged.size;
      while (acknowledged.size === before) await delay(20);
    },
    async stop() {
      isRunning = false;
      await running;
    },
    summary: () =>
      `${acknowledged.size} reads acknowledged, ${searches} searches, ${refused} calls refused, longest call ${Math.round(longestMs)} ms, ${wrong.length} wrong answers`,
  };
}

/** Batch `n`; plates recur in other batches, so that the roll-up of a plate is written by many calls. */
const buildReads = (prefix: string, base: number, n: number): readonly unknown[] =>
  Array.from({ length: BATCH }, (_, i) => ({
    varco_id: 1 + (i % 3),
    targa: `${prefix}${String((n * 37 + i) % 400).padStart(4, '0')}`,
    data: new Date(base + (n * BATCH + i) * 10).toISOString(),
    nazione: 'I',
  }));

/** Kills the first process of a server, which ends all others of it. */
async function killServer(url: string): Promise<void> {
  const pid = await withClient(url, async (admin) => {
    const { rows } = await admin.query<{ pid: string }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
    );
    return Number(rows[0]?.pid);
  });
  process.kill(pid, 'SIGKILL');
}

/** Moves every shard of one server to another while both work; returns how many groups of shards went. */
const moveShards = (adminUrl: string, from: string, to: string): Promise<number> =>
  withClient(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ shard: string }>(
      `select min(s.shardid)::text as shard from pg_dist_shard as s join pg_dist_placement as p using (shardid)
        join pg_dist_node as n using (groupid) join pg_dist_partition as d using (logicalrelid)
        where n.nodeport = $1 and s.logicalrelid = 'transit'::regclass group by s.shardid`,
      [Number(new URL(from).port)],
    );
    for (const { shard } of rows)
      await admin.query(`select citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')`, [
        ...[shard, new URL(from).hostname, Number(new URL(from).port)],
        ...[new URL(to).hostname, Number(new URL(to).port)],
      ]);
    return rows.length;
  });

/** Every acknowledged read is stored once, every search was right, and the roll-ups equal the rows. */
async function expectExact(database: TestDatabase, load: Load): Promise<void> {
  expect(load.wrong).toEqual([]);
  await withClient(database.adminUrl, async (admin) => {
    const { rows } = await admin.query<{ id: string }>('select id::text as id from transit');
    const stored = new Set(rows.map(({ id }) => id));
    expect(stored.size).toBe(rows.length);
    expect([...load.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  });
  const pool = createPool({ url: database.url, applicationName: 'cluster drill', max: 1 });
  try {
    expect(await readStoredRollUps(pool)).toEqual(await computeExpectedRollUps(pool));
  } finally {
    await pool.end();
  }
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
