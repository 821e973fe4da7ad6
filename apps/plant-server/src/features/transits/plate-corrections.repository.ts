import type { PlateCorrection } from '@varco/contract/plant/transit-detail.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { TransitRow } from './fetch-transits.repository.ts';

/** A stored correction. Instants are ISO; `author`: user or camera, empty when the account no longer exists. */
export interface CorrectionRow {
  readonly corrected: string;
  readonly author: string;
  readonly reason: string;
  readonly made_at: string;
}

/** A correction on the wire; null stays null. */
export const toCorrection = (row: CorrectionRow | null): PlateCorrection | null =>
  row === null ? null : { targa: row.corrected, autore: row.author, data: row.made_at, motivo: row.reason };

type Key = Pick<TransitRow, 'plate' | 'ts' | 'id'>;

/** The correction of a transit; null when there is none. */
export async function readCorrection(runner: Runner, { plate, ts, id }: Key): Promise<CorrectionRow | null> {
  const [row] = await runner.run<CorrectionRow>({
    name: 'read-correction',
    text: `select c.corrected, coalesce(u.username, m.name, '') as author, c.reason, c.made_at from plate_correction as c
      left join plant_user as u on u.uuid = c.author left join camera as m on m.uuid = c.author
      where c.plate = $1 and c.ts = $2 and c.id = $3`,
    values: [plate, ts, id],
  });
  return row ?? null;
}

/** Sets the correction and replaces an earlier one, which remains in the consultation log. */
export async function writeCorrection(
  runner: Runner,
  { plate, ts, id }: Key,
  correction: { readonly corrected: string; readonly author: string; readonly reason: string; readonly madeAt: string },
): Promise<void> {
  await runner.run({
    text: `insert into plate_correction (plate, ts, id, corrected, author, reason, made_at) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (plate, ts, id) do update set corrected = excluded.corrected, author = excluded.author,
        reason = excluded.reason, made_at = excluded.made_at`,
    values: [plate, ts, id, correction.corrected, correction.author, correction.reason, correction.madeAt],
  });
}

export async function removeCorrection(runner: Runner, { plate, ts, id }: Key): Promise<void> {
  const text = 'delete from plate_correction where plate = $1 and ts = $2 and id = $3';
  await runner.run({ text, values: [plate, ts, id] });
}
