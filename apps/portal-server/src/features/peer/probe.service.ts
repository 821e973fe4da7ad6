import { buildPlantAddressKey } from '@varco/domain/plants/plant-address.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { PortalDeps } from '../../deps.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { recordReached, findPeersToProbe } from './peer.repository.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;
const MAX_CONCURRENT_PROBES = 16;

/**
 * Requests the health of every enabled plant, several at a time. Any response below 500 means that it is reachable (P
 * 4, readings ); its clock comes with the response. An unresponsive plant just stops being reachable.
 * @param was which plants responded the last time, by uuid; passed from call to call, so that only changes are logged
 */
export async function probePeers(
  deps: Pick<PortalDeps, 'db' | 'now' | 'log' | 'publicOrigin'>,
  client: OutboundClient,
  signal: AbortSignal,
  was: Map<string, boolean> = new Map(),
): Promise<void> {
  const ownKey = buildPlantAddressKey(deps.publicOrigin);
  // The portal must not call itself, whoever registered its address as a plant.
  const waiting = (await findPeersToProbe(deps.db)).filter(({ url }) => buildPlantAddressKey(url) !== ownKey);
  const worker = async (): Promise<void> => {
    for (let peer = waiting.shift(); peer !== undefined; peer = waiting.shift()) {
      if (signal.aborted) return;
      const answer = await client
        .get(`${peer.url}/health`, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal })
        .catch((error: unknown) => {
          deps.log.debug('plant not reached', { plantId: peer?.uuid ?? null, error });
          return null;
        });
      if (signal.aborted) return;
      const isThere = answer !== null && answer.status < 500;
      if (isThere) await recordReached(deps.db, peer.id, answer.date, deps.now().toISOString());
      logChange(deps.log, peer.uuid, was, isThere);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_PROBES }, worker));
}

/** The first response of a plant after a start is not logged; a missing one is. */
function logChange(log: Log, plantId: string, was: Map<string, boolean>, isThere: boolean): void {
  const before = was.get(plantId);
  was.set(plantId, isThere);
  if (before === isThere || (before === undefined && isThere)) return;
  if (isThere) log.info('plant reached again', { plantId });
  else log.warn('plant not reachable', { plantId });
}
