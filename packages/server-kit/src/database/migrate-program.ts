import { startOrExplain } from '../process/start-or-explain.ts';
import { migrateFromEnvironment, type DatabaseProgram } from './migrate-database.ts';

/** Result of a migration, printed as one line of JSON for the program that asked for it. */
export interface MigrationReport {
  readonly applied: readonly string[];
}

/** The whole program that migrates a server's database: one line of JSON, or one line that says what is wrong. */
export async function runMigrateProgram(program: DatabaseProgram): Promise<void> {
  await startOrExplain(program.command, async () => {
    const report: MigrationReport = { applied: await migrateFromEnvironment(program, process.env) };
    process.stdout.write(`${JSON.stringify(report)}\n`);
  });
}
