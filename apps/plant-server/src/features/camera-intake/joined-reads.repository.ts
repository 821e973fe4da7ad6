import { JOIN_RULES, type JoinRule, MAX_TRANSIT_READS } from '@varco/contract/plant/transit-reads.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { tableOfPlate, type TransitKey } from '../transits/transits.public.ts';

/** Who read a vehicle, and at which stage: 1 new, 2 update, 3 lost; 0: the camera does not track. */
export interface ReadOrigin {
  readonly camera: number;
  readonly stage: number;
}

/** A read that belongs to a transit. Instants are ISO. */
export interface JoinedRead extends ReadOrigin {
  readonly at: string;
  readonly arrivedAt: string;
  readonly plate: string;
  /** As of a transit: 0 to 4. */
  readonly direction: number;
  /** Percent; null: not stated. */
  readonly confidence: number | null;
  readonly rule: JoinRule;
  /** It sets the plate of the transit. */
  readonly isChosen: boolean;
  /** Hash; empty: none. */
  readonly picture: string;
}

const toTransitTime = ({ id }: TransitKey): string => toIsoInstant(parseTransitIdMs(id) ?? 0);
const FIRST = JOIN_RULES.indexOf('first');

const COLUMNS =
  'plate, ts, id, at, arrived_at, camera, stage, direction, read_plate, confidence, rule, is_chosen, picture, times';

/**
 * One statement: the read that made the transit gets its row with the first one that is joined. A message that was sent again is
 * counted on its row; of a transit without rows it says nothing new.
 */
const buildRecordText = (table: ReturnType<typeof tableOfPlate>): string => `with own as (
  select t.plate, t.ts, t.id, t.direction, t.confidence, coalesce(nullif(p.full_hash, ''), p.plate_hash, '') as picture
  from ${table} as t left join transit_picture as p on p.plate = t.plate and p.ts = t.ts and p.id = t.id
  where t.plate = $1 and t.ts = $2 and t.id = $3),
known as (select count(*)::int as n from transit_read where plate = $1 and ts = $2 and id = $3),
event as (select camera, stage from camera_event where at = $2 and transit = $3 order by camera limit 1),
made as (
  select coalesce($12::int, (select camera from event), 0) as camera, coalesce($13::smallint, (select stage from event), 0::smallint) as stage),
firsts as (
  insert into transit_read (${COLUMNS})
  select o.plate, o.ts, o.id, o.ts, null, m.camera, m.stage, o.direction, o.plate, o.confidence, ${FIRST}, o.plate <> '', o.picture, 1
  from own as o cross join known as k cross join made as m
  where k.n = 0 and (o.ts, m.camera, m.stage, o.plate) <> ($4::timestamptz, $6::int, $7::smallint, $8::text)
  on conflict do nothing)
insert into transit_read as r (${COLUMNS})
select o.plate, o.ts, o.id, $4::timestamptz, $5::timestamptz, $6, $7, $15::smallint, $8, $9::smallint, $10::smallint, $11::boolean, $14::text, 1
from own as o cross join known as k cross join made as m
where k.n <= ${MAX_TRANSIT_READS - 1}
  and (k.n > 0 or (o.ts, m.camera, m.stage, o.plate) <> ($4::timestamptz, $6::int, $7::smallint, $8::text))
on conflict (plate, ts, id, at, camera, stage, read_plate) do update set times = r.times + 1`;

/**
 * Records a read that was joined into a transit. `first`: who made the transit; null: found by its event, if that is still
 * stored.
 */
export async function recordJoinedRead(
  runner: Runner,
  transit: TransitKey,
  later: JoinedRead,
  first: ReadOrigin | null,
): Promise<void> {
  const table = tableOfPlate(transit.plate);
  await runner.run({
    name: `record-joined-read-${table}`,
    text: buildRecordText(table),
    values: [
      ...[transit.plate, toTransitTime(transit), transit.id],
      ...[later.at, later.arrivedAt, later.camera, later.stage, later.plate],
      later.confidence === null ? -1 : Math.round(later.confidence * 10),
      ...[JOIN_RULES.indexOf(later.rule), later.isChosen],
      ...[first?.camera ?? null, first?.stage ?? null, later.picture, later.direction],
    ],
  });
}

/** Marks a recorded read as one that set the plate of its transit. */
export async function markReadChosen(runner: Runner, transit: TransitKey, later: JoinedRead): Promise<void> {
  await runner.run({
    text: `update transit_read set is_chosen = true
      where plate = $1 and ts = $2 and id = $3 and at = $4 and camera = $5 and stage = $6 and read_plate = $7`,
    values: [
      ...[transit.plate, toTransitTime(transit), transit.id],
      ...[later.at, later.camera, later.stage, later.plate],
    ],
  });
}

/** Moves the reads of a passage to the transit that replaces it. Repeating it changes nothing. */
export async function moveJoinedReads(runner: Runner, from: TransitKey, to: TransitKey): Promise<void> {
  const others = COLUMNS.replace('plate, ts, id, ', '');
  await runner.run({
    text: `with moved as (delete from transit_read where plate = $1 and ts = $2 and id = $3 returning *)
      insert into transit_read (${COLUMNS}) select $4, $5, $6, ${others} from moved on conflict do nothing`,
    values: [...[from.plate, toTransitTime(from), from.id], ...[to.plate, toTransitTime(to), to.id]],
  });
}
