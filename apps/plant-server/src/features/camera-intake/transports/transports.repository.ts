import type { Pool, PoolClient } from 'pg';
import type { CameraReception } from '@varco/contract/plant/camera-reception.ts';
import type { ServerKey } from '../../../auth/server-key.ts';
import type { Runner } from '../../../database/sql-statement.ts';
import { INTAKE_COLUMNS, type IntakeCamera } from '../cameras.repository.ts';
import type { TransportCamera, TransportFault } from './transport.ts';

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

/** Writes why messages of a camera cannot arrive, when that changed. */
export async function storeFault(runner: Runner, camera: number, fault: TransportFault | null): Promise<void> {
  await runner.run({
    name: 'camera-fault',
    text: 'update camera set reception_fault = $2 where id = $1 and reception_fault is distinct from $2',
    values: [camera, fault],
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
