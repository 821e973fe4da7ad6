import { plantSystemLog } from '@varco/contract/plant/system-log.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import type { SystemEventTables } from '@varco/server-kit/events/system-event.repository.ts';
import { readSystemLogPage } from '@varco/server-kit/events/system-log.service.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { StatusDeps } from './status.deps.ts';

/** System log of the plant, for administrators. */
export function systemLogRoutes(app: PlantApp, deps: Pick<StatusDeps, 'pool'>): void {
  const db = createDatabase<SystemEventTables>(deps.pool);
  implement(app, plantSystemLog, ({ query }) => readSystemLogPage(db, query));
}
