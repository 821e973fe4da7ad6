import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataSpec, Traffic } from '../data/traffic.ts';
import { EngineProcess, type EngineName } from './engine-process.ts';
import { writeRowsFile } from './rows-file.ts';

type Say = (text: string) => void;

const LOAD_LIMIT_MS = 3_600_000;
const DAYS_PER_FILE = 6;

export const getBaselineFolder = (dataDir: string, name: EngineName): string => join(dataDir, name);
const getMarkFile = (dataDir: string, name: string): string => join(dataDir, `${name}.loaded`);
export const isLoaded = (dataDir: string, name: string): boolean => existsSync(getMarkFile(dataDir, name));

const ENUMS = ['nation', 'brand', 'model', 'colour', 'vclass'];

/** Table of reads in ClickHouse; settings may follow. */
export function buildClickhouseTable(name: string): string {
  return `create table ${name} (id Int64, ts DateTime64(3, 'UTC'), plate String, gate UInt16, nation LowCardinality(String),
       brand LowCardinality(String), model LowCardinality(String), colour LowCardinality(String), vclass LowCardinality(String),
       speed Int16, lane Int8, confidence Int16, adr LowCardinality(String),
       projection by_plate (select * order by plate, ts))
     engine = MergeTree partition by toYYYYMM(ts) order by (ts, id)`;
}

/** Best schema of each engine, from comparing several layouts (storage design, parts 1 to 4). */
const SCHEMAS: Readonly<Record<EngineName, readonly string[]>> = {
  duckdb: [
    `create table reads (id bigint, ts timestamp, plate varchar, gate smallint, nation varchar, brand varchar, model varchar,
       colour varchar, vclass varchar, speed smallint, lane smallint, confidence smallint, adr varchar)`,
  ],
  clickhouse: [buildClickhouseTable('reads')],
};

const buildInsert = (name: EngineName, path: string): string =>
  name === 'duckdb'
    ? `insert into reads select * from read_csv('${path}', delim = '\t', header = false, quote = '', columns = {id: 'bigint',
        ts: 'timestamp', plate: 'varchar', gate: 'smallint', ${ENUMS.map((column) => `${column}: 'varchar'`).join(', ')},
        speed: 'smallint', lane: 'smallint', confidence: 'smallint', adr: 'varchar'}, null_padding = false, nullstr = 'NULL')`
    : `insert into reads select * from file('${path}', 'TSV')`;

/** Statements to run after all rows are loaded. */
const FINISH: Readonly<Record<EngineName, readonly string[]>> = {
  duckdb: ['create table reads_by_plate as select * from reads order by plate, ts', 'checkpoint'],
  clickhouse: ['optimize table reads final'],
};

/** Fills the engines that are still empty from the same generator, a few days at a time. */
export async function loadEngines(
  dataDir: string,
  spec: DataSpec,
  names: readonly EngineName[],
  say: Say,
): Promise<void> {
  const missing = names.filter((name) => !isLoaded(dataDir, name));
  if (missing.length === 0) return;
  const traffic = new Traffic(spec);
  const engines: (readonly [EngineName, EngineProcess])[] = [];
  for (const name of missing) {
    await rm(getBaselineFolder(dataDir, name), { recursive: true, force: true });
    await mkdir(getBaselineFolder(dataDir, name), { recursive: true });
    engines.push([name, new EngineProcess(name, getBaselineFolder(dataDir, name))]);
  }
  const path = join(dataDir, 'rows.tsv');
  try {
    for (const [name, engine] of engines) for (const sql of SCHEMAS[name]) await engine.run(sql, LOAD_LIMIT_MS);
    for (let day = 0; day < spec.days; day += DAYS_PER_FILE) {
      const days = Array.from({ length: Math.min(DAYS_PER_FILE, spec.days - day) }, (_, i) => day + i);
      await writeRowsFile(path, traffic, days);
      for (const [name, engine] of engines) await engine.run(buildInsert(name, path), LOAD_LIMIT_MS);
      say(`${missing.join(' and ')}: ${day + days.length} of ${spec.days} days`);
    }
    for (const [name, engine] of engines) for (const sql of FINISH[name]) await engine.run(sql, LOAD_LIMIT_MS);
    for (const [name, engine] of engines) {
      await engine.close();
      await writeFile(getMarkFile(dataDir, name), '');
    }
  } finally {
    await rm(path, { force: true });
    for (const [, engine] of engines) await engine.stop();
  }
}
