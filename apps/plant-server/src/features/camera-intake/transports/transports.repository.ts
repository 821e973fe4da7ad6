import type { Pool, PoolClient } from 'pg';
import type { CameraReception } from '@varco/contract/plant/camera-reception.ts';
import type { ServerKey } from '../../../auth/server-key.ts';
import type { Runner } from '../../../database/sql-statement.ts';
import { INTAKE_COLUMNS, type IntakeCamera } from '../cameras.repository.ts';
import type { ConnectionHistory, TransportCamera, TransportFault } from './transport.ts';

/** Any constant. The process that holds it receives what cameras do not send by themselves. */
const LOCK_KEY = 7_203_953;

const sealContext = (uuid: string): string => `camera-reception/${uuid}`;

export const sealReceptionSecret = (key: Pick<ServerKey, 'seal'>, uuid: string, password: string): Buffer =>
  key.seal(sealContext(uuid), Buffer.from(password));

/** Null: none, or sealed with the secret of another server. */
function openSecret(key: Pick<ServerKey, 'open'>, uuid: string, sealed: Buffer | null): string | null {
  if (sealed === null) return null;
  try {
    return key.open(sealContext(uuid), sealed).toString();
  } catch {
    return null;
  }
}

/** Cameras in use whose messages the plant fetches or listens for, by id. */
export async function readTransportCameras(
  runner: Runner,
  key: Pick<ServerKey, 'open'>,
): Promise<readonly TransportCamera[]> {
  type Row = IntakeCamera & {
    readonly networks: readonly string[];
    readonly reception: CameraReception;
    readonly reception_secret: Buffer | null;
  };
  const rows = await runner.run<Row>({
    name: 'transport-cameras',
    text: `select ${INTAKE_COLUMNS}, c.networks::text[] as networks, c.reception, c.reception_secret
      from camera as c where c.revoked_at is null and c.reception ->> 'tipo' <> 'http' order by c.id`,
    values: [],
  });
  return rows.map(({ reception_secret: sealed, ...camera }) => ({
    ...camera,
    secret: openSecret(key, camera.uuid, sealed),
  }));
}

/** What a camera's way in is now. */
export interface ConnectionState extends ConnectionHistory {
  /** Why messages cannot arrive; null: they can. */
  readonly fault: TransportFault | null;
}

/** Writes the state of the connection of a camera, when it changed. The last fault stays until another follows. */
export async function storeConnection(runner: Runner, camera: number, state: ConnectionState): Promise<void> {
  await runner.run({
    name: 'camera-connection',
    text: `update camera set reception_fault = $2, connected_at = $3::timestamptz,
        last_fault = coalesce($4, last_fault), last_fault_at = coalesce($5::timestamptz, last_fault_at)
      where id = $1 and (reception_fault, connected_at, last_fault, last_fault_at) is distinct from
        ($2, $3::timestamptz, coalesce($4, last_fault), coalesce($5::timestamptz, last_fault_at))`,
    values: [camera, state.fault, state.since, state.lastFault, state.lastFaultAt],
  });
}

/**
 * Takes the lock of the process that receives; null: another process has it. It is held by a connection of its own and ends
 * with it; `onLost` is called then.
 */
export async function takeLeadership(pool: Pool, onLost: () => void): Promise<{ end(): Promise<void> } | null> {
  const client: PoolClient = await pool.connect();
  let isReleased = false;
  const release = (isBroken: boolean): void => {
    if (isReleased) return;
    isReleased = true;
    client.release(isBroken);
  };
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK_KEY]);
    if (rows[0]?.locked !== true) {
      release(false);
      return null;
    }
  } catch (error) {
    release(true);
    throw error;
  }
  client.once('error', () => {
    release(true);
    onLost();
  });
  return {
    async end() {
      if (isReleased) return;
      await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => {});
      release(false);
    },
  };
}
