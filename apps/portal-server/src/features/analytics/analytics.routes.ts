import { countUse } from '@varco/contract/portal/analytics.ts';
import { toRomeDay, parseInstantMs } from '@varco/domain/time/rome.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { addUse } from './analytics.repository.ts';

/** P 7, T 7.6: usage counters by Rome day. */
export function analyticsRoutes(app: PortalApp, { db }: PortalDeps): void {
  implement(app, countUse, async ({ body }, ctx) => {
    const day = toRomeDay(parseInstantMs(ctx.now()));
    const counts = Object.entries(body.counts).filter(([, n]) => n !== undefined);
    for (const [counter, n] of counts) await addUse(db, counter, day, n ?? 0);
    return { counted: counts.reduce((sum, [, n]) => sum + (n ?? 0), 0) };
  });
}
