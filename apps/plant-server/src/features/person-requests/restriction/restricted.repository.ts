import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Runner } from '../../../database/sql-statement.ts';
import type { PersonScope } from '../person-data.repository.ts';
import type { RestrictedPictureKind } from './seal-restricted.ts';

/** A restricted transit as stored. `ts`: instant of the transit, ISO. */
export interface RestrictedRow {
  readonly id: string;
  readonly ts: string;
  readonly sealed: Buffer;
}

export interface RestrictedPictureRow {
  readonly transit: string;
  readonly kind: RestrictedPictureKind;
  readonly ts: string;
  readonly sealed: Buffer;
}

/** Hashes of the pictures of some transits, before they are restricted. */
export async function readPictureNames(
  runner: Runner,
  plates: readonly string[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await runner.run<{ hashes: readonly string[] }>({
    text: `select array[full_hash, plate_hash, context_hash] as hashes from transit_picture
      where plate = any($1::text[]) and id = any($2::bigint[])`,
    values: [plates, ids],
  });
  return new Set(rows.flatMap(({ hashes }) => hashes).filter((hash) => hash !== ''));
}

/** Stores restricted transits of a request with their pictures, in the transaction that deletes them elsewhere. */
export async function insertRestricted(
  runner: Runner,
  request: string,
  rows: readonly RestrictedRow[],
  pictures: readonly RestrictedPictureRow[],
): Promise<void> {
  await runner.run({
    text: `insert into restricted_transit (id, request, ts, sealed)
      select id, $1::uuid, ts, sealed from unnest($2::uuid[], $3::timestamptz[], $4::bytea[]) as u(id, ts, sealed)`,
    values: [request, rows.map(({ id }) => id), rows.map(({ ts }) => ts), rows.map(({ sealed }) => sealed)],
  });
  for (const { transit, kind, ts, sealed } of pictures)
    await runner.run({
      text: 'insert into restricted_picture (transit, kind, ts, sealed) values ($1, $2, $3, $4)',
      values: [transit, kind, ts, sealed],
    });
}

/** The oldest restricted transits of a request, after a position. */
export const readRestricted = (
  runner: Runner,
  request: string,
  after: { readonly ts: string; readonly id: string } | null,
  limit: number,
): Promise<readonly RestrictedRow[]> =>
  runner.run<RestrictedRow>({
    text: `select id, ts, sealed from restricted_transit where request = $1
        and ($2::timestamptz is null or (ts, id) > ($2::timestamptz, $3::uuid)) order by ts, id limit $4`,
    values: [request, after?.ts ?? null, after?.id ?? null, limit],
  });

/** Restricted transits of all requests before an instant, oldest first, after a position. */
export const readRestrictedBefore = (
  runner: Runner,
  beforeMs: number,
  after: { readonly ts: string; readonly id: string } | null,
  limit: number,
): Promise<readonly RestrictedRow[]> =>
  runner.run<RestrictedRow>({
    text: `select id, ts, sealed from restricted_transit where ts < $1
        and ($2::timestamptz is null or (ts, id) > ($2::timestamptz, $3::uuid)) order by ts, id limit $4`,
    values: [toIsoInstant(beforeMs), after?.ts ?? null, after?.id ?? null, limit],
  });

/** Restricted transits of all requests in a range of milliseconds, half-open, oldest first, after a position. */
export const readRestrictedBetween = (
  runner: Runner,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  after: { readonly ts: string; readonly id: string } | null,
  limit: number,
): Promise<readonly RestrictedRow[]> =>
  runner.run<RestrictedRow>({
    text: `select id, ts, sealed from restricted_transit where ts >= $1 and ts < $2
        and ($3::timestamptz is null or (ts, id) > ($3::timestamptz, $4::uuid)) order by ts, id limit $5`,
    values: [toIsoInstant(fromMs), toIsoInstant(toMs), after?.ts ?? null, after?.id ?? null, limit],
  });

/** Restricted transits before an instant that still have pictures of these kinds, oldest first, after a position. */
export const readWithPicturesBefore = (
  runner: Runner,
  kinds: readonly RestrictedPictureKind[],
  beforeMs: number,
  after: { readonly ts: string; readonly id: string } | null,
  limit: number,
): Promise<readonly RestrictedRow[]> =>
  runner.run<RestrictedRow>({
    text: `select id, ts, sealed from restricted_transit as t where ts < $1
        and ($2::timestamptz is null or (ts, id) > ($2::timestamptz, $3::uuid))
        and exists (select from restricted_picture as p where p.transit = t.id and p.kind = any($5::text[])) order by ts, id limit $4`,
    values: [toIsoInstant(beforeMs), after?.ts ?? null, after?.id ?? null, limit, kinds],
  });

export const readRestrictedPictures = (
  runner: Runner,
  transits: readonly string[],
): Promise<readonly RestrictedPictureRow[]> =>
  runner.run<RestrictedPictureRow>({
    text: 'select transit, kind, ts, sealed from restricted_picture where transit = any($1::uuid[])',
    values: [transits],
  });

/** Deletes records with their pictures; returns the ids of those that were still there. */
export async function deleteRestricted(runner: Runner, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await runner.run<{ id: string }>({
    text: 'delete from restricted_transit where id = any($1::uuid[]) returning id',
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Deletes pictures of these kinds from records; returns how many records lost one. */
export async function deleteRestrictedPictures(
  runner: Runner,
  ids: readonly string[],
  kinds: readonly RestrictedPictureKind[],
): Promise<number> {
  const rows = await runner.run<{ transit: string }>({
    text: 'delete from restricted_picture where transit = any($1::uuid[]) and kind = any($2::text[]) returning transit',
    values: [ids, kinds],
  });
  return new Set(rows.map(({ transit }) => transit)).size;
}

/** How many transits of a plate and period are restricted, by any request, and when the first and last were. */
export interface RestrictedSummary {
  readonly n: number;
  readonly first: string | null;
  readonly last: string | null;
}

export async function summariseRestricted(runner: Runner, scope: PersonScope): Promise<RestrictedSummary> {
  const [row] = await runner.run<RestrictedSummary>({
    text: `select count(*)::int as n, min(t.ts) as first, max(t.ts) as last
      from person_request as r join restricted_transit as t on t.request = r.id
      where r.plate = $1 and t.ts >= $2 and t.ts < $3`,
    values: [scope.plate, toIsoInstant(scope.fromMs), toIsoInstant(scope.toMs)],
  });
  return row ?? { n: 0, first: null, last: null };
}
