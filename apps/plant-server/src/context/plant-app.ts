import type { ExpectedExports } from '../features/exports/process/expected-exports.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { KeyRing } from '@varco/server-kit/auth/signing-key.ts';
import type { TokenRules } from '@varco/server-kit/auth/token.ts';
import type { ServerApp } from '@varco/server-kit/http/server-app.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { TicketClaims, TicketGrant } from '@varco/server-kit/media/picture-ticket.ts';
import type { PictureSource } from '@varco/server-kit/media/picture-source.ts';
import type { PictureStore } from '@varco/server-kit/media/picture-store.ts';
import type { RateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import type { Pool } from 'pg';
import type { AlertDesk } from '../features/alerts/alert-desk.ts';
import type { ChannelDesk } from '../features/notifications/channel-desk.ts';
import type { ChannelSurroundings } from '../features/notifications/open-channel.ts';
import type { PlantStore } from './open-store.ts';
import type { MinistryGateway } from '../features/ministry/ministry-gateway.ts';
import type { HeartbeatLog } from '../features/heartbeat/heartbeat-log.ts';
import type { LookUpDesk } from '../features/look-ups/look-up-desk.ts';
import type { DiskSpace } from '../features/status/disk-space.ts';
import type { DelegationViewer } from '../auth/delegation-authenticator.ts';
import type { IngestViewer } from '../auth/ingest-authenticator.ts';
import type { IngestFactsCache } from '../features/ingest/ingest-facts.ts';
import type { IngestTally } from '../features/ingest/ingest-tally.ts';
import type { IngestRates } from '../features/ingest/ingest-rates.ts';
import type { PlantViewer } from '../auth/plant-viewer.ts';
import type { TicketViewer } from '../auth/ticket-authenticator.ts';
import type { ServerKey } from '../auth/server-key.ts';

/** The parties this server knows, by kind of access. */
export interface PlantViewers {
  readonly 'plant-user': PlantViewer;
  readonly 'ingest-key': IngestViewer;
  readonly 'picture-ticket': TicketViewer;
  readonly 'export-ticket': TicketViewer;
  readonly 'export-delegation': DelegationViewer;
}
export type PlantApp = ServerApp<PlantViewers>;

/** What a plant allows of look-ups. */
export interface LookUpRules {
  /** Paid ones of the whole plant in a day. */
  readonly paidPerDay: number;
  /** Days an answer is kept. */
  readonly answerDays: number;
}

/** Everything a plant needs from outside; `start.ts` and the tests build it. */
export interface PlantDeps {
  readonly pool: Pool;
  readonly store: PlantStore;
  readonly auditSink: AuditSink;
  /** Lists in memory, and what they raise. */
  readonly alerts: AlertDesk;
  /** Tells people outside of the browser what was raised. */
  readonly channels: ChannelDesk;
  readonly channelSurroundings: ChannelSurroundings;
  readonly log: Log;
  /** The only clock. */
  readonly now: () => Date;
  readonly key: ServerKey;
  /** Keys of the plant: tokens, heartbeats, signed notes. */
  readonly keys: KeyRing;
  readonly tokens: TokenRules;
  readonly rates: RateLimiter;
  /** Gates and settings that reads are held against. */
  readonly ingestFacts: IngestFactsCache;
  readonly ingestRates: IngestRates;
  readonly ingestTally: IngestTally;
  readonly pictures: PictureStore;
  /** The same, for other processes. */
  readonly pictureSource: PictureSource;
  /** Where exports are made and kept for their three days. */
  readonly exportFolder: string;
  readonly expectedExports: ExpectedExports;
  /** Leave to export, as this plant signs it. */
  readonly exportTokens: TokenRules;
  /** A new one-use ticket of a download, and the claims of a genuine one. */
  readonly signDownload: (grant: TicketGrant) => string;
  readonly readDownloadTicket: (ticket: string) => TicketClaims | null;
  /** Claims of a genuine picture ticket that has not expired, else null. */
  readonly readPictureTicket: (ticket: string) => TicketClaims | null;
  /** The door to the ministry; null: this plant makes no checks. */
  readonly ministry: MinistryGateway | null;
  /** Makes look-ups; one for all calls and chores of the process. */
  readonly lookUps: LookUpDesk;
  readonly lookUpRules: LookUpRules;
  /** A new one-use picture ticket. */
  readonly signPicture: (grant: TicketGrant) => string;
  /** How the portal took the last heartbeat. */
  readonly heartbeats: HeartbeatLog;
  /** Space of the archive and of the temporary folder. */
  readonly disk: () => Promise<{ readonly archive: DiskSpace; readonly tmp: DiskSpace }>;
  /** Version and build of the program. */
  readonly version: string;
  readonly build: string;
  readonly portalOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Domains direct e-mails of a list may go to (security rules, part 13). */
  readonly alertMailDomains: readonly string[];
  /** Addresses (IP or CIDR) of internal clients: only from there somebody is enabled for the INTERFORCE list (P 6). */
  readonly internalAddresses: readonly string[];
  readonly isTls: boolean;
  readonly isDemo: boolean;
}
