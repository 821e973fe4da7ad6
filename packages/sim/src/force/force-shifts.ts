import { getDayKind } from '@varco/domain/analysis/day-kind.ts';
import type { ForceMember } from './force-people.ts';

/** Hours of work of a day, from and to; `to` may lie on the next day. */
export interface Shift {
  readonly from: number;
  readonly to: number;
}

/** Rota of five days: morning, afternoon, evening, night, free. */
const ROTA: readonly (Shift | null)[] = [
  { from: 7, to: 13 },
  { from: 13, to: 19 },
  { from: 19, to: 25 },
  { from: 25, to: 31 },
  null,
];
/** Rota of four days of a control room: day, night, two free days. */
const CONTROL_ROTA: readonly (Shift | null)[] = [{ from: 7, to: 19 }, { from: 19, to: 31 }, null, null];
const NIGHT: Shift = { from: 22, to: 30 };
const OFFICE: Shift = { from: 8, to: 16 };
/** Two weeks of leave, twice in the year. */
const LEAVE_DAYS = 14;

/** The shift of a day; null: not at work. `changeDay`: from then on somebody with a new shift works nights. */
export function findShift(member: ForceMember, day: number, changeDay: number): Shift | null {
  const { job, turn, honest } = member;
  const dayOfHalf = (day + turn * 31) % 182;
  if (dayOfHalf < LEAVE_DAYS) return null;
  if (honest === 'night') return day % 3 === turn % 3 ? null : NIGHT;
  if (honest === 'new-shift' && day >= changeDay) return day % 3 === 0 ? null : NIGHT;
  if (honest === 'new-shift') return getDayKind(day) === 'rest' ? null : OFFICE;
  if (job === 'fdo pattuglie') return ROTA[(day + turn) % 5] ?? null;
  if (job === 'fdo centrale operativa') return CONTROL_ROTA[(day + turn) % 4] ?? null;
  if (getDayKind(day) === 'rest') return null;
  if (job === 'fdo infortunistica')
    return Math.floor(day / 7 + turn) % 2 === 0 ? { from: 7, to: 13 } : { from: 13, to: 19 };
  return OFFICE;
}
