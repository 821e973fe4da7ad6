import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { findRow, type Runner } from '../../database/sql-statement.ts';
import type { PictureHashes } from './new-read.ts';
import { buildAlertParameters, buildInsertAlertsSql, type RaisedAlert } from '../alerts/alerts.public.ts';
import type { TransitKey } from '../transits/transits.public.ts';

const toTransitTime = (id: string): string => toIsoInstant(parseTransitIdMs(id) ?? 0);

/** The plates as read of the transits of this id at a gate, empty where none was; one, unless two plates share a hash. */
export async function readTransitPlates(runner: Runner, id: string, gate: number): Promise<readonly string[]> {
  const rows = await runner.run<{ plate: string }>({
    name: 'event-transit',
    text: `select plate from transit where gate = $1 and ts = $2 and id = $3
      union all select plate from unread_transit where gate = $1 and ts = $2 and id = $3`,
    values: [gate, toTransitTime(id), id],
  });
  return rows.map(({ plate }) => plate);
}

/** A plate at a gate, read at an instant (ISO). */
export interface Passage {
  readonly gate: number;
  readonly plate: string;
  readonly at: string;
}

/**
 * Ids of the transits that are nearest to passages, of the same plate at the same gate at most `withinMs` before or after;
 * null: there is none. A transit of the very instant is the same read, not another one of the passage.
 */
export async function findSamePassages(
  runner: Runner,
  passages: readonly Passage[],
  withinMs: number,
): Promise<readonly (string | null)[]> {
  const rows = await runner.run<{ nr: string; id: string }>({
    name: 'same-passages',
    text: `select distinct on (u.nr) u.nr, t.id::text as id
      from unnest($1::smallint[], $2::text[], $3::timestamptz[]) with ordinality as u(gate, plate, at, nr)
      join transit as t on t.plate = u.plate and t.ts between u.at - $4::interval and u.at + $4::interval
        and t.gate = u.gate and t.ts <> u.at
      order by u.nr, abs(extract(epoch from t.ts - u.at)), t.id`,
    values: [
      passages.map(({ gate }) => gate),
      passages.map(({ plate }) => plate),
      passages.map(({ at }) => at),
      `${withinMs} milliseconds`,
    ],
  });
  const byPosition = new Map(rows.map(({ nr, id }) => [Number(nr), id]));
  return passages.map((_, at) => byPosition.get(at + 1) ?? null);
}

/** Hashes of the pictures of a transit; null: it has none. */
export function readTransitPictures(runner: Runner, { plate, id }: TransitKey): Promise<PictureHashes | null> {
  return findRow<PictureHashes>(runner, {
    text: `select full_hash as "full", plate_hash as plate, context_hash as context from transit_picture
      where plate = $1 and ts = $2 and id = $3`,
    values: [plate, toTransitTime(id), id],
  });
}

/** Raises the alerts of a better plate on the transit of its track; one that it raised before is not raised again. */
export async function raiseTrackAlerts(
  runner: Runner,
  { plate, id }: TransitKey,
  alerts: readonly RaisedAlert[],
): Promise<void> {
  const raised = alerts.map((alert) => ({ plate, transit: id, alert }));
  await runner.run({
    text: `with done as (select plate, ts, id, gate, nation, brand, model, colour, vclass, flags from transit
      where plate = $1 and ts = $2 and id = $3),${buildInsertAlertsSql('done', 4)} select count(*)::int as n from raised`,
    values: [plate, toTransitTime(id), id, ...buildAlertParameters(raised)],
  });
}
