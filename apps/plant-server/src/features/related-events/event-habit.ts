import { type EventHabit, selectHabitDays } from '@varco/domain/analysis/related-events.ts';
import { toRomeWallMs } from '@varco/domain/time/rome.ts';
import { readEventHabits } from './event-habits.repository.ts';
import { readFirstHourMs } from '../../plate-index/movements/movements.repository.ts';
import { countReadsByHour } from '../analysis/analysis.public.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';

const DAY_MS = 86_400_000;
/** Days before the first and after the last event that count for habits. */
const HABIT_MARGIN_DAYS = 28;

type EventSpan = Visibility & { readonly gates: readonly number[] };

/** Habits of plates at the events, by plate and event, from what the user may see. */
export async function readHabitsAt(
  runner: Runner,
  events: readonly EventSpan[],
  plates: readonly string[],
  { everything, nowMs }: { readonly everything: Visibility; readonly nowMs: number },
  signal?: AbortSignal,
): Promise<(plate: string, event: number) => EventHabit> {
  const first = (await readFirstHourMs(runner, signal)) ?? nowMs;
  const span = {
    gates: everything.gates,
    fromMs: Math.max(
      everything.fromMs,
      first,
      Math.min(...events.map(({ fromMs }) => fromMs)) - HABIT_MARGIN_DAYS * DAY_MS,
    ),
    toMs: Math.min(everything.toMs, nowMs, Math.max(...events.map(({ toMs }) => toMs)) + HABIT_MARGIN_DAYS * DAY_MS),
  };
  const wall = ({ fromMs, toMs }: Visibility) => ({ fromMs: toRomeWallMs(fromMs), toMs: toRomeWallMs(toMs) });
  const windows = events.map(wall);
  const habitEvents = events.map((event) => ({
    gates: event.gates,
    days: selectHabitDays(wall(event), windows, wall(span)),
  }));
  const allReads = await countReadsByHour(runner, span, signal);
  const shares: number[] = [];
  for (const { gates } of events)
    shares.push(
      gates.length === 0 ? 0 : (await countReadsByHour(runner, { ...span, gates }, signal)) / Math.max(1, allReads),
    );
  const rows = await readEventHabits(runner, span, plates, habitEvents, signal);
  const byKey = new Map(rows.map((row) => [`${row.event} ${row.plate}`, row]));
  return (plate, event) => {
    const { days = 0, reads = 0 } = byKey.get(`${event} ${plate}`) ?? {};
    const { of = 0, length = 1 } = habitEvents[event]?.days ?? {};
    return { comparedDays: of, days, reads, gateShare: Math.min(1, shares[event] ?? 0), length };
  };
}
