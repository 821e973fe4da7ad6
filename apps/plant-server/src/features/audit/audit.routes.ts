import { countOwnAudit, exportAudit, listOwnAudit, SEARCH_ACTIONS, searchAudit } from '@varco/contract/plant/audit.ts';
import { exportAuditLog, readAuditPage, searchAuditLog } from '@varco/server-kit/audit/audit-log.service.ts';
import { type AuditTables, countOwnEntries } from '@varco/server-kit/audit/audit-read.repository.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { AuditDeps } from './audit.deps.ts';

/** Reads the consultation log: a user's own entries, or all entries for whom may audit the plant (ADR 0008). */
export function auditRoutes(app: PlantApp, deps: AuditDeps): void {
  const db = createDatabase<AuditTables>(deps.pool);

  implement(app, listOwnAudit, async ({ body }, ctx) => {
    const { limit, before, ...filter } = body;
    const actorId = requireActorId(ctx.viewer.actor.id);
    const page = await readAuditPage(db, { ...filter, actorId }, { limit, before });
    await ctx.audit({ count: page.entries.length, detail: { own: true, ...body } });
    return { ...page, totals: null };
  });
  implement(app, countOwnAudit, ({ body }, ctx) =>
    countOwnEntries(db, { actorId: requireActorId(ctx.viewer.actor.id), case: body.case }, SEARCH_ACTIONS),
  );
  implement(app, searchAudit, async ({ body }, ctx) => {
    await requireReason(deps, ctx);
    return searchAuditLog(db, body, ctx);
  });
  implement(app, exportAudit, async ({ body }, ctx) => {
    await requireReason(deps, ctx);
    return exportAuditLog(db, body, ctx);
  });
}

/** Who audits states a reason where the plant asks everybody for one. */
async function requireReason({ store }: AuditDeps, ctx: CallContext<PlantViewer>): Promise<void> {
  checkReason(ctx.reason, await readPlantSettings(store.runner));
}

/** A missing id must be refused: it would match the entries of everybody without an id. */
function requireActorId(id: string | null): string {
  if (id === null) throw new AppError('no_perms');
  return id;
}
