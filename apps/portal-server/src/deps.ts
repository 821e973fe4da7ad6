import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { ServerApp } from '@varco/server-kit/http/server-app.ts';
import type { DiskGuard } from '@varco/server-kit/disk/disk-guard.ts';
import type { LiveKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import type { TokenRules } from '@varco/server-kit/auth/token.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { Tlog } from '@varco/server-kit/tlog/tlog.ts';
import type { RateLimiter, RateRule } from '@varco/server-kit/rate/rate-limiter.ts';
import type { Pool } from 'pg';
import type { CookieViewer, KeyViewer, PlantViewer, PortalViewer, RecoveryViewer } from './auth/portal-viewer.ts';
import type { ConcurrencyLimit } from '@varco/server-kit/process/limit-concurrency.ts';
import type { ProofHasher } from './auth/proof-hasher.ts';
import type { ServerKey } from './auth/server-key.ts';
import type { Db } from './db.ts';
import type { PartStore } from './features/exports/part-store.ts';
import type { PortalSettingsCache } from './features/settings/portal-settings.ts';
import type { CspOptions } from './features/web-app/web-app.csp.ts';

/** The authenticated callers of this server, by kind of access. */
export interface PortalViewers {
  readonly 'portal-user': PortalViewer;
  readonly 'refresh-cookie': CookieViewer;
  readonly 'recovery-token': RecoveryViewer;
  readonly 'plant-signature': PlantViewer;
  readonly 'export-cookie': PlantViewer;
  readonly 'portal-key': KeyViewer;
}

export interface ExportSettings {
  readonly store: PartStore;
  /** Limits the calls that write or hash parts at the same time. */
  readonly limitWrites: ConcurrencyLimit;
  /** Rate of starting exports; default: the standard rate. */
  readonly rate?: RateRule;
}
export type PortalApp = ServerApp<PortalViewers>;

/** External dependencies of the portal; created by `main.ts` and by the tests. */
export interface PortalDeps {
  readonly db: Db;
  /** The same connections, for the few prepared statements that run at every sign-in and refresh. */
  readonly pool: Pool;
  readonly auditSink: AuditSink;
  /** The published log, and the portal as a witness of plants. */
  readonly tlog: Tlog;
  readonly log: Log;
  /** Refuses writes that would use up the reserve of a disk. */
  readonly diskGuard: DiskGuard;
  /** The only clock. */
  readonly now: () => Date;
  readonly key: ServerKey;
  /** Signing keys of the portal: tokens and joining. */
  readonly keys: LiveKeyRing;
  readonly hasher: ProofHasher;
  /** Keys, issuer and audience of the access tokens. */
  readonly tokens: TokenRules;
  readonly rates: RateLimiter;
  /** Domains, second factor, maps, mail server: what administrators may change. */
  readonly settings: PortalSettingsCache;
  /** Address of the portal as browsers see it: scheme, host, port. */
  readonly publicOrigin: string;
  readonly trustedProxies: readonly string[];
  /** Private or loopback ranges in which the portal may call plants. */
  readonly outboundCidrs: readonly string[];
  /** Addresses that may see metrics and health details. */
  readonly monitors: readonly string[];
  readonly isDemo: boolean;
  readonly csp: CspOptions;
  /** Storage of export parts and files. */
  readonly exports: ExportSettings;
  /** Folder in which an administrator of the machine puts the archive of streets. */
  readonly mapDir: string;
  /** Folder of the built web app. */
  readonly webDist: string;
}
