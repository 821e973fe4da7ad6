import type { Runner } from '../../database/sql-statement.ts';

export const COUNTED = [
  'messages',
  'reads',
  'no_plate',
  'low_confidence',
  'repeated',
  'joined',
  'refused',
  'heartbeats',
] as const;
export type Counted = (typeof COUNTED)[number];
export type CameraCounts = Readonly<Record<Counted, number>>;

/** What a camera sent in an hour, since the last time it was written. Instants are ISO. */
export interface HourCounts {
  readonly camera: number;
  readonly hour: string;
  readonly counts: CameraCounts;
  /** Arrival minus stated time, milliseconds. */
  readonly clockErrors: readonly number[];
  readonly lastMessage: string | null;
  readonly lastRead: string | null;
}

const MAX_CLOCK_ERRORS = 200;

/** Adds counts of one camera and hour, and advances its last message and read. */
export async function addHourCounts(runner: Runner, hour: HourCounts): Promise<void> {
  const values = COUNTED.map((name) => hour.counts[name]);
  await runner.run({
    name: 'count-camera-hour',
    text: `with counted as (
        insert into camera_hour as h (camera, hour, ${COUNTED.join(', ')}, clock_errors)
        select $1, $2, ${COUNTED.map((_, at) => `$${at + 3}`).join(', ')}, $11::int[] where exists (select from camera where id = $1)
        on conflict (camera, hour) do update set ${COUNTED.map((name) => `${name} = h.${name} + excluded.${name}`).join(', ')},
          clock_errors = (h.clock_errors || excluded.clock_errors)[1:${MAX_CLOCK_ERRORS}])
      update camera set last_message = greatest(last_message, $12), last_read = greatest(last_read, $13) where id = $1`,
    values: [
      hour.camera,
      hour.hour,
      ...values,
      hour.clockErrors.slice(0, MAX_CLOCK_ERRORS),
      hour.lastMessage,
      hour.lastRead,
    ],
  });
}

export interface CameraSums extends CameraCounts {
  readonly camera: number;
  /** Of the last hour: its reads, and messages refused. */
  readonly recent_reads: number;
  readonly recent_refused: number;
  /** Median of the last day, milliseconds; null: not measured. */
  readonly clock_error: number | null;
}

/** Sums of every camera since three instants (ISO). */
export const sumCameraHours = (
  runner: Runner,
  since: { readonly today: string; readonly recent: string; readonly day: string },
): Promise<readonly CameraSums[]> =>
  runner.run<CameraSums>({
    text: `select h.camera, ${COUNTED.map((name) => `coalesce(sum(h.${name}) filter (where h.hour >= $1), 0)::int as ${name}`).join(', ')},
        coalesce(sum(h.reads + h.no_plate) filter (where h.hour >= $2), 0)::int as recent_reads,
        coalesce(sum(h.refused) filter (where h.hour >= $2), 0)::int as recent_refused,
        (select round(percentile_cont(0.5) within group (order by e.ms))::int from camera_hour as d, unnest(d.clock_errors) as e(ms)
          where d.camera = h.camera and d.hour >= $3) as clock_error
      from camera_hour as h where h.hour >= least($1::timestamptz, $2::timestamptz, $3::timestamptz) group by h.camera`,
    values: [since.today, since.recent, since.day],
  });

export async function deleteHoursBefore(runner: Runner, before: string): Promise<void> {
  await runner.run({ text: 'delete from camera_hour where hour < $1', values: [before] });
}
