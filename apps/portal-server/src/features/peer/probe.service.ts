import { plantAddressKey } from '@varco/domain/plants/plant-address.ts';
import type { PortalDeps } from '../../deps.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import { noteReached, peersToProbe } from './peer.queries.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;
const AT_ONCE = 16;

/**
 * Asks every enabled plant for its health, some at a time. Any answer below 500 means it can be reached (P 4, readings
 * ); its clock comes with the answer. A plant that does not answer just stops being reachable.
 */
export async function probePeers(
  deps: Pick<PortalDeps, 'db' | 'now' | 'log' | 'publicOrigin'>,
  client: OutboundClient,
  signal: AbortSignal,
): Promise<void> {
  const ownKey = plantAddressKey(deps.publicOrigin);
  // The portal never asks itself in the name of a plant, whoever put its address into the registry.
  const waiting = (await peersToProbe(deps.db)).filter(({ url }) => plantAddressKey(url) !== ownKey);
  const worker = async (): Promise<void> => {
    for (let peer = waiting.shift(); peer !== undefined; peer = waiting.shift()) {
      if (signal.aborted) return;
      const answer = await client
        .get(`${peer.url}/health`, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal })
        .catch((error: unknown) => {
          deps.log.debug('plant not reached', { plantId: peer?.uuid ?? null, error });
          return null;
        });
      if (answer !== null && answer.status < 500)
        await noteReached(deps.db, peer.id, answer.date, deps.now().toISOString());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
