import { countUse } from '@varco/contract/portal/analytics.ts';
import { toRomeDay, parseInstantMs } from '@varco/domain/time/rome.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { sql } from 'kysely';
import type { PortalApp, PortalDeps } from '../../deps.ts';

/** P 7, T 7.6: usage counters by Rome day. */
export function analyticsRoutes(app: PortalApp, { db }: PortalDeps): void {
  implement(app, countUse, async ({ body }, ctx) => {
    const day = toRomeDay(parseInstantMs(ctx.now()));
    const counts = Object.entries(body.counts).filter(([, n]) => n !== undefined);
    for (const [counter, n] of counts)
      await sql`insert into use_counter (counter, day, n) values (${counter}, ${day}::date, ${n})
        on conflict (counter, day) do update set n = use_counter.n + excluded.n`.execute(db);
    return { counted: counts.reduce((sum, [, n]) => sum + (n ?? 0), 0) };
  });
}
