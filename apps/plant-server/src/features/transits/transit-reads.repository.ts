import { MAX_TRANSIT_READS, type TransitRead } from '@varco/contract/plant/transit-reads.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { TransitRow } from './fetch-transits.repository.ts';

type Key = Pick<TransitRow, 'plate' | 'ts' | 'id'>;

/** A stored read of a transit. Instants are ISO, confidence is percent times ten, below 0: not stated. */
export interface ReadRow {
  readonly at: string;
  readonly arrived_at: string | null;
  /** Name; empty: not known any more. */
  readonly camera: string;
  readonly stage: number;
  readonly direction: number;
  readonly read_plate: string;
  readonly confidence: number;
  readonly rule: number;
  readonly is_chosen: boolean;
  readonly times: number;
  readonly picture: TransitRead['foto'];
}

/** Reads joined into a transit that its reader may see, oldest first by the clocks of the cameras. */
export const readTransitReads = (runner: Runner, { plate, ts, id }: Key): Promise<readonly ReadRow[]> =>
  runner.run<ReadRow>({
    name: 'read-transit-reads',
    text: `select r.at, r.arrived_at, coalesce(c.name, '') as camera, r.stage, r.direction, r.read_plate, r.confidence, r.rule, r.is_chosen, r.times,
        case when r.picture = '' then null when r.picture = p.full_hash then 'full' when r.picture = p.plate_hash then 'plate' else 'not_stored' end as picture
      from transit_read as r left join camera as c on c.id = r.camera
      left join transit_picture as p on p.plate = r.plate and p.ts = r.ts and p.id = r.id
      where r.plate = $1 and r.ts = $2 and r.id = $3 order by r.at, r.rule, r.arrived_at, r.camera, r.stage limit $4`,
    values: [plate, ts, id, MAX_TRANSIT_READS],
  });

/** Number of reads of a transit; 0: it is a single one. */
export async function countTransitReads(runner: Runner, { plate, ts, id }: Key): Promise<number> {
  const [row] = await runner.run<{ n: number }>({
    name: 'count-transit-reads',
    text: 'select count(*)::int as n from transit_read where plate = $1 and ts = $2 and id = $3',
    values: [plate, ts, id],
  });
  return row?.n ?? 0;
}
