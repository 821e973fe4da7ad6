import { MAX_SUSPECTS, MAX_SUSPECT_DAYS, type searchSuspects } from '@varco/contract/plant/suspects.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { MAX_FILTER_GATES } from '@varco/contract/wire.ts';
import { z } from 'zod';
import { toMilliseconds } from '../../lib/clock.ts';
import { getDayStart, parseRomeClock, toRomeClock, toRomeDay, shiftDays, shiftMs } from '../../lib/rome-days.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** T 5.5, T 9: longer ranges get a hint that the search is slow. */
const LONG_RANGE_MS = 8 * HOUR_MS;

/**
 * Values of the suspects form (T 3.12) as typed; times as `YYYY-MM-DDTHH:mm` in Rome. Stored encrypted for 24 hours.
 */
export const SuspectForm = z.object({
  /** Id of the plant; null: none selected yet. */
  selectedPeer: z.int().nullable(),
  startTime: z.string().max(16),
  endTime: z.string().max(16),
  plate: z.string().max(200),
  gateIds: z.array(z.int()).max(MAX_FILTER_GATES),
  vehicleKinds: z.array(z.string().max(20)).max(12),
});
export type SuspectForm = z.infer<typeof SuspectForm>;

/** UIE-11: the default time is 00:00. Initial range: today until now, so that the first search is fast. */
export function createSuspectForm(now: string): SuspectForm {
  const { day, time } = toRomeClock(now);
  return {
    selectedPeer: null,
    startTime: `${day}T00:00`,
    endTime: `${day}T${time}`,
    plate: '',
    gateIds: [],
    vehicleKinds: [],
  };
}

const parseFieldTime = (text: string): string | null => {
  const [day = '', time = ''] = text.split('T');
  return text === '' ? null : parseRomeClock(day, time === '' ? '00:00' : time);
};

/** Why a range cannot be searched (T 5.5); null: it is valid. */
export type RangeProblem = 'noStart' | 'reversed' | 'tooLong' | 'future';

/** Latest selectable minute: the end of today. */
export const lastSelectableMinute = (now: string): string => `${toRomeDay(now)}T23:59`;

export function findRangeProblem({ startTime, endTime }: SuspectForm, now: string): RangeProblem | null {
  const [start, end] = [parseFieldTime(startTime), parseFieldTime(endTime)];
  if (start === null || end === null) return 'noStart';
  if (toMilliseconds(end) < toMilliseconds(start)) return 'reversed';
  const tomorrow = shiftDays(now, 1);
  if (toMilliseconds(end) >= toMilliseconds(tomorrow) || toMilliseconds(start) >= toMilliseconds(tomorrow))
    return 'future';
  return toMilliseconds(end) > toMilliseconds(addWeek(start)) ? 'tooLong' : null;
}

/** Instant seven days later at the same time of day, regardless of daylight saving time. */
function addWeek(start: string): string {
  const intoDay = toMilliseconds(start) - toMilliseconds(getDayStart(start));
  const later = shiftMs(shiftDays(start, MAX_SUSPECT_DAYS), intoDay);
  return toMilliseconds(later) > toMilliseconds(start) + MAX_SUSPECT_DAYS * DAY_MS
    ? later
    : shiftMs(start, MAX_SUSPECT_DAYS * DAY_MS);
}

/** SUS-17: whether the range exceeds eight hours. */
export function isSlowRange({ startTime, endTime }: SuspectForm): boolean {
  const [start, end] = [parseFieldTime(startTime), parseFieldTime(endTime)];
  return start !== null && end !== null && toMilliseconds(end) - toMilliseconds(start) > LONG_RANGE_MS;
}

/** SUS-18, SUS-22: request body; empty fields are omitted. */
export function buildSuspectBody(form: SuspectForm): CallInput<typeof searchSuspects>['body'] {
  const plate = form.plate.trim();
  return {
    start_time: parseFieldTime(form.startTime) ?? '',
    end_time: parseFieldTime(form.endTime) ?? '',
    p: 1,
    page_size: MAX_SUSPECTS,
    ...(plate === '' ? {} : { plate }),
    ...(form.gateIds.length === 0 ? {} : { gates: form.gateIds }),
    ...(form.vehicleKinds.length === 0 ? {} : { vehicle_kinds: form.vehicleKinds }),
  };
}
