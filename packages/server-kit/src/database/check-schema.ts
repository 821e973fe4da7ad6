import { Client } from 'pg';
import { canAppend, findLogFaults, findMigratingRole } from './log-owner.repository.ts';
import { checkMatches, MigrationError, readApplied, type Migration } from './migrate.ts';

/**
 * Checks, as the serving role, that the database is at the version of the program and that this role cannot change the
 * consultation log. `command` is what the operator must run otherwise. Throws `MigrationError` in plain words.
 */
export async function checkSchema(url: string, migrations: readonly Migration[], command: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'varco schema check' });
  // Connection lost while idle: the next statement fails and reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    const found = await client.query(`select 1 where to_regclass('public.schema_migration') is not null`);
    const applied = found.rowCount === 0 ? [] : await readApplied(client);
    checkMatches(applied, migrations);
    const missing = migrations.length - applied.length;
    if (missing > 0)
      throw new MigrationError(
        `The database is not at the version of this program: ${missing} of ${migrations.length} steps are missing. Run: ${command}`,
        'behind',
      );
    const faults = await findLogFaults(client, (await findMigratingRole(client)) ?? '');
    if (!(await canAppend(client)) || faults.includes('may-change-log'))
      throw new MigrationError(
        'VARCO_DATABASE_URL signs in as a role that may change the consultation log, or may not append to it. Use varco_app.',
      );
    if (faults.length > 0)
      throw new MigrationError(
        `The consultation log could be changed by the migrating role (${faults.join(', ')}). Run: ${command}`,
        'behind',
      );
  } finally {
    await client.end();
  }
}
