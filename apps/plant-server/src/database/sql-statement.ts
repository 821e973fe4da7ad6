import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

/**
 * One SQL statement, ready to run. A name makes it a prepared statement of its connection, so the text of a named
 * statement must be fixed.
 */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs statements on a pool or on one connection of a transaction. An abort cancels the statement in the database. */
export interface Runner {
  /** True inside an open transaction, where a failed statement cannot be repeated alone. */
  readonly isTransaction?: boolean;
  run<Row extends object>(statement: Statement, signal?: AbortSignal): Promise<readonly Row[]>;
}

/** The first row of a statement; null when it returns none. */
export async function findRow<Row extends object>(
  runner: Runner,
  statement: Statement,
  signal?: AbortSignal,
): Promise<Row | null> {
  const [row] = await runner.run<Row>(statement, signal);
  return row ?? null;
}

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Text and values of an `sql` template. Give a name only when its text never varies with the input. */
export function compileStatement(query: RawBuilder<unknown>, name?: string): Statement {
  const { sql: text, parameters } = query.compile(compiler);
  return name === undefined ? { text, values: parameters } : { name, text, values: parameters };
}
