import { readDeletionCalendar, readDeletionDay } from '@varco/contract/plant/deletions.ts';
import { MAX_RETENTION_DAYS } from '@varco/contract/plant/settings.ts';
import { addDays, parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { readCalendar, readDay } from './deletion-calendar.ts';
import type { RetentionDeps } from './retention.deps.ts';

/** What will be deleted when. A day before today is refused: what was deleted then stands in the consultation log. */
export function deletionRoutes(app: PlantApp, deps: Pick<RetentionDeps, 'store' | 'limits' | 'key'>): void {
  implement(app, readDeletionCalendar, async ({ query }, ctx) => {
    const nowMs = parseInstantMs(ctx.now());
    const { days, from = toRomeDay(nowMs) } = query;
    requireComingDay(from, nowMs, 'from');
    return readCalendar(deps, { from, days, nowMs }, ctx.signal);
  });

  implement(app, readDeletionDay, async ({ params: { day } }, ctx) => {
    requireComingDay(day, parseInstantMs(ctx.now()), 'day');
    return { day, kinds: [...(await readDay(deps, day, ctx.signal))] };
  });
}

/** Today or later, and no later than the longest term there can be. */
function requireComingDay(day: string, nowMs: number, field: string): void {
  const today = toRomeDay(nowMs);
  if (day < today || day > addDays(today, MAX_RETENTION_DAYS))
    throw new AppError('bad_request', { sub: 'invalid_field', field });
}
