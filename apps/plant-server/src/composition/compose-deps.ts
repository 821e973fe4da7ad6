import { readTicket, signTicket } from '@varco/server-kit/media/picture-ticket.ts';
import { createOutboundClient, type OutboundOptions } from '@varco/server-kit/outbound/outbound-client.ts';
import { createRateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import { AlertDesk } from '../features/alerts/alert-desk.ts';
import { ChannelDesk } from '../features/notifications/channel-desk.ts';
import { createMailConnections } from '../features/notifications/mail-connections.ts';
import { openMinistry, type RegistrySettings } from '../features/ministry/open-ministry.ts';
import { ExpectedExports } from '../features/exports/process/expected-exports.ts';
import { createHeartbeatLog } from '../features/heartbeat/heartbeat-log.ts';
import { LookUpDesk } from '../features/look-ups/look-up-desk.ts';
import type { PlateIndexDoor } from '../plate-index/open-plate-index.ts';
import { openStore } from '../context/open-store.ts';
import { createIngestFacts } from '../features/ingest/ingest-facts.ts';
import { createIngestTally } from '../features/ingest/ingest-tally.ts';
import { createIngestRates, type IngestRate } from '../features/ingest/ingest-rates.ts';
import type { PlantDeps } from './plant-deps.ts';
import { loadPlantKeys } from '../auth/plant-keys.ts';
import { createServerKey } from '../auth/server-key.ts';

const DOWNLOAD_EARLIER_S = 60;

/** Where this plant may call, and how it is called. */
interface OutboundSettings extends OutboundOptions {
  /** Push services a browser may name. */
  readonly pushServices: readonly string[];
  /** Host of the plant, for the ids of its mails. */
  readonly host: string;
}

/** What `start.ts` and the tests bring along. */
export type Outside = Omit<
  PlantDeps,
  | 'store'
  | 'alerts'
  | 'channels'
  | 'channelSurroundings'
  | 'key'
  | 'keys'
  | 'tokens'
  | 'rates'
  | 'signPicture'
  | 'readPictureTicket'
  | 'exportTokens'
  | 'signDownload'
  | 'readDownloadTicket'
  | 'ingestFacts'
  | 'ingestRates'
  | 'ingestTally'
  | 'expectedExports'
  | 'ministry'
  | 'lookUps'
  | 'heartbeats'
> & {
  /** Reads a camera key may send. */
  readonly ingestRate: IngestRate;
  readonly registry: RegistrySettings;
  readonly outbound: OutboundSettings;
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
  outbound,
  ...outside
}: Outside): Promise<PlantDeps> {
  const store = await openStore(outside.pool, outside.now().getTime(), plateIndex);
  const key = createServerKey(secret);
  const keys = await loadPlantKeys(store.runner, key);
  const party = `varco-plant:${plantUuid}`;
  const ticketKeys = { current: key.subKey('picture-ticket') };
  const downloadKeys = { current: key.subKey('export-ticket') };
  const rates = createRateLimiter({ pool: outside.pool, secret: key.subKey('rate-counter') });
  const around = {
    key,
    outbound: createOutboundClient(outbound),
    connections: createMailConnections(),
    pushServices: outbound.pushServices,
    host: outbound.host,
    isDemo: outside.isDemo,
  };
  const channels = new ChannelDesk({ ...outside, runner: store.runner, rates, around });
  const alerts = new AlertDesk({ ...outside, onTold: channels.told });
  // No read is taken before every list is here.
  await alerts.lists.current();
  const fingerprint = (text: string): string => key.mac('registry-access', text);
  const { now, log, auditSink } = outside;
  const { runner } = store;
  const ministry = await openMinistry(registry, { runner, rates, now, fingerprint });
  return {
    ...outside,
    ministry,
    lookUps: new LookUpDesk({ runner, ministry, key, auditSink, log, now }),
    heartbeats: createHeartbeatLog(),
    store,
    alerts,
    channels,
    channelSurroundings: around,
    key,
    keys,
    tokens: { keys, type: 'plant+jwt', issuer: party, audience: party },
    exportTokens: { keys, type: 'export+jwt', issuer: party, audience: party },
    // A download has a minute; tickets of pictures, which these are made like, have two.
    signDownload: (grant) => signTicket(downloadKeys, grant, outside.now().getTime() / 1000 - DOWNLOAD_EARLIER_S),
    readDownloadTicket: (ticket) => readTicket(downloadKeys, ticket, outside.now().getTime() / 1000),
    rates,
    ingestFacts: createIngestFacts(store.runner),
    ingestRates: createIngestRates(ingestRate, outside.now),
    ingestTally: createIngestTally(store.runner, outside.now),
    expectedExports: new ExpectedExports(),
    readPictureTicket: (ticket) => readTicket(ticketKeys, ticket, outside.now().getTime() / 1000),
    signPicture: (grant) => signTicket(ticketKeys, grant, outside.now().getTime() / 1000),
  };
}
