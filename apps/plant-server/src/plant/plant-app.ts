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
import type { AlertDesk } from '../alerts/alert-desk.ts';
import type { ChannelDesk } from '../channels/channel-desk.ts';
import type { ChannelSurroundings } from '../channels/open-channel.ts';
import type { PlantStore } from '../store/open-store.ts';
import type { MinistryGateway } from '../features/checks/ministry-gateway.ts';
import type { HeartbeatLog } from '../features/heartbeat/heartbeat-log.ts';
import type { LookUpDesk } from '../features/look-ups/look-up-desk.ts';
import type { DiskSpace } from '../features/status/disk-space.ts';
import type { DelegationViewer } from './delegation-authenticator.ts';
import type { IngestViewer } from './ingest-authenticator.ts';
import type { IngestFactsCache } from './ingest-facts.ts';
import type { IngestTally } from './ingest-tally.ts';
import type { IngestRates } from './ingest-rates.ts';
import type { PlantViewer } from './plant-viewer.ts';
import type { TicketViewer } from './ticket-authenticator.ts';
import type { ServerKey } from './server-key.ts';

/** Callers of this server, by kind of access. */
export interface PlantViewers {
  readonly 'plant-user': PlantViewer;
  readonly 'ingest-key': IngestViewer;
  readonly 'picture-ticket': TicketViewer;
  readonly 'export-ticket': TicketViewer;
  readonly 'export-delegation': DelegationViewer;
}
export type PlantApp = ServerApp<PlantViewers>;

/** Limits of a plant's look-ups. */
export interface LookUpRules {
  /** Paid look-ups allowed per day for the whole plant. */
  readonly paidPerDay: number;
  /** Days that a registry response is retained. */
  readonly answerDays: number;
}

/** All dependencies of the plant's features; built by `start.ts` and by the tests. */
export interface PlantDeps {
  readonly pool: Pool;
  readonly store: PlantStore;
  readonly auditSink: AuditSink;
  /** Matches reads against the lists, and publishes alerts. */
  readonly alerts: AlertDesk;
  /** Sends alert notifications outside the browser. */
  readonly channels: ChannelDesk;
  readonly channelContext: ChannelSurroundings;
  readonly log: Log;
  /** Current time; the only clock in use. */
  readonly now: () => Date;
  readonly key: ServerKey;
  /** Signing keys of the plant: tokens, heartbeats, checkpoints. */
  readonly keys: KeyRing;
  readonly tokens: TokenRules;
  readonly rates: RateLimiter;
  /** Gates and settings that reads are validated against. */
  readonly ingestFacts: IngestFactsCache;
  readonly ingestRates: IngestRates;
  readonly ingestTally: IngestTally;
  readonly pictures: PictureStore;
  /** Location of the pictures, for other processes. */
  readonly pictureSource: PictureSource;
  /** Folder where exports are built and stored for three days. */
  readonly exportFolder: string;
  readonly exportStartHint: ExpectedExports;
  /** Rules of the export delegation tokens that this plant signs. */
  readonly exportTokens: TokenRules;
  /** Signs a one-use download ticket. */
  readonly signDownload: (grant: TicketGrant) => string;
  readonly readDownloadTicket: (ticket: string) => TicketClaims | null;
  /** Claims of a valid picture ticket that has not expired, else null. */
  readonly readPictureTicket: (ticket: string) => TicketClaims | null;
  /** Access to the ministry; null: this plant makes no checks. */
  readonly ministry: MinistryGateway | null;
  /** Makes look-ups; shared by all calls and jobs of the process. */
  readonly lookUps: LookUpDesk;
  readonly lookUpRules: LookUpRules;
  /** Signs a one-use picture ticket. */
  readonly signPicture: (grant: TicketGrant) => string;
  /** Result of the last heartbeat. */
  readonly heartbeats: HeartbeatLog;
  /** Reads the space of the archive and of the temporary folder. */
  readonly disk: () => Promise<{ readonly archive: DiskSpace; readonly tmp: DiskSpace }>;
  /** Version and build of the server. */
  readonly version: string;
  readonly build: string;
  readonly portalOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Domains that direct e-mails of a list entry may go to (security rules, part 13). */
  readonly alertMailDomains: readonly string[];
  /** Addresses (IP or CIDR) of internal clients: INTERFORCE requests can be approved only from there (P 6). */
  readonly internalAddresses: readonly string[];
  readonly isTls: boolean;
  readonly isDemo: boolean;
}
