import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { KeyRing } from '@varco/server-kit/auth/signing-key.ts';
import type { TokenRules } from '@varco/server-kit/auth/token.ts';
import type { ServerApp } from '@varco/server-kit/http/server-app.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { TicketClaims, TicketGrant } from '@varco/server-kit/media/picture-ticket.ts';
import type { PictureStore } from '@varco/server-kit/media/picture-store.ts';
import type { RateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import type { Pool } from 'pg';
import type { PlantStore } from '../store/open-store.ts';
import type { MinistryGateway } from '../features/checks/ministry-gateway.ts';
import type { HeartbeatLog } from '../features/heartbeat/heartbeat-log.ts';
import type { DiskSpace } from '../features/status/disk-space.ts';
import type { IngestViewer } from './ingest-authenticator.ts';
import type { IngestFactsCache } from './ingest-facts.ts';
import type { IngestTally } from './ingest-tally.ts';
import type { IngestRates } from './ingest-rates.ts';
import type { PlantViewer } from './plant-viewer.ts';
import type { TicketViewer } from './ticket-authenticator.ts';
import type { ServerKey } from './server-key.ts';

/** The parties this server knows, by kind of access. */
export interface PlantViewers {
  readonly 'plant-user': PlantViewer;
  readonly 'ingest-key': IngestViewer;
  readonly 'picture-ticket': TicketViewer;
}
export type PlantApp = ServerApp<PlantViewers>;

/** Everything a plant needs from outside; `start.ts` and the tests build it. */
export interface PlantDeps {
  readonly pool: Pool;
  readonly store: PlantStore;
  readonly auditSink: AuditSink;
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
  /** Claims of a genuine picture ticket that has not expired, else null. */
  readonly readPictureTicket: (ticket: string) => TicketClaims | null;
  /** The door to the ministry; null: this plant makes no checks. */
  readonly ministry: MinistryGateway | null;
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
  readonly isTls: boolean;
  readonly isDemo: boolean;
}
