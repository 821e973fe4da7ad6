import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, toIsoInstant, romeDayStart } from '@varco/domain/time/rome.ts';
import { findTempFolder } from '@varco/server-kit/database/embedded-binaries.ts';
import { prepareDatabase } from '@varco/server-kit/database/migrate-database.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { Client } from 'pg';
import { PLANT_MIGRATIONS } from '../../apps/plant-server/src/plant-database.ts';
import { seedPlantDatabase } from '../../apps/plant-server/src/seed/seed-database.ts';
import { rebuildMovementDays } from '../../apps/plant-server/src/plate-index/movements/movement-days.repository.ts';
import { EXPECTED_QUERIES } from '../../apps/plant-server/src/testing/roll-ups.ts';
import { COPY_COLUMNS, CopyFile } from './copy-file.ts';
import { buildBenchPlantSeed } from './plant.ts';
import { DATABASE, startPostgres } from './postgres.ts';
import { type DataSpec, Traffic } from './traffic.ts';

const FILE_BYTES = 64e6;
type Say = (text: string) => void;

export interface Loaded {
  readonly rows: number;
  readonly plates: number;
  readonly loadSeconds: number;
}

/**
 * Fills the plant's own schema: rows month by month before their indexes are built, then dictionary and roll-ups with
 * the same statements that the tests verify against the rows. `dataDir` must be empty.
 */
export async function loadData(dataDir: string, spec: DataSpec, say: Say): Promise<Loaded> {
  const startedAt = performance.now();
  await mkdir(dataDir, { recursive: true });
  const postgres = await startPostgres(dataDir, 'loading');
  try {
    await prepareDatabase(postgres, DATABASE, PLANT_MIGRATIONS);
    const now = new Date();
    await seedPlantDatabase(
      {
        databaseUrl: postgres.url(DATABASE, 'app'),
        dataDir,
        nowMs: now.getTime(),
      },
      buildBenchPlantSeed(spec.gates, toIsoInstant(now.getTime()).slice(0, 10)),
    );
    const admin = await connectTo(postgres.url(DATABASE, 'admin'));
    await admin.query('grant pg_read_server_files to varco_owner');
    const owner = await connectTo(postgres.url(DATABASE, 'owner'));
    const rows = await loadRows(owner, spec, say);
    await admin.query('revoke pg_read_server_files from varco_owner');
    const plates = await buildRollUps(owner, spec, say);
    say('building the movements of each day');
    await buildMovements(postgres.url(DATABASE, 'owner'), romeDayStart(addDays(spec.firstDay, spec.days)));
    say('vacuuming and collecting statistics');
    // Not parallel: each worker would use the full maintenance memory configured for loading.
    await admin.query('vacuum (analyze, parallel 0)');
    await admin.query('create extension if not exists pg_stat_statements');
    await owner.end();
    await admin.end();
    return { rows, plates, loadSeconds: Math.round((performance.now() - startedAt) / 1000) };
  } finally {
    await postgres.stop();
  }
}

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // A stopping server raises an error on every idle connection; the running statement reports the reason.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Inserts the plant's vocabulary. Number 0 and nation 1 already exist from the migrations. */
async function loadVocabulary(owner: Client, traffic: Traffic): Promise<void> {
  for (const kind of ['brand', 'model', 'colour', 'class', 'nation', 'province'] as const) {
    await owner.query(
      `insert into code_value (kind, code, value) select $1, n, word from unnest($2::text[]) with ordinality as w(word, n)
       on conflict do nothing`,
      [kind, traffic.words.listWords(kind)],
    );
  }
}

async function loadRows(owner: Client, spec: DataSpec, say: Say): Promise<number> {
  const traffic = new Traffic(spec);
  await loadVocabulary(owner, traffic);
  const folder = await mkdtemp(join(await findTempFolder(), 'varco-bench-'));
  await chmod(folder, 0o755);
  const loader = new MonthLoader(owner, folder);
  try {
    for (let day = 0; day < spec.days; day++) {
      for (const row of traffic.day(day)) {
        if (row.ms >= loader.monthEnds) await loader.startMonth(row.ms);
        loader.file.add(row);
        if (loader.file.isFull) await loader.flush();
      }
      if (day % 10 === 9) say(`${day + 1} of ${spec.days} days, ${loader.rows.toLocaleString('en')} rows`);
    }
    say('building indexes');
    await loader.close();
    return loader.rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Fills each month as a separate table, builds its indexes and then attaches it as a partition. A table created in
 * the same transaction needs no write-ahead log.
 */
class MonthLoader {
  readonly file = new CopyFile(FILE_BYTES);
  rows = 0;
  /** First instant of the next month, epoch milliseconds. */
  monthEnds = 0;
  private month = '';
  private copying: Promise<unknown> = Promise.resolve();
  private files = 0;
  private readonly owner: Client;
  private readonly folder: string;

  constructor(owner: Client, folder: string) {
    this.owner = owner;
    this.folder = folder;
  }

  async startMonth(ms: number): Promise<void> {
    await this.close();
    const at = new Date(ms);
    this.monthEnds = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
    this.month = toIsoInstant(ms).slice(0, 7).replace('-', '_');
    await this.owner.query('begin');
    // Existing partitions are empty: the plant creates months in advance.
    for (const base of ['transit', 'transit_picture', 'transit_read', 'unread_transit']) {
      await this.owner.query(`drop table if exists ${base}_${this.month}`);
      await this.owner.query(
        `create table ${base}_${this.month} (like ${base} including defaults including constraints)`,
      );
      await this.owner.query(`alter table ${base}_${this.month} set (autovacuum_vacuum_insert_scale_factor = 0.02)`);
    }
  }

  /** Sends the buffered rows to PostgreSQL, which reads them while the next rows are generated. */
  async flush(): Promise<void> {
    await this.copying;
    this.rows += this.file.rows;
    this.files += 1;
    const path = join(this.folder, `${this.files}`);
    await writeFile(path, this.file.take());
    const text = `copy transit_${this.month} (${COPY_COLUMNS}) from '${path}' with (format binary)`;
    this.copying = this.owner.query(text).then(() => rm(path));
    this.copying.catch(() => {});
  }

  async close(): Promise<void> {
    if (this.month === '') return;
    await this.flush();
    await this.copying;
    const from = `${this.month.replace('_', '-')}-01 00:00:00+00`;
    for (const base of ['transit', 'transit_picture', 'transit_read', 'unread_transit']) {
      await this.owner.query(
        `alter table ${base} attach partition ${base}_${this.month} for values from ('${from}') to ('${toIsoInstant(this.monthEnds)}')`,
      );
    }
    await this.owner.query('commit');
    this.month = '';
  }
}

/**
 * Builds the roll-ups from the rows; plate days in date order, as live traffic would insert them. Returns the number
 * of plates.
 */
async function buildRollUps(owner: Client, spec: DataSpec, say: Say): Promise<number> {
  await owner.query(`set timezone = 'UTC'`);
  await owner.query('analyze transit');
  say('building the plate dictionary');
  const indexes = await dropIndexes(owner, 'plate_dict');
  const { rowCount } = await owner.query(
    `insert into plate_dict (plate, folded, first_seen, last_seen, n, last_gate, nation) ${EXPECTED_QUERIES.plates}`,
  );
  for (const index of indexes) await owner.query(index);
  say('building plate days');
  for (let day = 0; day < spec.days; day++) {
    const [from, to] = [day, day + 1].map((n) => toIsoInstant(romeDayStart(addDays(spec.firstDay, n))));
    await owner.query(
      `insert into plate_day (day, plate, n, night, uninsured, nation, gates)
       ${EXPECTED_QUERIES.days.replace('from transit', `from transit where ts >= '${from}' and ts < '${to}'`)}`,
    );
  }
  say('building gate hours');
  await owner.query(
    `insert into gate_hour (gate, hour, n, n_foreign, n_uninsured, n_uninspected, n_stolen, n_alarm, n_speed, sum_speed,
       n_checked, n_reported_stolen) ${EXPECTED_QUERIES.hours}`,
  );
  return rowCount ?? 0;
}

/** Builds the movements now; otherwise the plant would do it during the first measurement. */
async function buildMovements(url: string, nowMs: number): Promise<void> {
  const pool = createPool({ url, applicationName: 'varco bench', statementTimeoutMs: 0 });
  try {
    await rebuildMovementDays(pool, nowMs, new AbortController().signal, { rests: false });
  } finally {
    await pool.end();
  }
}

/** Drops all indexes except the primary key and returns the statements that recreate them. */
async function dropIndexes(owner: Client, table: string): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
     where indrelid = $1::regclass and not indisprimary`,
    [table],
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map(({ text }) => text);
}
