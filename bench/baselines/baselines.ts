import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Ask, RIVAL_LIMIT_MS } from '../search/measure.ts';
import { EngineProcess, type EngineName, TooSlow } from './engine-process.ts';
import { rivalFolder } from './load-engines.ts';
import { CLICKHOUSE, type Dialect, DUCKDB, POSTGRES, statementsOf } from './sql.ts';

export type RivalName = 'obvious' | EngineName;

/** A system that runs the same queries as the plant by SQL, without HTTP, permissions and logging. */
export interface Rival {
  readonly name: RivalName;
  readonly ask: Ask;
  close(): Promise<void>;
}

const peers = join(import.meta.dirname, 'engines');
const PACKAGES: Readonly<Record<EngineName, string>> = { duckdb: '@duckdb/node-api', clickhouse: 'chdb' };

export const isInstalled = (name: EngineName): boolean =>
  existsSync(join(peers, 'node_modules', PACKAGES[name], 'package.json'));

/** Installs the engines from their own lock file. Returns npm's error message on failure, otherwise null. */
export function installEngines(): string | null {
  // Not `npm ci`: it needs the libraries of all platforms in the lock file, and a registry may provide only those of
  // this one.
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], { cwd: peers, encoding: 'utf8' });
  if (npm.error !== undefined) return npm.error.message;
  return npm.status === 0 ? null : npm.stderr.trim().split('\n').slice(-3).join(' ');
}

/** A statement stopped at its time limit counts with that limit; its result is null. */
async function orLate<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    const isLate = error instanceof TooSlow || (error instanceof Error && /statement timeout/.test(error.message));
    if (isLate) return null;
    throw error;
  });
}

/** DuckDB or ClickHouse on the data loaded before. */
export async function openEngine(dataDir: string, name: EngineName): Promise<Rival> {
  const engine = new EngineProcess(name, rivalFolder(dataDir, name));
  await engine.start();
  const dialect: Dialect = name === 'duckdb' ? DUCKDB : CLICKHOUSE;
  return {
    name,
    async ask(question) {
      let total: number | null = null;
      for (const sql of statementsOf(question, dialect)) {
        const answer = await orLate(engine.run(sql, RIVAL_LIMIT_MS));
        if (answer !== null && sql.startsWith('select count')) total = Number(answer.first);
      }
      return total;
    },
    close: () => engine.close(),
  };
}

/** The obvious design in the plant's PostgreSQL. `url`: of the owner role. */
export async function openObvious(url: string): Promise<Rival> {
  const client = new Client({ connectionString: url, statement_timeout: RIVAL_LIMIT_MS });
  await client.connect();
  return {
    name: 'obvious',
    async ask(question) {
      let total: number | null = null;
      for (const sql of statementsOf(question, POSTGRES)) {
        const answer = await orLate(client.query<{ total?: string }>(sql));
        if (answer !== null && sql.startsWith('select count')) total = Number(answer.rows[0]?.total);
      }
      return total;
    },
    close: () => client.end(),
  };
}
