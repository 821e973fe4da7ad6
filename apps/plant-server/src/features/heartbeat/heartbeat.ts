import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import { WitnessPlan } from '@varco/contract/tlog.ts';
import { z } from 'zod';
import type { HeartbeatDeps } from './heartbeat.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { readNewestInstant } from '../transits/transits.public.ts';
import type { HeartbeatResult } from './heartbeat-log.ts';

const HEARTBEAT_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** What is read of the portal's response; an older portal sends no plan. */
const PlanResponse = z.object({ audit: WitnessPlan.nullish() });
type Needs = Pick<HeartbeatDeps, 'store' | 'keys' | 'now' | 'version' | 'log' | 'heartbeats' | 'outbound' | 'tlog'>;

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
  const audit = await deps.tlog.describe();
  const body = JSON.stringify({
    plant_uuid: settings.uuid,
    url: settings.public_url,
    label: settings.label,
    status_message: 'ok',
    server_time: now.toISOString(),
    last_plate_date: await readNewestInstant(deps.store.runner),
    license_expiration: settings.license_expires_on,
    version: deps.version,
    ...(audit === null ? {} : { audit }),
  });
  const { method, path } = heartbeat;
  const headers = signPlantCall({ key: deps.keys.current, plantUuid: settings.uuid, method, path, body, now });
  const response = await deps.outbound
    .request(new URL(path, settings.portal_url).href, {
      method,
      body,
      headers: { ...headers, 'content-type': 'application/json' },
      timeoutMs: HEARTBEAT_TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      signal: new AbortController().signal,
    })
    .catch(() => null);
  if (response === null || (response.status >= 300 && response.status <= 399)) return 'unreachable';
  if (response.status > 299) return 'refused';
  await followPlan(deps, response.bytes);
  return 'sent';
}

/** Takes the witnesses and logs the portal names; a response that is no such plan changes nothing. */
async function followPlan({ tlog }: Needs, bytes: Buffer): Promise<void> {
  const plan = PlanResponse.safeParse(parseJson(bytes)).data?.audit ?? null;
  if (plan === null) return;
  for (const log of plan.logs) await tlog.watch(log, null);
  await tlog.setWitnesses(plan.witnesses);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
