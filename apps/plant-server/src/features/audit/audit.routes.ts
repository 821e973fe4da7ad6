import { countOwnAudit, listOwnAudit, SEARCH_ACTIONS, searchAudit } from '@varco/contract/plant/audit.ts';
import { toAuditLogEntry } from '@varco/server-kit/audit/audit.view.ts';
import {
  type AuditTables,
  countOwnEntries,
  type EntryFilter,
  readEntries,
} from '@varco/server-kit/audit/audit-read.repository.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { AuditDeps } from './audit.deps.ts';

/** Reads the audit log (decisions, Accountability): a user's own entries, or all entries for administrators. */
export function auditRoutes(app: PlantApp, deps: Pick<AuditDeps, 'pool'>): void {
  const db = createDatabase<AuditTables>(deps.pool);
  const readPage = async (filter: EntryFilter) => {
    const { rows, hasMore } = await readEntries(db, filter);
    const entries = rows.map(toAuditLogEntry);
    const last = entries.at(-1);
    return { entries, next: hasMore && last !== undefined ? { epoch: last.epoch, seq: last.seq } : null };
  };

  implement(app, listOwnAudit, async ({ body }, ctx) => {
    const page = await readPage({ ...body, actorId: requireActorId(ctx.viewer.actor.id) });
    await ctx.audit({ count: page.entries.length, detail: { own: true, ...body } });
    return page;
  });
  implement(app, countOwnAudit, ({ body }, ctx) =>
    countOwnEntries(db, { actorId: requireActorId(ctx.viewer.actor.id), case: body.case }, SEARCH_ACTIONS),
  );
  implement(app, searchAudit, async ({ body }, ctx) => {
    const page = await readPage(body);
    await ctx.audit({ count: page.entries.length, detail: { own: false, ...body } });
    return page;
  });
}

/** A missing id must be refused: it would match the entries of everybody without an id. */
function requireActorId(id: string | null): string {
  if (id === null) throw new AppError('no_perms');
  return id;
}
