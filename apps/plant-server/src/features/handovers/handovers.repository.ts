import type { HandoverKind } from '@varco/contract/plant/handovers.ts';
import { EFFECTIVE_LEVEL } from '../../auth/plant-user.repository.ts';
import { findRow, type Runner } from '../../database/sql-statement.ts';

/** Why an alert did not pass. */
export interface NotPassed {
  readonly id: string;
  readonly reason: 'changed' | 'closed' | 'not_visible';
}

/** A hand-over and how it ended; the fields of the end are null while it waits. Instants are ISO. */
export interface HandoverRow {
  readonly id: string;
  readonly batch: string;
  readonly giver: string;
  readonly giver_name: string;
  readonly giver_group: number;
  readonly recipient: string | null;
  readonly recipient_name: string;
  readonly made_at: string;
  readonly note: string;
  readonly plants: readonly string[];
  readonly missing: readonly string[];
  readonly is_cut: boolean;
  readonly n_items: number;
  readonly end_kind: 'signed' | 'withdrawn' | null;
  readonly end_person: string | null;
  readonly end_name: string | null;
  readonly end_at: string | null;
  readonly digest: string | null;
  readonly passed: readonly string[] | null;
  readonly not_passed: readonly NotPassed[] | null;
}

/** An item as it was when the hand-over was made. `owner_name` empty: nobody. */
export interface ItemRow {
  readonly kind: HandoverKind;
  readonly item: string;
  readonly since: string;
  readonly gate: number | null;
  readonly label: string;
  readonly owner_name: string;
  readonly is_own: boolean;
  readonly step: number;
  readonly sent_to: string;
  readonly sent_at: string | null;
  readonly note: string;
}

/** Who reads; `seesAll`: an administrator of the plant. */
export interface HandoverReader {
  readonly uuid: string;
  readonly groupId: number;
  readonly seesAll: boolean;
}

const COLUMNS = `h.id, h.batch, h.giver, h.giver_name, h.giver_group, h.recipient, h.recipient_name, h.made_at, h.note, h.plants, h.missing, h.is_cut,
  (select count(*)::int from handover_item as i where i.handover = h.id) as n_items,
  e.kind as end_kind, e.person as end_person, e.person_name as end_name, e.at as end_at, e.digest, e.passed, e.not_passed`;
const FROM = 'from handover as h left join handover_end as e on e.handover = h.id';
/** The giver, the named one, who signed, and for the next shift the group of the giver. `$1` account, `$2` group, `$3` all. */
const READABLE =
  '(h.giver = $1 or h.recipient = $1 or e.person = $1 or (h.recipient is null and h.giver_group = $2) or $3)';
const toParameters = ({ uuid, groupId, seesAll }: HandoverReader): readonly unknown[] => [uuid, groupId, seesAll];

/** Hand-overs since an instant that the reader may read, newest first. */
export const listHandovers = (
  runner: Runner,
  reader: HandoverReader,
  sinceIso: string,
  limit: number,
): Promise<readonly HandoverRow[]> =>
  runner.run<HandoverRow>({
    text: `select ${COLUMNS} ${FROM} where ${READABLE} and h.made_at >= $4 order by h.made_at desc, h.id desc limit $5`,
    values: [...toParameters(reader), sinceIso, limit],
  });

/** One hand-over that the reader may read; null: none. */
export const findHandover = (runner: Runner, reader: HandoverReader, id: string): Promise<HandoverRow | null> =>
  findRow<HandoverRow>(runner, {
    text: `select ${COLUMNS} ${FROM} where ${READABLE} and h.id = $4`,
    values: [...toParameters(reader), id],
  });

/** The hand-over of this person with this batch, whatever became of it; null: none. */
export const findByBatch = (runner: Runner, giver: string, batch: string): Promise<HandoverRow | null> =>
  findRow<HandoverRow>(runner, {
    text: `select ${COLUMNS} ${FROM} where h.giver = $1 and h.batch = $2`,
    values: [giver, batch],
  });

/** Whether a hand-over of this person waits for its signature. */
export async function hasWaitingHandover(runner: Runner, giver: string): Promise<boolean> {
  const rows = await runner.run<{ id: string }>({
    text: `select h.id ${FROM} where h.giver = $1 and e.handover is null limit 1`,
    values: [giver],
  });
  return rows.length > 0;
}

/** Batches that wait for the signature of this person. */
export async function listWaitingBatches(runner: Runner, reader: HandoverReader, limit: number): Promise<string[]> {
  const rows = await runner.run<{ batch: string }>({
    name: 'waiting-handovers',
    text: `select h.batch ${FROM} where e.handover is null and h.giver <> $1
      and (h.recipient = $1 or (h.recipient is null and h.giver_group = $2)) order by h.made_at desc limit $3`,
    values: [reader.uuid, reader.groupId, limit],
  });
  return rows.map(({ batch }) => batch);
}

export const readItems = (runner: Runner, handover: string): Promise<readonly ItemRow[]> =>
  runner.run<ItemRow>({
    text: `select kind, item, since, gate, label, owner_name, is_own, step, sent_to, sent_at, note from handover_item
      where handover = $1 order by kind, since, item`,
    values: [handover],
  });

/** An earlier note about an item. */
export interface EarlierNote {
  readonly kind: HandoverKind;
  readonly item: string;
  readonly note: string;
  readonly giver_name: string;
  readonly made_at: string;
}

/** The newest notes about these items in hand-overs that the reader may read, made before an instant. */
export const readEarlierNotes = (
  runner: Runner,
  reader: HandoverReader,
  items: readonly Pick<ItemRow, 'kind' | 'item'>[],
  beforeIso: string,
): Promise<readonly EarlierNote[]> =>
  runner.run<EarlierNote>({
    text: `select distinct on (i.kind, i.item) i.kind, i.item, i.note, h.giver_name, h.made_at
      from unnest($4::text[], $5::text[]) as q (kind, item)
        join handover_item as i on i.kind = q.kind and i.item = q.item and i.note <> ''
        join handover as h on h.id = i.handover left join handover_end as e on e.handover = h.id
      where ${READABLE} and h.made_at < $6 and e.kind is distinct from 'withdrawn' order by i.kind, i.item, h.made_at desc`,
    values: [...toParameters(reader), items.map(({ kind }) => kind), items.map(({ item }) => item), beforeIso],
  });

/** Serialises what is done under a name until the transaction ends. The serving role may not lock rows it cannot change. */
export async function lockHandovers(runner: Runner, name: string): Promise<void> {
  await runner.run({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`handovers ${name}`],
  });
}

export type NewHandover = Pick<
  HandoverRow,
  | 'id'
  | 'batch'
  | 'giver'
  | 'giver_name'
  | 'giver_group'
  | 'recipient'
  | 'recipient_name'
  | 'made_at'
  | 'note'
  | 'plants'
  | 'missing'
  | 'is_cut'
>;

/** Stores a hand-over with its items. */
export async function insertHandover(runner: Runner, made: NewHandover, items: readonly ItemRow[]): Promise<void> {
  await runner.run({
    text: `insert into handover (id, batch, giver, giver_name, giver_group, recipient, recipient_name, made_at, note, plants, missing, is_cut)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      ...[made.id, made.batch, made.giver, made.giver_name, made.giver_group, made.recipient, made.recipient_name],
      ...[made.made_at, made.note, made.plants, made.missing, made.is_cut],
    ],
  });
  const column = <Key extends keyof ItemRow>(key: Key) => items.map((one) => one[key]);
  await runner.run({
    text: `insert into handover_item (handover, kind, item, since, gate, label, owner_name, is_own, step, sent_to, sent_at, note)
      select $1, u.* from unnest($2::text[], $3::text[], $4::timestamptz[], $5::smallint[], $6::text[], $7::text[], $8::boolean[],
        $9::smallint[], $10::text[], $11::timestamptz[], $12::text[]) as u`,
    values: [
      made.id,
      ...[column('kind'), column('item'), column('since'), column('gate'), column('label'), column('owner_name')],
      ...[column('is_own'), column('step'), column('sent_to'), column('sent_at'), column('note')],
    ],
  });
}

/** How a hand-over ends. `digest` empty: withdrawn. */
export interface HandoverEnd {
  readonly id: string;
  readonly kind: 'signed' | 'withdrawn';
  readonly person: string;
  readonly name: string;
  readonly at: string;
  readonly digest: string;
  readonly passed: readonly string[];
  readonly notPassed: readonly NotPassed[];
}

export async function insertEnd(runner: Runner, end: HandoverEnd): Promise<void> {
  await runner.run({
    text: `insert into handover_end (handover, kind, person, person_name, at, digest, passed, not_passed)
      values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)`,
    values: [
      ...[end.id, end.kind, end.person, end.name, end.at, end.digest, end.passed, JSON.stringify(end.notPassed)],
    ],
  });
}

/** A person who may act on alerts. */
export interface ColleagueRow {
  readonly uuid: string;
  readonly username: string;
  readonly name: string;
}

/** Enabled members of the forces who see plates, but for one account; by name. */
export const listColleagues = (
  runner: Runner,
  except: string,
  todayIso: string,
  limit: number,
): Promise<readonly ColleagueRow[]> =>
  runner.run<ColleagueRow>({
    text: `select u.uuid, u.username, case when u.fullname = '' then u.username else u.fullname end as name
      from plant_user as u join user_group as g on g.id = u.group_id
      where ${EFFECTIVE_LEVEL} >= 5 and g.name like 'fdo%' and u.active = 1 and u.sees_plates and u.uuid <> $1
        and (u.expires_on is null or u.expires_on >= $2::date)
      order by lower(u.fullname), lower(u.username), u.id limit $3`,
    values: [except, todayIso, limit],
  });

/** Deletes hand-overs past their term, made before an instant; returns their number. */
export async function deleteHandoversBefore(runner: Runner, beforeIso: string): Promise<number> {
  const rows = await runner.run<{ n: number }>({
    text: 'select handover_prune($1)::int as n',
    values: [beforeIso],
  });
  return rows[0]?.n ?? 0;
}
