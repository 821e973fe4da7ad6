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

/** Who writes, at what time, and which mail domains the plant allows. */
export interface Writing {
  readonly runner: Runner;
  readonly user: PlantUser;
  readonly now: string;
  readonly mailDomains: readonly string[];
}

export const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });
const denied = (): AppError => new AppError('no_perms', { sub: 'level' });
const exists = (): AppError => new AppError('conflict', { sub: 'blacklist_exists' });

/** Latest allowed expiry: the end of today plus one year (T 5.3). */
export const latestExpiryMs = (now: string): number => msOf(endOfDay(farthestDay(msOf(now))));

/** True when every direct e-mail address belongs to an allowed institution (security rules, part 13). */
export const areMailsAllowed = (mails: string | null, domains: readonly string[]): boolean =>
  parseMails(mails).addresses.every((address) => isInDomains(address, domains));

/** Checks that need the database or the user. Throws `bad_request` naming the field, or `no_perms`. */
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

/** Normalises the list of mail addresses: no spaces around the commas. */
const tidy = (fields: BlacklistFields): BlacklistFields => ({ ...fields, mails: writeMails(parseMails(fields.mails)) });

/** A master entry raises no alerts itself; its alarms and direct e-mails are off (T 4.7). */
const asMaster = (fields: BlacklistFields): BlacklistFields => ({
  ...fields,
  mail_alarm: false,
  push_alarm: false,
  radio_alarm: false,
  mails: null,
  group_id: null,
});

/** A new share copies the master's fields and starts with the default alarms. */
const asShare = (fields: BlacklistFields): BlacklistFields => ({
  ...fields,
  is_alarming: true,
  mail_alarm: true,
  push_alarm: true,
  radio_alarm: false,
  mails: null,
  group_id: null,
});

/** Creates an entry inside an open transaction. Throws `conflict/blacklist_exists`, `bad_request`, `no_perms`. */
export async function insertEntry(writing: Writing, body: BlacklistWrite): Promise<BlacklistRow> {
  const { runner, user, now } = writing;
  const fields = tidy(fieldsOf(body));
  await checkFields(writing, fields);
  if (body.reserved && !canReserve(listRightsOf(user))) throw denied();
  await lockPlate(runner, body.targa);
  const asked = { plates: [body.targa], uuids: [], reserved: body.reserved };
  const existingRows = await entriesOf(runner, user, asked, now);
  if (existingRows.some((row) => row.kind !== 'slave')) throw exists();
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

/**
 * Shares a master entry with exactly these users: new users get a share, users no longer named lose theirs. Throws
 * `bad_request`.
 */
async function shareWith(
  { runner, user, now }: Writing,
  master: { readonly id: number; readonly plate: string; readonly fields: BlacklistFields },
  userIds: readonly number[],
): Promise<void> {
  const wanted = [...new Set(userIds)];
  const known = new Set((await listUsers(runner, wanted)).map(({ id }) => id));
  const shares = await slavesOf(runner, master.id);
  const hasShare = (id: number): boolean => shares.some(({ owner }) => owner === id);
  // A user who left the forces keeps the share until removed from the list.
  if (wanted.length === 0 || wanted.some((id) => !known.has(id) && !hasShare(id)))
    throw invalid('body/reserved_user_ids');
  await removeEntries(
    runner,
    shares.filter(({ owner }) => !wanted.includes(owner)).map(({ id }) => id),
  );
  const added = wanted
    .filter((id) => !hasShare(id))
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

/** A user may change only the alarms of a share and whether it is enabled. */
const onlyAlarms = (row: BlacklistRow, fields: BlacklistFields): BlacklistFields => ({
  ...row,
  is_enabled: fields.is_enabled,
  is_alarming: fields.is_alarming,
  mail_alarm: fields.mail_alarm,
  push_alarm: fields.push_alarm,
  radio_alarm: fields.radio_alarm,
  mails: fields.mails,
});

/** Applies a change of the master to a share: all fields except its alarms. */
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
 * Changes an entry inside an open transaction. The plate and whether it is reserved cannot be changed. `ver` in the body,
 * if present, must be the current version. Throws `not_found`, `no_perms`, `conflict`, `bad_request`.
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
  const written = tidy(fieldsOf(body));
  const fields =
    before.kind === 'slave' ? onlyAlarms(before, written) : before.kind === 'master' ? asMaster(written) : written;
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

/** The new audience may already have an entry that this user cannot see; it is refused like any other duplicate. */
async function writeChange({ runner, now }: Writing, { id }: BlacklistRow, fields: BlacklistFields): Promise<void> {
  try {
    await updateEntries(runner, [{ id, fields }], now);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === '23505' ? exists() : error;
  }
}

/** Deletes entries inside an open transaction. Throws `no_perms` when the user may not change one of them. */
export async function deleteEntries({ runner, user }: Writing, rows: readonly BlacklistRow[]): Promise<number> {
  if (rows.some((row) => row.kind === 'slave' || !mayChange(row, user))) throw denied();
  return removeEntries(
    runner,
    rows.map(({ id }) => id),
  );
}
