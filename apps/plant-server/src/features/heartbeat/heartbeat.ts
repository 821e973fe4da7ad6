import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import { PublicKey } from '@varco/contract/joining.ts';
import { WitnessPlan } from '@varco/contract/tlog.ts';
import { z } from 'zod';
import type { HeartbeatDeps } from './heartbeat.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { readNewestInstant } from '../transits/transits.public.ts';
import { readReportedPortals, recordHeartbeat, recordPortalAnswer } from '../joining/joining.public.ts';
import type { HeartbeatResult } from './heartbeat-log.ts';

const HEARTBEAT_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** What is read of the portal's response; an older portal sends no plan. */
const PlanResponse = z.object({ audit: WitnessPlan.nullish(), known_key: PublicKey.nullish().catch(null) });
type Needs = Pick<HeartbeatDeps, 'store' | 'keys' | 'now' | 'version' | 'log' | 'heartbeats' | 'outbound' | 'tlog'>;

/**
 * Sends the heartbeat to every portal of the plant, signed with the plant's key (decisions, "The plant and its
 * surroundings"). The result is that of the worst.
 */
export async function sendHeartbeat(deps: Needs): Promise<HeartbeatResult> {
  const at = deps.now().toISOString();
  const { runner } = deps.store;
  const portals = await readReportedPortals(runner);
  const answers = await Promise.all(
    portals.map(async ({ id, origin }) => {
      const answer = await postHeartbeat(deps, origin);
      if (id !== null) await recordHeartbeat(runner, id, at, answer.result);
      if (answer.result === 'sent') await recordPortalAnswer(runner, origin, answer.knownKey);
      return answer;
    }),
  );
  await followPlans(
    deps,
    answers.map(({ plan }) => plan),
  );
  const worst = answers.find(({ result }) => result !== 'sent')?.result ?? 'sent';
  const result = answers.length === 0 ? 'no-portal' : worst;
  deps.heartbeats.record({ at, result });
  return result;
}

/** How a portal answered. `plan`: whom it wants the log of this plant cosigned by; null: it said nothing about that. */
interface PortalAnswer {
  readonly result: Exclude<HeartbeatResult, 'no-portal'>;
  readonly plan: WitnessPlan | null;
  /** The key by which it knows this plant, base64url; null: it did not say. */
  readonly knownKey: string | null;
}

async function postHeartbeat(deps: Needs, origin: string): Promise<PortalAnswer> {
  const settings = await readPlantSettings(deps.store.runner);
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
  const headers = signPlantCall({ keys: deps.keys, plantUuid: settings.uuid, method, path, body, now });
  const response = await deps.outbound
    .request(new URL(path, origin).href, {
      method,
      body,
      headers: { ...headers, 'content-type': 'application/json' },
      timeoutMs: HEARTBEAT_TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      signal: new AbortController().signal,
    })
    .catch(() => null);
  if (response === null || (response.status >= 300 && response.status <= 399))
    return { result: 'unreachable', plan: null, knownKey: null };
  if (response.status > 299) return { result: 'refused', plan: null, knownKey: null };
  const answer = PlanResponse.safeParse(parseJson(response.bytes)).data;
  return { result: 'sent', plan: answer?.audit ?? null, knownKey: answer?.known_key ?? null };
}

/**
 * Takes the logs and the witnesses the portals name. Witnesses are replaced only when every portal named some: one that
 * is away for an hour must not end the witnessing it arranged.
 */
async function followPlans({ tlog }: Needs, plans: readonly (WitnessPlan | null)[]): Promise<void> {
  for (const plan of plans) for (const log of plan?.logs ?? []) await tlog.watch(log, null);
  if (plans.length > 0 && plans.every((plan) => plan !== null))
    await tlog.setWitnesses(plans.flatMap(({ witnesses }) => witnesses));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
