import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { type RunQuery, BASELINE_LIMIT_MS } from '../search/measure.ts';
import { EngineProcess, type EngineName, StatementTimeoutError } from './engine-process.ts';
import { getBaselineFolder } from './load-engines.ts';
import { CLICKHOUSE, type Dialect, DUCKDB, POSTGRES, buildStatements } from './sql.ts';

export type BaselineName = 'obvious' | EngineName;

/** A system that runs the same queries as the plant by SQL, without HTTP, permissions and logging. */
export interface Baseline {
  readonly name: BaselineName;
  readonly runQuery: RunQuery;
  close(): Promise<void>;
}

const enginesFolder = join(import.meta.dirname, 'engines');
const PACKAGES: Readonly<Record<EngineName, string>> = { duckdb: '@duckdb/node-api', clickhouse: 'chdb' };

export const isInstalled = (name: EngineName): boolean =>
  existsSync(join(enginesFolder, 'node_modules', PACKAGES[name], 'package.json'));

/** Installs the engines from their own lock file. Returns npm's error message on failure, otherwise null. */
export function installEngines(): string | null {
  // Not `npm ci`: it needs the libraries of all platforms in the lock file, and a registry may provide only those of
  // this one.
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: enginesFolder,
    encoding: 'utf8',
  });
  if (npm.error !== undefined) return npm.error.message;
  return npm.status === 0 ? null : npm.stderr.trim().split('\n').slice(-3).join(' ');
}

/** A statement stopped at its time limit counts with that limit; its result is null. */
async function nullOnTimeout<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    const isLate =
      error instanceof StatementTimeoutError || (error instanceof Error && /statement timeout/.test(error.message));
    if (isLate) return null;
    throw error;
  });
}

/** DuckDB or ClickHouse on the data loaded before. */
export async function openEngine(dataDir: string, name: EngineName): Promise<Baseline> {
  const engine = new EngineProcess(name, getBaselineFolder(dataDir, name));
  await engine.start();
  return { name, runQuery: buildEngineQuery(engine, name), close: () => engine.close() };
}

/** Runs queries as statements of a started engine. */
export function buildEngineQuery(engine: EngineProcess, name: EngineName): RunQuery {
  const dialect: Dialect = name === 'duckdb' ? DUCKDB : CLICKHOUSE;
  return async (question) => {
    let total: number | null = null;
    for (const sql of buildStatements(question, dialect)) {
      const answer = await nullOnTimeout(engine.run(sql, BASELINE_LIMIT_MS));
      if (answer !== null && sql.startsWith('select count')) total = Number(answer.first);
    }
    return total;
  };
}

/** The obvious design in the plant's PostgreSQL. `url`: of the owner role. */
export async function openObvious(url: string): Promise<Baseline> {
  const client = new Client({ connectionString: url, statement_timeout: BASELINE_LIMIT_MS });
  await client.connect();
  return {
    name: 'obvious',
    async runQuery(question) {
      let total: number | null = null;
      for (const sql of buildStatements(question, POSTGRES)) {
        const answer = await nullOnTimeout(client.query<{ total?: string }>(sql));
        if (answer !== null && sql.startsWith('select count')) total = Number(answer.rows[0]?.total);
      }
      return total;
    },
    close: () => client.end(),
  };
}
