import type { ListsDeps } from './lists.deps.ts';
import { inTransaction } from '../../database/pg-runner.ts';

const SYSTEM_ACTOR = { kind: 'system', id: null, name: 'lists', group: null, level: null, session: null } as const;

/** Disables entries past their expiry (issue "Lists": automatic disabling). Writes one audit entry per run that disabled any. */
export async function disableExpiredEntries({
  pool,
  auditSink,
  now,
}: Pick<ListsDeps, 'pool' | 'auditSink' | 'now'>): Promise<void> {
  const at = now().toISOString();
  await inTransaction(pool, async (runner) => {
    const disable = (table: string) =>
      runner.run<{ id: number }>({
        text: `update ${table} set is_enabled = false, ver = ver + 1, updated_at = $1
          where is_enabled and expires_at <= $1::timestamptz returning id`,
        values: [at],
      });
    const blacklist = await disable('blacklist_entry');
    const whitelist = await disable('whitelist_entry');
    const count = blacklist.length + whitelist.length;
    if (count === 0) return;
    await auditSink.record({
      action: 'blacklist.expire',
      outcome: 'ok',
      actor: SYSTEM_ACTOR,
      from: { ip: null, client: null },
      req: null,
      count,
      detail: {
        blacklist: blacklist.map(({ id }) => id).slice(0, 1000),
        whitelist: whitelist.map(({ id }) => id).slice(0, 1000),
      },
    });
  });
}
