import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';

/** A half-open range of whole hours, milliseconds. */
export interface HourRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Sums of one gate in one hour, from the roll-up. */
export interface HourCounts {
  readonly gate: number;
  readonly hourMs: number;
  readonly transits: number;
  readonly checked: number;
  readonly uninsured: number;
  readonly uninspected: number;
  readonly stolen: number;
  readonly blacklist: number;
}

type HourRow = Omit<HourCounts, 'hourMs'> & { readonly hour_s: number };

/**
 * Hours of all gates in some ranges, from `gate_hour` alone: one step into its key (gate, hour) for each gate and range,
 * so the cost depends on gates and hours and not on transits.
 */
export const hourCountsStatement = (ranges: readonly HourRange[]): Statement =>
  compileStatement(
    sql`select h.gate, extract(epoch from h.hour)::float8 as hour_s, h.n as transits, h.n_checked as checked, h.n_uninsured as uninsured,
        h.n_uninspected as uninspected, h.n_reported_stolen as stolen, h.n_alarm as blacklist
      from unnest(${ranges.map(({ fromMs }) => toIsoInstant(fromMs))}::timestamptz[], ${ranges.map(({ toMs }) => toIsoInstant(toMs))}::timestamptz[]) as r(lower, upper)
      join gate_hour as h on h.gate = any(array(select id from gate)) and h.hour >= r.lower and h.hour < r.upper`,
    'control-room-hours',
  );

export async function readHourCounts(runner: Runner, ranges: readonly HourRange[]): Promise<readonly HourCounts[]> {
  if (ranges.length === 0) return [];
  const rows = await runner.run<HourRow>(hourCountsStatement(ranges));
  return rows.map(({ hour_s: seconds, ...counts }) => ({ ...counts, hourMs: seconds * 1000 }));
}

/** State of one camera when the plant last recorded it. */
export interface CameraState {
  readonly gate: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly isOff: boolean;
  /** ISO; null: no read yet. */
  readonly lastRead: string | null;
}

/** The newest sample of every camera, and its instant (ISO); null: none was recorded yet. */
export async function readNewestCameras(
  runner: Runner,
): Promise<{ readonly at: string; readonly cameras: readonly CameraState[] } | null> {
  const rows = await runner.run<CameraState & { at: string }>({
    name: 'control-room-cameras',
    text: `select s.at, s.gate, g.fullname as name, s.enabled, s.is_off as "isOff", s.last_read as "lastRead"
      from camera_sample as s join gate as g on g.id = s.gate
      where s.at = (select max(at) from camera_sample) order by s.gate`,
    values: [],
  });
  const at = rows[0]?.at;
  return at === undefined ? null : { at, cameras: rows };
}

/** One recorded moment of the plant. `isSilent`: every camera in use was off. */
export interface PlantMoment {
  readonly atMs: number;
  readonly isSilent: boolean;
}

/** The moments from the last one before `fromMs`, oldest first. */
export async function readPlantMoments(runner: Runner, fromMs: number): Promise<readonly PlantMoment[]> {
  const rows = await runner.run<{ at_s: number; is_silent: boolean }>({
    name: 'control-room-moments',
    text: `select extract(epoch from at)::float8 as at_s, bool_and(is_off or not enabled) and bool_or(enabled) as is_silent from camera_sample
      where at >= coalesce((select max(at) from camera_sample where at < $1::timestamptz), $1::timestamptz) group by at order by at`,
    values: [toIsoInstant(fromMs)],
  });
  return rows.map(({ at_s: seconds, is_silent: isSilent }) => ({ atMs: seconds * 1000, isSilent }));
}
