import { INGEST_KEY_KINDS, type IngestKeysReport } from '@varco/contract/ingest-keys.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { useDatabase } from '@varco/server-kit/database/use-database.ts';
import { StartError } from '@varco/server-kit/process/start-or-explain.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { buildSystemOrigin } from '../context/system-origin.ts';
import { withAudit } from '../context/with-audit.ts';
import { inTransaction, poolRunner } from '../database/pg-runner.ts';
import type { PlantEnv } from '../env.ts';
import { PLANT_DATABASE } from '../plant-database.ts';
import { findPlantSettings, type PlantSettings } from '../settings/plant-settings.repository.ts';
import { createIngestKey } from './create-ingest-key.ts';
import { findGateIds, listIngestKeys, revokeIngestKey } from './ingest-keys.repository.ts';

const AUTHOR = 'varco ingest-keys';
const MAX_LABEL = 60;

/** What is asked of the program, on its standard input. */
const Task = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list') }),
  z.strictObject({
    action: z.literal('add'),
    kind: z.enum(INGEST_KEY_KINDS),
    label: z.string().max(MAX_LABEL),
    gates: z.array(z.string()).min(1).max(1_000).nullable(),
    network: z.union([z.cidrv4(), z.cidrv6()]).nullable(),
  }),
  z.strictObject({ action: z.literal('revoke'), id: z.uuid() }),
]);
type Task = z.output<typeof Task>;

/**
 * Lists the keys with which reads are sent to a plant, makes one or revokes one.
 * @param env settings of the plant
 * @param input the task as JSON
 * @throws StartError with the reason in words
 */
export async function manageIngestKeys(env: PlantEnv, input: unknown): Promise<IngestKeysReport> {
  const task = parseTask(input);
  const { VARCO_DATA_DIR: dataDir, VARCO_DATABASE_URL: url, VARCO_DATABASE_NAME: name } = env;
  const database = await useDatabase({ url, dataDir, name, program: PLANT_DATABASE });
  const pool = createPool({ url: database.url, applicationName: AUTHOR, max: 2, onError: () => {} });
  try {
    const runner = poolRunner(pool);
    const settings = await findPlantSettings(runner);
    if (settings === null) throw new StartError('The plant has not been set up yet.');
    const made = await carryOut(pool, settings, task);
    const keys = await listIngestKeys(runner);
    return {
      keys: keys.map(({ id, label, kind, gates, network, created_at: createdAt, revoked_at: revokedAt }) => ({
        ...{ id, label, kind, network, createdAt, revokedAt },
        gates: gates === null ? null : [...gates],
      })),
      made,
    };
  } finally {
    await pool.end();
    await database.stop();
  }
}

function parseTask(input: unknown): Task {
  const { data, error } = Task.safeParse(input);
  if (data !== undefined) return data;
  const [member] = error.issues[0]?.path ?? [];
  throw new StartError(PROBLEMS.get(String(member)) ?? 'The task is not understood.');
}

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['network', 'The network must be like 192.0.2.0/24 or 2001:db8::/48.'],
  ['id', 'The key is named by its id, as it is listed.'],
  ['gates', 'A key is limited to 1 to 1000 gates, or to none of them.'],
  ['label', `The label has more than ${MAX_LABEL} characters.`],
]);

/** Changes what is asked; returns the key that was made, or null. */
function carryOut(pool: Pool, settings: PlantSettings, task: Task): Promise<string | null> {
  if (task.action === 'list') return Promise.resolve(null);
  const { uuid, public_url: address } = settings;
  const now = new Date().toISOString();
  return withAudit(pool, { uuid, address }, (audit) =>
    inTransaction(pool, async (runner) => {
      if (task.action === 'revoke') {
        if (!(await revokeIngestKey(runner, task.id, now))) throw new StartError('There is no such key in use.');
        const detail = { key: task.id };
        await audit.record({ ...buildSystemOrigin(AUTHOR), action: 'ingest.revoke', outcome: 'ok', count: 1, detail });
        return null;
      }
      const gates = task.gates === null ? null : await findGateIds(runner, task.gates);
      const missing = task.gates?.find((_, at) => gates?.[at] === null);
      if (missing !== undefined) throw new StartError(`The plant has no gate with the name ${missing}.`);
      const label = task.label.trim() === '' ? `${AUTHOR} ${now.slice(0, 10)}` : task.label.trim();
      // A gate named twice counts once; a limit to no gate at all would be a key for nothing.
      const ids = gates === null ? null : [...new Set(gates.filter((id) => id !== null))];
      const limits = { gates: ids, network: task.network };
      return createIngestKey(runner, audit, { author: AUTHOR, kind: task.kind, label, ...limits, now });
    }),
  );
}
