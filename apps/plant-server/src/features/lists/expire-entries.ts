import { buildSystemOrigin } from '../../context/system-origin.ts';
import type { ListsDeps } from './lists.deps.ts';
import { disableExpired } from './expired-entries.repository.ts';
import { inTransaction } from '../../database/pg-runner.ts';

/** Disables entries past their expiry (issue "Lists": automatic disabling). Writes one audit entry per run that disabled any. */
export async function disableExpiredEntries({
  pool,
  auditSink,
  now,
}: Pick<ListsDeps, 'pool' | 'auditSink' | 'now'>): Promise<void> {
  const at = now().toISOString();
  await inTransaction(pool, async (runner) => {
    const blacklist = await disableExpired(runner, 'blacklist_entry', at);
    const whitelist = await disableExpired(runner, 'whitelist_entry', at);
    const count = blacklist.length + whitelist.length;
    if (count === 0) return;
    await auditSink.record({
      action: 'blacklist.expire',
      outcome: 'ok',
      ...buildSystemOrigin('lists'),
      count,
      detail: {
        blacklist: blacklist.slice(0, 1000),
        whitelist: whitelist.slice(0, 1000),
      },
    });
  });
}
