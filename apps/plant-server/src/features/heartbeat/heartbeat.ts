import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import type { HeartbeatDeps } from './heartbeat.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { readNewestInstant } from '../transits/transits.public.ts';
import { readReportedPortals, recordHeartbeat } from '../joining/joining.public.ts';
import type { HeartbeatResult } from './heartbeat-log.ts';

const HEARTBEAT_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
type Needs = Pick<HeartbeatDeps, 'store' | 'keys' | 'now' | 'version' | 'log' | 'heartbeats' | 'outbound'>;

/**
 * Sends the heartbeat to every portal of the plant, signed with the plant's key (decisions, "The plant and its
 * surroundings"). The result is that of the worst.
 */
export async function sendHeartbeat(deps: Needs): Promise<HeartbeatResult> {
  const at = deps.now().toISOString();
  const { runner } = deps.store;
  const portals = await readReportedPortals(runner);
  const results = await Promise.all(
    portals.map(async ({ id, origin }) => {
      const result = await postHeartbeat(deps, origin);
      if (id !== null) await recordHeartbeat(runner, id, at, result);
      return result;
    }),
  );
  const result = results.length === 0 ? 'no-portal' : (results.find((one) => one !== 'sent') ?? 'sent');
  deps.heartbeats.record({ at, result });
  return result;
}

async function postHeartbeat(deps: Needs, origin: string): Promise<Exclude<HeartbeatResult, 'no-portal'>> {
  const settings = await readPlantSettings(deps.store.runner);
  const now = deps.now();
  const body = JSON.stringify({
    plant_uuid: settings.uuid,
    url: settings.public_url,
    label: settings.label,
    status_message: 'ok',
    server_time: now.toISOString(),
    last_plate_date: await readNewestInstant(deps.store.runner),
    license_expiration: settings.license_expires_on,
    version: deps.version,
  });
  const { method, path } = heartbeat;
  const headers = signPlantCall({ key: deps.keys.current, plantUuid: settings.uuid, method, path, body, now });
  try {
    const { status } = await deps.outbound.request(new URL(path, origin).href, {
      method,
      body,
      headers: { ...headers, 'content-type': 'application/json' },
      timeoutMs: HEARTBEAT_TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      signal: new AbortController().signal,
    });
    if (status >= 300 && status <= 399) return 'unreachable';
    return status <= 299 ? 'sent' : 'refused';
  } catch {
    return 'unreachable';
  }
}
