import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { FLAG, type TransitKey } from '../transits/transits.public.ts';
import type { PictureHashes } from './new-read.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import type { Runner } from '../../database/sql-statement.ts';

const ANY_PICTURE_FLAG = FLAG.full | FLAG.plate | FLAG.context;

/** One statement, so that flags and pictures change together, and only for transits without pictures. */
const ATTACH_PICTURES = `with u as materialized (
  select * from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::text[], $5::text[], $6::text[])
    as u(plate, ts, id, full_hash, plate_hash, context_hash)),
marked as (
  update transit as t set flags = t.flags | (case when u.full_hash = '' then 0 else ${FLAG.full} end)
    | (case when u.plate_hash = '' then 0 else ${FLAG.plate} end) | (case when u.context_hash = '' then 0 else ${FLAG.context} end)
  from u where t.plate = u.plate and t.ts = u.ts and t.id = u.id and t.flags & ${ANY_PICTURE_FLAG} = 0
  returning t.plate, t.ts, t.id)
insert into transit_picture (ts, id, plate, full_hash, plate_hash, context_hash)
select ts, id, plate, full_hash, plate_hash, context_hash from u join marked using (plate, ts, id) on conflict do nothing`;

const SELECT_WITH_PICTURES = `select t.plate, t.id::text as id from unnest($1::text[], $2::timestamptz[], $3::bigint[]) as u(plate, ts, id)
  join transit as t using (plate, ts, id) where t.flags & ${ANY_PICTURE_FLAG} <> 0`;

const toTransitTime = ({ id }: TransitKey): string => toIsoInstant(parseTransitIdMs(id) ?? 0);
const toKeyColumns = (keys: readonly TransitKey[]): readonly (readonly string[])[] => [
  keys.map((key) => key.plate),
  keys.map(toTransitTime),
  keys.map((key) => key.id),
];

/** Attaches pictures that arrived after their read. A transit that has pictures is not changed: evidence is never replaced. */
export async function attachPictures(
  runner: Runner,
  late: readonly (TransitKey & { readonly pictures: PictureHashes })[],
): Promise<void> {
  if (late.length === 0) return;
  // Sorted by key, so that concurrent calls with the same reads do not deadlock.
  const sorted = late.toSorted((a, b) => (a.plate === b.plate ? a.id.localeCompare(b.id) : a.plate < b.plate ? -1 : 1));
  const hashes = (['full', 'plate', 'context'] as const).map((kind) => sorted.map((one) => one.pictures[kind] ?? ''));
  await retryTransaction(() =>
    runner.run({ name: 'attach-pictures', text: ATTACH_PICTURES, values: [...toKeyColumns(sorted), ...hashes] }),
  );
}

/** Which of these transits are stored with at least one picture, as `"<id> <plate>"`. */
export async function findTransitsWithPictures(
  runner: Runner,
  keys: readonly TransitKey[],
): Promise<ReadonlySet<string>> {
  const rows = await runner.run<TransitKey>({
    name: 'held-pictures',
    text: SELECT_WITH_PICTURES,
    values: toKeyColumns(keys),
  });
  return new Set(rows.map((row) => `${row.id} ${row.plate}`));
}
