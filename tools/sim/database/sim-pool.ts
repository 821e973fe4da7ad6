import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import type { Runner } from '../../../apps/plant-server/src/database/sql-statement.ts';
import { poolRunner } from '../../../apps/plant-server/src/database/pg-runner.ts';
import type { SimDatabase } from './sim-database.ts';
import { runStatement } from './statements.ts';

interface QueryConfig {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

interface QueryResult {
  readonly rows: readonly object[];
  readonly rowCount: number;
  readonly command: string;
}

const NO_ROWS: QueryResult = { rows: [], rowCount: 0, command: '' };

const toConfig = (query: string | QueryConfig, values?: readonly unknown[]): QueryConfig =>
  typeof query === 'string' ? { text: query, ...(values === undefined ? {} : { values }) } : query;

/** One connection: its transaction holds the database until it ends. */
class SimClient extends EventEmitter {
  readonly #database: SimDatabase;
  #finish: (() => void) | null = null;
  #unlisten: (() => void) | null = null;

  constructor(database: SimDatabase) {
    super();
    this.#database = database;
  }

  async query(query: string | QueryConfig, values?: readonly unknown[]): Promise<QueryResult> {
    const { text, ...rest } = toConfig(query, values);
    if (text === 'begin') {
      this.#finish = await this.#database.begin();
      return NO_ROWS;
    }
    if (text === 'commit' || text === 'rollback') {
      await this.#database.access(() => (text === 'rollback' ? this.#database.rollback() : this.#database.commit()));
      this.#end();
      return NO_ROWS;
    }
    if (text.startsWith('listen ')) {
      const hear = (): void => void this.emit('notification', { payload: '' });
      this.#unlisten = this.#database.listen(text.slice('listen '.length), hear, () => void this.emit('end'));
      return NO_ROWS;
    }
    return execute(this.#database, { text, ...rest }, this.#finish !== null);
  }

  release(): void {
    this.#unlisten?.();
    // A connection released in a transaction rolls it back.
    if (this.#finish !== null) this.#database.rollback();
    this.#end();
  }

  #end(): void {
    this.#finish?.();
    this.#finish = null;
  }
}

async function execute(database: SimDatabase, config: QueryConfig, isInTransaction: boolean): Promise<QueryResult> {
  const { name = '', text, values = [] } = config;
  const run = (): readonly object[] => runStatement(database, name, text, values);
  const command = text.trimStart().split(' ', 1)[0]?.toUpperCase() ?? '';
  const isAlone = !isInTransaction && command === 'UPDATE' && database.hasRowLocks;
  const rows = await (isAlone ? database.accessAlone(run) : database.access(run));
  return { rows, rowCount: rows.length, command };
}

/**
 * The seam between the product and PostgreSQL: what the product uses of a pool of connections, on tables in memory.
 * A statement that is not known throws.
 */
export function createSimPool(database: SimDatabase): Pool {
  const pool = {
    query: (query: string | QueryConfig, values?: readonly unknown[]) =>
      execute(database, toConfig(query, values), false),
    connect: async () => new SimClient(database),
  };
  return pool as unknown as Pool;
}

export const createSimRunner = (database: SimDatabase): Runner => poolRunner(createSimPool(database));
