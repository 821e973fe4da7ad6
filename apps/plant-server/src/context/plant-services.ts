import type { ServerKey } from '../auth/server-key.ts';
import type { PlantLimitsCache } from '../settings/plant-limits.ts';
import type { PlantStore } from './open-store.ts';
import type { PortalOrigins } from './portal-origins.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { DiskGuard } from '@varco/server-kit/disk/disk-guard.ts';
import type { LiveKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import type { TokenRules } from '@varco/server-kit/auth/token.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { PictureSource } from '@varco/server-kit/media/picture-source.ts';
import type { PictureStore } from '@varco/server-kit/media/picture-store.ts';
import type { TicketClaims, TicketGrant } from '@varco/server-kit/media/picture-ticket.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import type { Tlog } from '@varco/server-kit/tlog/tlog.ts';
import type { RateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import type { Pool } from 'pg';

/** What every subject may use: the database, the clock, the log, the keys. Each picks what it needs in its `*.deps.ts`. */
export interface PlantServices {
  readonly pool: Pool;
  readonly store: PlantStore;
  readonly auditSink: AuditSink;
  /** The published log, and this plant as a witness of others. */
  readonly tlog: Tlog;
  readonly log: Log;
  /** Refuses writes that would use up the reserve of a disk. */
  readonly diskGuard: DiskGuard;
  /** Current time; the only clock in use. */
  readonly now: () => Date;
  readonly key: ServerKey;
  /** Signing keys of the plant: tokens and heartbeats. */
  readonly keys: LiveKeyRing;
  readonly tokens: TokenRules;
  readonly rates: RateLimiter;
  /** Every outgoing call. */
  readonly outbound: OutboundClient;
  /** Inner ranges this plant may call, for other processes. */
  readonly outboundCidrs: readonly string[];
  readonly pictures: PictureStore;
  /** Location of the pictures, for other processes. */
  readonly pictureSource: PictureSource;
  /** Folder where exports are built and stored for three days. */
  readonly exportFolder: string;
  /** Rules of the export delegation tokens that this plant signs. */
  readonly exportTokens: TokenRules;
  /** Signs a one-use download ticket. */
  readonly signDownload: (grant: TicketGrant) => string;
  readonly readDownloadTicket: (ticket: string) => TicketClaims | null;
  /** Claims of a valid picture ticket that has not expired, else null. */
  readonly readPictureTicket: (ticket: string) => TicketClaims | null;
  /** Signs a one-use picture ticket. */
  readonly signPicture: (grant: TicketGrant) => string;
  /** Version and build of the server. */
  readonly version: string;
  readonly build: string;
  readonly portalOrigins: PortalOrigins;
  readonly trustedProxies: readonly string[];
  /** Limits and allowed addresses that the plant's administrators may change. */
  readonly limits: PlantLimitsCache;
  /** Addresses (IP or CIDR) of internal clients: INTERFORCE requests can be approved only from there (P 6). */
  readonly internalAddresses: readonly string[];
  readonly isTls: boolean;
  readonly isDemo: boolean;
}
