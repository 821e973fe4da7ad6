import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { FLAG, tableOfPlate, type TransitKey } from '../transits/transits.public.ts';
import type { PictureHashes } from './new-read.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import type { Runner } from '../../database/sql-statement.ts';

type Table = ReturnType<typeof tableOfPlate>;
const TABLES: readonly Table[] = ['transit', 'unread_transit'];
const ANY_PICTURE_FLAG = FLAG.full | FLAG.plate | FLAG.context;

/** One statement, so that flags and pictures change together, and only for transits without pictures. */
const buildAttachText = (table: Table): string => `with u as materialized (
  select * from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::text[], $5::text[], $6::text[])
    as u(plate, ts, id, full_hash, plate_hash, context_hash)),
marked as (
  update ${table} as t set flags = t.flags | (case when u.full_hash = '' then 0 else ${FLAG.full} end)
    | (case when u.plate_hash = '' then 0 else ${FLAG.plate} end) | (case when u.context_hash = '' then 0 else ${FLAG.context} end)
  from u where t.plate = u.plate and t.ts = u.ts and t.id = u.id and t.flags & ${ANY_PICTURE_FLAG} = 0
  returning t.plate, t.ts, t.id)
insert into transit_picture (ts, id, plate, full_hash, plate_hash, context_hash)
select ts, id, plate, full_hash, plate_hash, context_hash from u join marked using (plate, ts, id) on conflict do nothing`;

const buildSelectText = (
  table: Table,
): string => `select t.plate, t.id::text as id from unnest($1::text[], $2::timestamptz[], $3::bigint[]) as u(plate, ts, id)
  join ${table} as t using (plate, ts, id) where t.flags & ${ANY_PICTURE_FLAG} <> 0`;

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
  // Sorted by key, so that concurrent calls with the same reads do not deadlock.
  const sorted = late.toSorted((a, b) => (a.plate === b.plate ? a.id.localeCompare(b.id) : a.plate < b.plate ? -1 : 1));
  for (const table of TABLES) {
    const ofTable = sorted.filter(({ plate }) => tableOfPlate(plate) === table);
    if (ofTable.length === 0) continue;
    const hashes = (['full', 'plate', 'context'] as const).map((kind) =>
      ofTable.map((one) => one.pictures[kind] ?? ''),
    );
    const values = [...toKeyColumns(ofTable), ...hashes];
    await retryTransaction(() =>
      runner.run({ name: `attach-pictures-${table}`, text: buildAttachText(table), values }),
    );
  }
}

/** Which of these transits are stored with at least one picture, as `"<id> <plate>"`. */
export async function findTransitsWithPictures(
  runner: Runner,
  keys: readonly TransitKey[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const table of TABLES) {
    const ofTable = keys.filter(({ plate }) => tableOfPlate(plate) === table);
    if (ofTable.length === 0) continue;
    const statement = { name: `held-pictures-${table}`, text: buildSelectText(table), values: toKeyColumns(ofTable) };
    for (const { id, plate } of await runner.run<TransitKey>(statement)) found.add(`${id} ${plate}`);
  }
  return found;
}
