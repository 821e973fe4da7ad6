import type { CameraLogLine, CameraSample } from '@varco/contract/plant/camera-status.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { sql } from 'kysely';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits } from '../../policy/visible-transits.sql.ts';

export interface SampleRange {
  /** ISO instants, both included. */
  readonly from: string;
  readonly to: string;
  /** Gates that count; null: all. */
  readonly gates: readonly number[] | null;
  readonly offset: number;
  readonly limit: number;
}

interface SampleRow {
  readonly sampled_at: string;
  readonly n_cameras: number;
  readonly off: readonly { readonly id: number; readonly name: string; readonly last: string | null }[];
}

/** Samples of the whole plant, oldest first, with current gate names. */
export async function readSamples(runner: Runner, range: SampleRange): Promise<readonly CameraSample[]> {
  const rows = await runner.run<SampleRow>({
    name: 'camera-samples',
    text: `select s.at as sampled_at, count(*) filter (where s.enabled)::int as n_cameras,
        coalesce(jsonb_agg(jsonb_build_object('id', s.gate, 'name', g.fullname, 'last', s.last_read) order by s.gate)
          filter (where s.is_off), '[]') as off
      from camera_sample as s join gate as g on g.id = s.gate
      where s.at between $1::timestamptz and $2::timestamptz and ($5::smallint[] is null or s.gate = any($5))
      group by s.at order by s.at limit $3 offset $4`,
    values: [range.from, range.to, range.limit, range.offset, range.gates],
  });
  return rows.map(({ sampled_at, n_cameras, off }) => ({
    sampled_at,
    n_cameras,
    n_cameras_off: off.length,
    off_cameras_list: off.map(({ id, name, last }) => ({
      varco_id: id,
      varco: name,
      last_plate_date: last === null ? null : new Date(last).toISOString(),
    })),
  }));
}

export async function countSamples(
  runner: Runner,
  { from, to, gates }: Pick<SampleRange, 'from' | 'to' | 'gates'>,
): Promise<number> {
  const [row] = await runner.run<{ n: number }>({
    name: 'count-camera-samples',
    text: `select count(distinct at)::int as n from camera_sample where at between $1::timestamptz and $2::timestamptz
      and ($3::smallint[] is null or gate = any($3))`,
    values: [from, to, gates],
  });
  return row?.n ?? 0;
}

type CameraLogRow = Omit<CameraLogLine, 'interval_s' | 'varco' | 'varco_id'>;

/** The newest `limit` samples of one gate, oldest first. */
export async function readCameraLog(runner: Runner, gate: number, limit: number): Promise<readonly CameraLogRow[]> {
  const rows = await runner.run<CameraLogRow>({
    name: 'camera-log',
    text: `select at as sampled_at, state as stato, is_off as off, n_reads, last_read as last_plate_date
      from camera_sample where gate = $1 order by at desc limit $2`,
    values: [gate, limit],
  });
  return rows.toReversed();
}

/** What is recorded about a gate at the end of an interval. */
export interface NewCameraSample {
  readonly gate: number;
  readonly reads: number;
  readonly lastRead: string | null;
  readonly enabled: boolean;
  readonly isOff: boolean;
  readonly state: string;
}

/** True when the samples of an instant are already recorded. */
export async function hasCameraSample(runner: Runner, atMs: number): Promise<boolean> {
  const known = await runner.run({
    name: 'camera-sample-there',
    text: 'select 1 from camera_sample where at = $1::timestamptz limit 1',
    values: [toIsoInstant(atMs)],
  });
  return known.length > 0;
}

/** Inserts the samples of one instant; returns how many did not exist. */
export async function insertCameraSamples(
  runner: Runner,
  atMs: number,
  samples: readonly NewCameraSample[],
): Promise<number> {
  const written = await runner.run({
    name: 'write-camera-samples',
    text: `insert into camera_sample (at, gate, n_reads, last_read, enabled, is_off, state)
      select $1::timestamptz, * from unnest($2::smallint[], $3::int[], $4::timestamptz[], $5::bool[], $6::bool[], $7::text[])
      on conflict do nothing returning gate`,
    values: [
      toIsoInstant(atMs),
      samples.map((one) => one.gate),
      samples.map((one) => one.reads),
      samples.map((one) => one.lastRead),
      samples.map((one) => one.enabled),
      samples.map((one) => one.isOff),
      samples.map((one) => one.state),
    ],
  });
  return written.length;
}

/** Number of reads by gate in a half-open range. Contains no plates, so no user's limits apply. */
export async function countReadsByGate(
  runner: Runner,
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<number, number>> {
  const query = sql`select t.gate, count(*)::int as n ${visibleTransits({ gates: null, fromMs, toMs })} group by t.gate`;
  const rows = await runner.run<{ gate: number; n: number }>(compileStatement(query, 'camera-reads'));
  return new Map(rows.map(({ gate, n }) => [gate, n]));
}

/** Deletes the samples before an instant; returns their number. */
export async function deleteCameraSamplesBefore(runner: Runner, beforeMs: number): Promise<number> {
  const [row] = await runner.run<{ n: number }>({
    name: 'sweep-camera-samples',
    text: `with old as (delete from camera_sample where at < $1::timestamptz returning 1) select count(*)::int as n from old`,
    values: [toIsoInstant(beforeMs)],
  });
  return row?.n ?? 0;
}
