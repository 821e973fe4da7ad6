import { readTicket, signTicket } from '@varco/server-kit/media/picture-ticket.ts';
import { createRateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import { openMinistry, type RegistrySettings } from '../features/checks/open-ministry.ts';
import { createHeartbeatLog } from '../features/heartbeat/heartbeat-log.ts';
import type { PlateIndexDoor } from '../plate-index/open-plate-index.ts';
import { openStore } from '../store/open-store.ts';
import { createIngestFacts } from './ingest-facts.ts';
import { createIngestTally } from './ingest-tally.ts';
import { createIngestRates, type IngestRate } from './ingest-rates.ts';
import type { PlantDeps } from './plant-app.ts';
import { loadPlantKeys } from './plant-keys.ts';
import { createServerKey } from './server-key.ts';

/** What `start.ts` and the tests bring along. */
export type Outside = Omit<
  PlantDeps,
  | 'store'
  | 'key'
  | 'keys'
  | 'tokens'
  | 'rates'
  | 'signPicture'
  | 'readPictureTicket'
  | 'ingestFacts'
  | 'ingestRates'
  | 'ingestTally'
  | 'ministry'
  | 'heartbeats'
> & {
  /** Reads a camera key may send. */
  readonly ingestRate: IngestRate;
  readonly registry: RegistrySettings;
  readonly secret: Uint8Array;
  readonly plantUuid: string;
  readonly plateIndex: PlateIndexDoor;
};

/** Everything else a plant needs, made from its database and its secret. */
export async function composeDeps({
  secret,
  plantUuid,
  ingestRate,
  registry,
  plateIndex,
  ...outside
}: Outside): Promise<PlantDeps> {
  const store = await openStore(outside.pool, outside.now().getTime(), plateIndex);
  const key = createServerKey(secret);
  const keys = await loadPlantKeys(store.runner, key);
  const party = `varco-plant:${plantUuid}`;
  const ticketKeys = { current: key.subKey('picture-ticket') };
  const rates = createRateLimiter({ pool: outside.pool, secret: key.subKey('rate-counter') });
  const fingerprint = (text: string): string => key.mac('registry-access', text);
  return {
    ...outside,
    ministry: await openMinistry(registry, { runner: store.runner, rates, now: outside.now, fingerprint }),
    heartbeats: createHeartbeatLog(),
    store,
    key,
    keys,
    tokens: { keys, type: 'plant+jwt', issuer: party, audience: party },
    rates,
    ingestFacts: createIngestFacts(store.runner),
    ingestRates: createIngestRates(ingestRate, outside.now),
    ingestTally: createIngestTally(store.runner, outside.now),
    readPictureTicket: (ticket) => readTicket(ticketKeys, ticket, outside.now().getTime() / 1000),
    signPicture: (grant) => signTicket(ticketKeys, grant, outside.now().getTime() / 1000),
  };
}
