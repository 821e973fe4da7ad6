import { portalSystemLog } from '@varco/contract/portal/system-log.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import type { SystemEventTables } from '@varco/server-kit/events/system-event.repository.ts';
import { readSystemLogPage } from '@varco/server-kit/events/system-log.service.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';

/** The system log of the portal, for administrators. */
export function systemLogRoutes(app: PortalApp, deps: Pick<PortalDeps, 'pool'>): void {
  const db = createDatabase<SystemEventTables>(deps.pool);
  implement(app, portalSystemLog, ({ query }) => readSystemLogPage(db, query));
}
