import type { PlantInspection, PortalInspection } from '@varco/contract/inspection.ts';
import { Client } from 'pg';
import type { Settings } from '../settings-file.ts';
import type { Notes } from './finding.ts';

const MAX_SKEW_MS = 5_000;

type Inspection = Pick<PlantInspection | PortalInspection, 'settingFaults' | 'database' | 'disk'>;

/** What the program of the server reported about settings, database and disk. */
export function checkInspection({ settingFaults, database, disk }: Inspection, command: string, notes: Notes): void {
  for (const problem of settingFaults) notes.fault('settings', 'settings', { problem });
  if (settingFaults.length === 0) notes.ok('settings');
  if (database !== null) checkDatabase(database, command, notes);
  if (disk === null) return;
  const values = { free: String(disk.freeMb), reserve: String(disk.reserveMb) };
  if (disk.freeMb < disk.reserveMb) notes.fault('disk', 'disk', values);
  else notes.ok('disk');
}

function checkDatabase(database: NonNullable<Inspection['database']>, command: string, notes: Notes): void {
  if (database.state === 'off') return notes.fault('database', 'databaseOff');
  if (database.state === 'refused') return notes.fault('database', 'databaseRefused');
  if (database.state === 'missing') return notes.fault('database', 'databaseMissing');
  if (database.state !== 'ok') return notes.fault('database', 'databaseUnreachable');
  notes.ok('database');
  const { roleFaults, role, schemaProblem, clockSkewMs, encoding } = database;
  if (roleFaults.length > 0) notes.fault('role', 'role', { role, rights: roleFaults.join(', ') });
  else notes.ok('role');
  if (schemaProblem === null) notes.ok('schema');
  else notes.fault('schema', 'schema', { problem: schemaProblem, command });
  const seconds = String(Math.round(Math.abs(clockSkewMs) / 1_000));
  if (Math.abs(clockSkewMs) > MAX_SKEW_MS) notes.fault('clockDatabase', 'clockDatabase', { seconds });
  else notes.ok('clockDatabase');
  if (encoding === 'UTF8') notes.ok('encoding');
  else notes.fault('encoding', 'encoding', { encoding });
}

/** Signs in as the owner role, whose address is in a file of its own. */
export async function checkOwner(owner: Settings | null, notes: Notes): Promise<void> {
  const address = owner?.['VARCO_DATABASE_OWNER_URL'] ?? '';
  if (address === '') return;
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 8_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    notes.ok('owner');
  } catch {
    notes.fault('owner', 'owner');
  } finally {
    await client.end().catch(() => {});
  }
}
