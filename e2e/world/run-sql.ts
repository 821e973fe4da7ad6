import { Client } from 'pg';

/** Runs one statement on a database of the demo, with the role of its server. */
export async function runSql(database: string, statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
