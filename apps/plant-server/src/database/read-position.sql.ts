import { sql, type RawBuilder } from 'kysely';

/** Stored when the read has no position; the position of the gate applies. */
export const NO_POSITION = 999_000_000;

/** Degrees; null where the position is not known. */
export interface PositionSql {
  readonly lat: RawBuilder<unknown>;
  readonly lon: RawBuilder<unknown>;
}

/**
 * Position of the row `t` of transits at the row `g` of its gate, as `toReadPosition` (domain) has it: its own, or that
 * of the gate. 0, 0 is no position.
 */
export const positionOfRead = (): PositionSql => {
  const hasOwn = sql`t.lat <> ${sql.lit(NO_POSITION)} and t.lon <> ${sql.lit(NO_POSITION)}`;
  const choose = (own: RawBuilder<unknown>, ofGate: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`case when ${hasOwn} then case when t.lat <> 0 or t.lon <> 0 then ${own}::float8 / 1000000 end
      when g.lat <> 0 or g.lon <> 0 then ${ofGate} end`;
  return { lat: choose(sql`t.lat`, sql`g.lat`), lon: choose(sql`t.lon`, sql`g.lon`) };
};

/** Metres along the great circle, as `computeDistanceM` (domain) computes them. */
export const metresBetween = (a: PositionSql, b: PositionSql): RawBuilder<unknown> =>
  sql`12742017.6 * asin(least(1, sqrt(sin(radians(${b.lat} - ${a.lat}) / 2) ^ 2
    + cos(radians(${a.lat})) * cos(radians(${b.lat})) * sin(radians(${b.lon} - ${a.lon}) / 2) ^ 2)))`;

/** Whether two positions are so near that their distance need not be computed: metres per degree at most. */
export const areNearerThan = (a: PositionSql, b: PositionSql, metres: number): RawBuilder<unknown> =>
  sql`(abs(${b.lat} - ${a.lat}) + abs(${b.lon} - ${a.lon})) * 111195.1 < ${metres}::float8`;
