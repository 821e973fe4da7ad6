import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import type { HeartbeatDeps } from './heartbeat.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { readNewestInstant } from '../transits/transits.public.ts';
import type { HeartbeatResult } from './heartbeat-log.ts';

const HEARTBEAT_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
type Needs = Pick<HeartbeatDeps, 'store' | 'keys' | 'now' | 'version' | 'log' | 'heartbeats' | 'outbound'>;

/** Sends the heartbeat to the portal, signed with the plant's key (decisions, "The plant and its surroundings"). */
export async function sendHeartbeat(deps: Needs): Promise<HeartbeatResult> {
  const at = deps.now().toISOString();
  const result = await postHeartbeat(deps);
  deps.heartbeats.record({ at, result });
  return result;
}

async function postHeartbeat(deps: Needs): Promise<HeartbeatResult> {
  const settings = await readPlantSettings(deps.store.runner);
  if (settings.portal_url === '') return 'no-portal';
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
    const { status } = await deps.outbound.request(new URL(path, settings.portal_url).href, {
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
