import type { ServerKey } from '../auth/server-key.ts';
import type { PlantStore } from './open-store.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { KeyRing } from '@varco/server-kit/auth/signing-key.ts';
import type { TokenRules } from '@varco/server-kit/auth/token.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { PictureSource } from '@varco/server-kit/media/picture-source.ts';
import type { PictureStore } from '@varco/server-kit/media/picture-store.ts';
import type { TicketClaims, TicketGrant } from '@varco/server-kit/media/picture-ticket.ts';
import type { RateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import type { Pool } from 'pg';

/** What every subject may use: the database, the clock, the log, the keys. Each picks what it needs in its `*.deps.ts`. */
export interface PlantServices {
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
  readonly pictures: PictureStore;
  /** The same, for other processes. */
  readonly pictureSource: PictureSource;
  /** Where exports are made and kept for their three days. */
  readonly exportFolder: string;
  /** Leave to export, as this plant signs it. */
  readonly exportTokens: TokenRules;
  /** A new one-use ticket of a download, and the claims of a genuine one. */
  readonly signDownload: (grant: TicketGrant) => string;
  readonly readDownloadTicket: (ticket: string) => TicketClaims | null;
  /** Claims of a genuine picture ticket that has not expired, else null. */
  readonly readPictureTicket: (ticket: string) => TicketClaims | null;
  /** A new one-use picture ticket. */
  readonly signPicture: (grant: TicketGrant) => string;
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
