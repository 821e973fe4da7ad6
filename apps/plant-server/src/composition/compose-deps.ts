import { verifyTicket, signTicket } from '@varco/server-kit/media/picture-ticket.ts';
import { createOutboundClient, type OutboundOptions } from '@varco/server-kit/outbound/outbound-client.ts';
import { registerJobs } from '@varco/server-kit/jobs/job-store.repository.ts';
import { openTlog } from '@varco/server-kit/tlog/tlog.ts';
import { createRateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import { AlertDispatcher } from '../features/alerts/alert-dispatcher.ts';
import { NotificationDispatcher } from '../features/notifications/notification-dispatcher.ts';
import { createMailConnections } from '../features/notifications/mail-connections.ts';
import type { MinistryDeps, RegistrySettings } from '../features/ministry/guarded-ministry.ts';
import { type Ministry, openMinistry } from '../features/ministry/switched-ministry.ts';
import { readRegistryAccount } from '../settings/registry-account.repository.ts';
import { BUILD_EXPORT } from '../features/exports/build-job.ts';
import { ExportStartHint } from '../features/exports/process/expected-exports.ts';
import { COMPUTE_REVIEW } from '../features/review/review-job.ts';
import { COMMIT_IMPORT } from '../features/imports/commit-job.ts';
import { createHeartbeatLog } from '../features/heartbeat/heartbeat-log.ts';
import { LookUpService } from '../features/look-ups/look-up-service.ts';
import type { PlateIndexClient } from '../plate-index/plate-index-client.ts';
import { openStore } from '../context/open-store.ts';
import { openPortalOrigins } from '../context/portal-origins.ts';
import { readPortalOrigins } from '../features/joining/joined-portals.repository.ts';
import { DailyConfusions } from '../features/cameras/cameras.public.ts';
import { createCameraTally } from '../features/camera-intake/camera-tally.ts';
import { createIngestFactsCache } from '../features/ingest/ingest-facts.ts';
import { createIngestTally } from '../features/ingest/ingest-tally.ts';
import { createIngestRates } from '../features/ingest/ingest-rates.ts';
import { openPlantLimits, type PlantLimits, type PlantLimitsCache } from '../settings/plant-limits.ts';
import type { PlantDeps } from './plant-deps.ts';
import { openKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import { PLANT_KEYS } from '../auth/plant-keys.ts';
import { createServerKey, type ServerKey } from '../auth/server-key.ts';

const DOWNLOAD_TICKET_BACKDATE_S = 60;

/** Rules and settings of the plant's outbound calls. */
interface OutboundSettings extends OutboundOptions {
  /** Host name of the plant, for the message ids of its mails. */
  readonly host: string;
}

/** Dependencies supplied by `start.ts` or by the tests. */
export type ExternalDeps = Omit<
  PlantDeps,
  | 'store'
  | 'tlog'
  | 'alerts'
  | 'channels'
  | 'channelContext'
  | 'key'
  | 'keys'
  | 'tokens'
  | 'rates'
  | 'signPicture'
  | 'readPictureTicket'
  | 'exportTokens'
  | 'signDownload'
  | 'readDownloadTicket'
  | 'limits'
  | 'ingestFacts'
  | 'ingestRates'
  | 'ingestTally'
  | 'cameraTally'
  | 'confusions'
  | 'exportStartHint'
  | 'ministry'
  | 'initialRegistry'
  | 'lookUps'
  | 'heartbeats'
  | 'outbound'
  | 'outboundCidrs'
  | 'portalOrigins'
> & {
  /** Portals of the configuration; those that joined are added. */
  readonly portalOrigins: readonly string[];
  /** What counts while the plant has set nothing else. */
  readonly limitDefaults: PlantLimits;
  readonly registry: RegistrySettings;
  readonly outbound: OutboundSettings;
  readonly secret: Uint8Array;
  readonly plantUuid: string;
  readonly plateIndex: PlateIndexClient;
};

/** Creates what the notification channels share. */
const createChannelContext = (
  key: ServerKey,
  limits: PlantLimitsCache,
  outbound: OutboundSettings,
  isDemo: boolean,
) => ({
  key,
  outbound: createOutboundClient(outbound),
  connections: createMailConnections(),
  listPushServices: () => limits.current().push_services,
  host: outbound.host,
  isDemo,
});

const toIngestRate = ({ ingest_rate: perSecond, ingest_burst: burst }: PlantLimits) => ({ perSecond, burst });

type Tickets = Pick<PlantDeps, 'signDownload' | 'readDownloadTicket' | 'signPicture' | 'readPictureTicket'>;

/** Tickets of pictures and downloads. */
function createTickets(key: ServerKey, now: () => Date): Tickets {
  const pictureKeys = { current: key.subKey('picture-ticket') };
  const downloadKeys = { current: key.subKey('export-ticket') };
  const nowS = (): number => now().getTime() / 1000;
  return {
    // Download tickets use the picture ticket format, which is valid for two minutes; backdating them by a minute makes them
    // valid for one.
    signDownload: (grant) => signTicket(downloadKeys, grant, nowS() - DOWNLOAD_TICKET_BACKDATE_S),
    readDownloadTicket: (ticket) => verifyTicket(downloadKeys, ticket, nowS()),
    signPicture: (grant) => signTicket(pictureKeys, grant, nowS()),
    readPictureTicket: (ticket) => verifyTicket(pictureKeys, ticket, nowS()),
  };
}

interface PlantMinistryNeeds extends Pick<MinistryDeps, 'runner' | 'rates' | 'now' | 'outbound'> {
  readonly key: ServerKey;
  readonly limits: PlantLimitsCache;
}

/** The access to the ministry with the plant's own accounts, else those of `registry`. */
const openPlantMinistry = (
  registry: RegistrySettings,
  { key, limits, ...needs }: PlantMinistryNeeds,
): Promise<Ministry> =>
  openMinistry({
    ...needs,
    timeoutMs: registry.timeoutMs,
    readAccount: () => readRegistryAccount(needs.runner, key, registry),
    readBudget: () => limits.current().registry_checks_per_minute,
    fingerprint: (text) => key.mac('registry-access', text),
  });

/** Creates all remaining dependencies from the database and the server secret. */
export async function createPlantDeps({
  secret,
  plantUuid,
  limitDefaults,
  registry,
  plateIndex,
  outbound,
  portalOrigins,
  ...outside
}: ExternalDeps): Promise<PlantDeps> {
  // Before the first call that enqueues one.
  await registerJobs(outside.pool, [BUILD_EXPORT, COMMIT_IMPORT, COMPUTE_REVIEW]);
  const store = await openStore(outside.pool, outside.now().getTime(), plateIndex);
  const key = createServerKey(secret);
  const keys = await openKeyRing(outside.pool, key, PLANT_KEYS);
  const issuer = `varco-plant:${plantUuid}`;
  const who = { host: outbound.host, uuid: plantUuid };
  const rates = createRateLimiter({ pool: outside.pool, secret: key.subKey('rate-counter') });
  const limits = await openPlantLimits(limitDefaults, store.runner);
  const sharedContext = createChannelContext(key, limits, outbound, outside.isDemo);
  const channels = new NotificationDispatcher({
    ...{ ...outside, limits, rates, runner: store.runner, channelContext: sharedContext },
  });
  const alerts = new AlertDispatcher({ ...outside, onPublished: channels.onAlertsPublished });
  // The lists are loaded before the first read is accepted.
  await alerts.lists.current();
  const { now, log, auditSink, pool } = outside;
  const ministry = await openPlantMinistry(registry, {
    ...{ key, limits, rates, now, runner: store.runner, outbound: sharedContext.outbound },
  });
  return {
    ...outside,
    limits,
    outbound: sharedContext.outbound,
    outboundCidrs: outbound.allowedCidrs,
    ministry,
    initialRegistry: registry,
    lookUps: new LookUpService({ runner: store.runner, ministry, key, auditSink, log, now }),
    tlog: await openTlog({ ...who, pool, log, now, sealer: key, outbound: sharedContext.outbound }),
    heartbeats: createHeartbeatLog(),
    portalOrigins: await openPortalOrigins(portalOrigins, () => readPortalOrigins(store.runner)),
    store,
    alerts,
    channels,
    channelContext: sharedContext,
    key,
    keys,
    tokens: { keys, type: 'plant+jwt', issuer, audience: issuer },
    exportTokens: { keys, type: 'export+jwt', issuer, audience: issuer },
    ...createTickets(key, now),
    rates,
    ingestFacts: createIngestFactsCache(store.runner),
    ingestRates: createIngestRates(() => toIngestRate(limits.current()), outside.now),
    ingestTally: createIngestTally(store.runner, outside.now),
    confusions: new DailyConfusions(store.runner),
    cameraTally: createCameraTally(store.runner, outside.now),
    exportStartHint: new ExportStartHint(),
  };
}
