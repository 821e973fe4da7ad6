import type { Runner } from '../../database/sql-statement.ts';

export interface AirQualityMeasurement {
  readonly varco_id: number;
  readonly pm10?: number | undefined;
  readonly no2?: number | undefined;
  /** ISO instant of the measurement. */
  readonly data: string;
}

/** Stores the newest measurement of each gate; late and repeated ones are ignored. Returns the number of gates updated. */
export async function storeAirQuality(runner: Runner, measures: readonly AirQualityMeasurement[]): Promise<number> {
  const rows = await runner.run<{ id: number }>({
    name: 'keep-air',
    text: `update gate as g set air_pm10 = m.pm10, air_no2 = m.no2, air_at = m.at
      from (select distinct on (gate) gate, pm10, no2, at
        from unnest($1::smallint[], $2::real[], $3::real[], $4::timestamptz[]) as u (gate, pm10, no2, at)
        order by gate, at desc) as m
      where g.id = m.gate and (g.air_at is null or g.air_at < m.at) returning g.id`,
    values: [
      measures.map(({ varco_id: gate }) => gate),
      measures.map(({ pm10 }) => pm10 ?? null),
      measures.map(({ no2 }) => no2 ?? null),
      measures.map(({ data }) => data),
    ],
  });
  return rows.length;
}
