import { exportPortalAudit, searchPortalAudit } from '@varco/contract/portal/audit.ts';
import { exportAuditLog, searchAuditLog } from '@varco/server-kit/audit/audit-log.service.ts';
import type { AuditTables } from '@varco/server-kit/audit/audit-read.repository.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';

/** The portal's own log, for whom may audit the portal (ADR 0008). */
export function auditRoutes(app: PortalApp, deps: Pick<PortalDeps, 'pool'>): void {
  const db = createDatabase<AuditTables>(deps.pool);
  implement(app, searchPortalAudit, ({ body }, ctx) => searchAuditLog(db, body, ctx));
  implement(app, exportPortalAudit, ({ body }, ctx) => exportAuditLog(db, body, ctx));
}
