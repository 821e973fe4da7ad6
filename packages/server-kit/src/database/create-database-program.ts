import { databaseUrlField } from '../env/env-fields.ts';
import { type Environment, EnvError } from '../env/read-env.ts';
import { startOrExplain } from '../process/start-or-explain.ts';
import { createServerDatabase } from './create-database.repository.ts';
import type { DatabaseProgram } from './migrate-database.ts';
import type { MigrationReport } from './migrate-program.ts';
import { readDistribution } from './distribution.ts';
import { migrate, readMigrations } from './migrate.ts';

/**
 * The whole program that makes and migrates a server's database on a given PostgreSQL, with the addresses of its
 * environment: one line of JSON, or one line that says what is wrong. It knows the administrator's address and therefore
 * never runs as the user of the servers (ADR 0033). `extensions`: those that the migrations need.
 */
export async function runCreateDatabaseProgram(program: DatabaseProgram, extensions: readonly string[]): Promise<void> {
  await startOrExplain('varco setup', async () => {
    const adminUrl = readAddress(process.env, 'VARCO_DATABASE_ADMIN_URL');
    const ownerUrl = readAddress(process.env, 'VARCO_DATABASE_OWNER_URL');
    const appUrl = readAddress(process.env, 'VARCO_DATABASE_URL');
    const address = await createServerDatabase({ adminUrl, ownerUrl, appUrl, extensions });
    const { migrations } = program;
    const steps = await migrate(
      { ownerUrl, adminUrl: address },
      await readMigrations(...migrations),
      await readDistribution(...migrations),
    );
    const report: MigrationReport = { applied: steps };
    process.stdout.write(`${JSON.stringify(report)}\n`);
  });
}

function readAddress(source: Environment, name: string): string {
  const parsed = databaseUrlField.safeParse(source[name] ?? '');
  if (parsed.success && parsed.data !== '') return parsed.data;
  throw new EnvError(`${name}: must be an address such as postgres://role:password@host:5432/database`);
}
