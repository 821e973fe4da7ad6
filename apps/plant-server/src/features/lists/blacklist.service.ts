import { randomUUID } from 'node:crypto';
import type { BlacklistWrite } from '@varco/contract/plant/blacklist-entry.ts';
import { parseMails, writeMails } from '@varco/domain/blacklist/direct-mails.ts';
import { endOfDay, farthestDay } from '@varco/domain/blacklist/expiry.ts';
import { canReserve, mayAddress } from '@varco/domain/blacklist/list-rights.ts';
import { isInDomains } from '@varco/domain/portal/user-kind.ts';
import { msOf } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PlantUser } from '../../auth/plant-user.queries.ts';
import { listRightsOf } from '../../auth/plant-viewer.ts';
import type { Runner } from '../../database/statement.ts';
import {
  entriesOf,
  entryById,
  lockPlate,
  removeEntries,
  slavesOf,
  updateEntries,
  writeEntries,
  type BlacklistFields,
  type BlacklistRow,
} from './blacklist.queries.ts';
import { fieldsOf, mayChange } from './blacklist.view.ts';
import { groupExists, listUsers } from './list-users.queries.ts';

/** Who writes, when, and what the plant allows. */
export interface Writing {
  readonly runner: Runner;
  readonly user: PlantUser;
  readonly now: string;
  readonly mailDomains: readonly string[];
}

export const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });
const denied = (): AppError => new AppError('no_perms', { sub: 'level' });
const exists = (): AppError => new AppError('conflict', { sub: 'blacklist_exists' });

/** T 5.3: at most the end of today plus one year. */
export const latestExpiryMs = (now: string): number => msOf(endOfDay(farthestDay(msOf(now))));

/** True when every direct e-mail goes to an institution (security rules, part 13). */
export const areMailsAllowed = (mails: string | null, domains: readonly string[]): boolean =>
  parseMails(mails).addresses.every((address) => isInDomains(address, domains));

/** Rules a schema cannot say. Throws `bad_request` naming the field, `no_perms`. */
async function checkFields({ runner, user, now, mailDomains }: Writing, fields: BlacklistFields): Promise<void> {
  if (msOf(fields.expires_at) > latestExpiryMs(now)) throw invalid('body/data_scadenza');
  if (!areMailsAllowed(fields.mails, mailDomains)) throw invalid('body/mails');
  const { group_id: group } = fields;
  if (group !== null && !mayAddress(group, { ...ofUser(user) })) throw denied();
  if (group !== null && !(await groupExists(runner, group))) throw invalid('body/groupid');
  if (fields.is_interforce && !user.responsabile_interforze && user.interforce !== 'enabled') throw denied();
}

const ofUser = (user: PlantUser) => ({
  groupId: user.group_id,
  assignable: user.assignable_bl_groups,
  level: user.level,
});

/** The mails as they are kept: without spaces around the commas. */
const tidy = (fields: BlacklistFields): BlacklistFields => ({ ...fields, mails: writeMails(parseMails(fields.mails)) });

/** A master raises nothing itself; its general alarms and direct e-mails are off (T 4.7). */
const asMaster = (fields: BlacklistFields): BlacklistFields => ({
  ...fields,
  mail_alarm: false,
  push_alarm: false,
  radio_alarm: false,
  mails: null,
  group_id: null,
});

/** A share begins with what the master says and the alarms of a new entry. */
const asShare = (fields: BlacklistFields): BlacklistFields => ({
  ...fields,
  is_alarming: true,
  mail_alarm: true,
  push_alarm: true,
  radio_alarm: false,
  mails: null,
  group_id: null,
});

/** Enters a plate, inside an open transaction. Throws `conflict/blacklist_exists`, `bad_request`, `no_perms`. */
export async function insertEntry(writing: Writing, body: BlacklistWrite): Promise<BlacklistRow> {
  const { runner, user, now } = writing;
  const fields = tidy(fieldsOf(body));
  await checkFields(writing, fields);
  if (body.reserved && !canReserve(listRightsOf(user))) throw denied();
  await lockPlate(runner, body.targa);
  const asked = { plates: [body.targa], uuids: [], reserved: body.reserved };
  const standing = await entriesOf(runner, user, asked, now);
  if (standing.some((row) => row.kind !== 'slave')) throw exists();
  const uuid = body.uuid ?? randomUUID();
  const entry = {
    uuid,
    plate: body.targa,
    kind: body.reserved ? ('master' as const) : ('open' as const),
    master: null,
    owner: user.id,
    creator: user.uuid,
    source: '',
    fields: body.reserved ? asMaster(fields) : fields,
  };
  const id = (await writeEntries(runner, [entry], now)).get(uuid);
  if (id === undefined) throw exists();
  if (body.reserved) await shareWith(writing, { id, plate: body.targa, fields }, body.reserved_user_ids);
  return reread(writing, id);
}

async function reread({ runner, user }: Writing, id: number): Promise<BlacklistRow> {
  const row = await entryById(runner, user, id);
  if (row === null) throw new Error('an entry its author cannot see');
  return row;
}

/** Gives a master to exactly these users: new ones get a share, the others lose theirs. Throws `bad_request`. */
async function shareWith(
  { runner, user, now }: Writing,
  master: { readonly id: number; readonly plate: string; readonly fields: BlacklistFields },
  userIds: readonly number[],
): Promise<void> {
  const wanted = [...new Set(userIds)];
  const known = new Set((await listUsers(runner, wanted)).map(({ id }) => id));
  const shares = await slavesOf(runner, master.id);
  const isHeld = (id: number): boolean => shares.some(({ owner }) => owner === id);
  // Somebody who left the forces keeps the share until taken off the list.
  if (wanted.length === 0 || wanted.some((id) => !known.has(id) && !isHeld(id)))
    throw invalid('body/reserved_user_ids');
  await removeEntries(
    runner,
    shares.filter(({ owner }) => !wanted.includes(owner)).map(({ id }) => id),
  );
  const added = wanted
    .filter((id) => !isHeld(id))
    .map((owner) => ({
      uuid: randomUUID(),
      plate: master.plate,
      kind: 'slave' as const,
      master: master.id,
      owner,
      creator: user.uuid,
      source: '',
      fields: asShare(master.fields),
    }));
  if (added.length > 0) await writeEntries(runner, added, now);
}

/** What a person may change of a share: its alarms and whether it is on. */
const onlyAlarms = (row: BlacklistRow, fields: BlacklistFields): BlacklistFields => ({
  ...row,
  is_enabled: fields.is_enabled,
  is_alarming: fields.is_alarming,
  mail_alarm: fields.mail_alarm,
  push_alarm: fields.push_alarm,
  radio_alarm: fields.radio_alarm,
  mails: fields.mails,
});

/** What a change of the master does to a share: all but its alarms. */
const following = (share: BlacklistRow, before: BlacklistRow, after: BlacklistFields): BlacklistFields => ({
  ...after,
  is_enabled: before.is_enabled === after.is_enabled ? share.is_enabled : after.is_enabled,
  is_alarming: share.is_alarming,
  mail_alarm: share.mail_alarm,
  push_alarm: share.push_alarm,
  radio_alarm: share.radio_alarm,
  mails: share.mails,
  group_id: null,
});

/**
 * Changes an entry, inside an open transaction. The plate and whether it is reserved stay as they are. `ver` in the body
 * must be the present one. Throws `not_found`, `no_perms`, `conflict`, `bad_request`.
 */
export async function changeEntry(
  writing: Writing,
  row: BlacklistRow,
  body: BlacklistWrite,
): Promise<{ readonly before: BlacklistRow; readonly after: BlacklistRow }> {
  const { runner, user, now } = writing;
  await lockPlate(runner, row.plate);
  const before = await entryById(runner, user, row.id);
  if (before === null) throw new AppError('not_found');
  if (!mayChange(before, user)) throw denied();
  if (body.ver !== undefined && body.ver !== before.ver) throw new AppError('conflict');
  if (body.targa !== before.plate) throw invalid('body/targa');
  if (body.reserved !== (before.kind !== 'open')) throw invalid('body/reserved');
  const given = tidy(fieldsOf(body));
  const fields =
    before.kind === 'slave' ? onlyAlarms(before, given) : before.kind === 'master' ? asMaster(given) : given;
  const isOtherExpiry = msOf(fields.expires_at) !== msOf(before.expires_at);
  const isOtherGroup = fields.group_id !== before.group_id;
  await checkFields(writing, {
    ...fields,
    expires_at: isOtherExpiry ? fields.expires_at : now,
    group_id: isOtherGroup ? fields.group_id : null,
    is_interforce: fields.is_interforce && !before.is_interforce,
  });
  await writeChange(writing, before, fields);
  if (before.kind === 'master') {
    const shares = await slavesOf(runner, before.id);
    const changes = shares.map((share) => ({ id: share.id, fields: following(share, before, fields) }));
    await updateEntries(runner, changes, now);
    await shareWith(writing, { id: before.id, plate: before.plate, fields }, body.reserved_user_ids);
  }
  return { before, after: await reread(writing, before.id) };
}

/** Another audience may be taken by an entry this person does not see: refused like any other duplicate. */
async function writeChange({ runner, now }: Writing, { id }: BlacklistRow, fields: BlacklistFields): Promise<void> {
  try {
    await updateEntries(runner, [{ id, fields }], now);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === '23505' ? exists() : error;
  }
}

/** Deletes entries that were found, inside an open transaction. Throws `no_perms` when one of them is not this person's. */
export async function deleteEntries({ runner, user }: Writing, rows: readonly BlacklistRow[]): Promise<number> {
  if (rows.some((row) => row.kind === 'slave' || !mayChange(row, user))) throw denied();
  return removeEntries(
    runner,
    rows.map(({ id }) => id),
  );
}
