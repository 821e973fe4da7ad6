import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { TransitKey } from '../transits/transits.public.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** What a camera's later read says. */
export interface CameraCorrection {
  readonly corrected: string;
  /** Uuid of the camera. */
  readonly camera: string;
  readonly reason: string;
  readonly madeAt: string;
}

const toKey = ({ plate, id }: TransitKey): readonly [string, string, string] => [
  plate,
  toIsoInstant(parseTransitIdMs(id) ?? 0),
  id,
];

/**
 * Sets the correction that a camera's later read makes, or takes its own back when the plate is again the first one. False:
 * a person corrected the plate, and their word stands.
 */
export async function writeCameraCorrection(
  runner: Runner,
  transit: TransitKey,
  { corrected, camera, reason, madeAt }: CameraCorrection,
): Promise<boolean> {
  const key = toKey(transit);
  if (corrected === transit.plate) {
    await runner.run({
      text: 'delete from plate_correction where plate = $1 and ts = $2 and id = $3 and author = $4',
      values: [...key, camera],
    });
    return true;
  }
  const rows = await runner.run({
    text: `insert into plate_correction as c (plate, ts, id, corrected, author, reason, made_at) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (plate, ts, id) do update set corrected = excluded.corrected, reason = excluded.reason,
        made_at = excluded.made_at where c.author = excluded.author
      returning 1`,
    values: [...key, corrected, camera, reason, madeAt],
  });
  return rows.length > 0;
}
