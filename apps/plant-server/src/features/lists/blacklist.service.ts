import { randomUUID } from 'node:crypto';
import type { BlacklistEntryBody } from '@varco/contract/plant/blacklist-entry.ts';
import { parseDirectMails, formatDirectMails } from '@varco/domain/blacklist/direct-mails.ts';
import { endOfRomeDay, latestExpiryDay } from '@varco/domain/blacklist/expiry.ts';
import { canReserveEntries, canUseAudienceGroup } from '@varco/domain/policy/list-rights.ts';
import { isInDomains } from '@varco/domain/portal/user-kind.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { toListRights } from '../../auth/plant-viewer.ts';
import type { Runner } from '../../database/sql-statement.ts';
import {
  findEntriesByPlateOrUuid,
  findEntryById,
  lockPlate,
  removeEntries,
  readSlaves,
  updateEntries,
  insertEntries,
  type BlacklistFields,
  type BlacklistRow,
} from './blacklist.repository.ts';
import { toBlacklistFields, mayChangeEntry } from './blacklist.view.ts';
import { groupExists, listUsers } from './list-users.repository.ts';

/** Who writes, at what time, and which mail domains the plant allows. */
export interface WriteContext {
  readonly runner: Runner;
  readonly user: PlantUser;
  readonly now: string;
  readonly mailDomains: readonly string[];
}

export const invalidFieldError = (field: string): AppError =>
  new AppError('bad_request', { sub: 'invalid_field', field });
const deniedError = (): AppError => new AppError('no_perms', { sub: 'level' });
const entryExistsError = (): AppError => new AppError('conflict', { sub: 'blacklist_exists' });

/** Latest allowed expiry: the end of today plus one year (T 5.3). */
export const computeMaxExpiryMs = (now: string): number =>
  parseInstantMs(endOfRomeDay(latestExpiryDay(parseInstantMs(now))));

/** True when every direct e-mail address belongs to an allowed institution (security rules, part 13). */
export const areMailsAllowed = (mails: string | null, domains: readonly string[]): boolean =>
  parseDirectMails(mails).addresses.every((address) => isInDomains(address, domains));

/** Checks that need the database or the user. Throws `bad_request` naming the field, or `no_perms`. */
async function checkFields({ runner, user, now, mailDomains }: WriteContext, fields: BlacklistFields): Promise<void> {
  if (parseInstantMs(fields.expires_at) > computeMaxExpiryMs(now)) throw invalidFieldError('body/data_scadenza');
  if (!areMailsAllowed(fields.mails, mailDomains)) throw invalidFieldError('body/mails');
  const { group_id: group } = fields;
  if (group !== null && !canUseAudienceGroup(group, { ...toAudienceRights(user) })) throw deniedError();
  if (group !== null && !(await groupExists(runner, group))) throw invalidFieldError('body/groupid');
  if (fields.is_interforce && !user.responsabile_interforze && user.interforce !== 'enabled') throw deniedError();
}

const toAudienceRights = (user: PlantUser) => ({
  groupId: user.group_id,
  assignable: user.assignable_bl_groups,
  level: user.level,
});

/** Normalises the list of mail addresses: no spaces around the commas. */
const normaliseMails = (fields: BlacklistFields): BlacklistFields => ({
  ...fields,
  mails: formatDirectMails(parseDirectMails(fields.mails)),
});

/** A master entry raises no alerts itself; its alarms and direct e-mails are off (T 4.7). */
const toMasterFields = (fields: BlacklistFields): BlacklistFields => ({
  ...fields,
  mail_alarm: false,
  push_alarm: false,
  radio_alarm: false,
  mails: null,
  group_id: null,
});

/** A new share copies the master's fields and starts with the default alarms. */
const toShareFields = (fields: BlacklistFields): BlacklistFields => ({
  ...fields,
  is_alarming: true,
  mail_alarm: true,
  push_alarm: true,
  radio_alarm: false,
  mails: null,
  group_id: null,
});

/**
 * Creates an entry inside an open transaction. Throws `conflict/blacklist_exists`, `bad_request`, `no_perms`. Who may
 * insert at all was checked before, with `canWriteLists` (domain, `policy/list-rights.ts`).
 */
export async function insertEntry(writing: WriteContext, body: BlacklistEntryBody): Promise<BlacklistRow> {
  const { runner, user, now } = writing;
  const fields = normaliseMails(toBlacklistFields(body));
  await checkFields(writing, fields);
  if (body.reserved && !canReserveEntries(toListRights(user))) throw deniedError();
  await lockPlate(runner, body.targa);
  const requested = { plates: [body.targa], uuids: [], reserved: body.reserved };
  const existingRows = await findEntriesByPlateOrUuid(runner, user, requested, now);
  if (existingRows.some((row) => row.kind !== 'slave')) throw entryExistsError();
  const uuid = body.uuid ?? randomUUID();
  const entry = {
    uuid,
    plate: body.targa,
    kind: body.reserved ? ('master' as const) : ('open' as const),
    master: null,
    owner: user.id,
    creator: user.uuid,
    source: '',
    fields: body.reserved ? toMasterFields(fields) : fields,
  };
  const id = (await insertEntries(runner, [entry], now)).get(uuid);
  if (id === undefined) throw entryExistsError();
  if (body.reserved) await shareWith(writing, { id, plate: body.targa, fields }, body.reserved_user_ids);
  return requireVisibleEntry(writing, id);
}

async function requireVisibleEntry({ runner, user }: WriteContext, id: number): Promise<BlacklistRow> {
  const row = await findEntryById(runner, user, id);
  if (row === null) throw new Error('an entry its author cannot see');
  return row;
}

/**
 * Shares a master entry with exactly these users: new users get a share, users no longer named lose theirs. Throws
 * `bad_request`.
 */
async function shareWith(
  { runner, user, now }: WriteContext,
  master: { readonly id: number; readonly plate: string; readonly fields: BlacklistFields },
  userIds: readonly number[],
): Promise<void> {
  const wanted = [...new Set(userIds)];
  const known = new Set((await listUsers(runner, wanted)).map(({ id }) => id));
  const shares = await readSlaves(runner, master.id);
  const hasShare = (id: number): boolean => shares.some(({ owner }) => owner === id);
  // A user who left the forces keeps the share until removed from the list.
  if (wanted.length === 0 || wanted.some((id) => !known.has(id) && !hasShare(id)))
    throw invalidFieldError('body/reserved_user_ids');
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
      fields: toShareFields(master.fields),
    }));
  if (added.length > 0) await insertEntries(runner, added, now);
}

/** A user may change only the alarms of a share and whether it is enabled. */
const withChangedAlarms = (row: BlacklistRow, fields: BlacklistFields): BlacklistFields => ({
  ...row,
  is_enabled: fields.is_enabled,
  is_alarming: fields.is_alarming,
  mail_alarm: fields.mail_alarm,
  push_alarm: fields.push_alarm,
  radio_alarm: fields.radio_alarm,
  mails: fields.mails,
});

/** Applies a change of the master to a share: all fields except its alarms. */
const propagateToShare = (share: BlacklistRow, before: BlacklistRow, after: BlacklistFields): BlacklistFields => ({
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
  writing: WriteContext,
  row: BlacklistRow,
  body: BlacklistEntryBody,
): Promise<{ readonly before: BlacklistRow; readonly after: BlacklistRow }> {
  const { runner, user, now } = writing;
  await lockPlate(runner, row.plate);
  const before = await findEntryById(runner, user, row.id);
  if (before === null) throw new AppError('not_found');
  if (!mayChangeEntry(before, user)) throw deniedError();
  if (body.ver !== undefined && body.ver !== before.ver) throw new AppError('conflict');
  if (body.targa !== before.plate) throw invalidFieldError('body/targa');
  if (body.reserved !== (before.kind !== 'open')) throw invalidFieldError('body/reserved');
  const written = normaliseMails(toBlacklistFields(body));
  const fields =
    before.kind === 'slave'
      ? withChangedAlarms(before, written)
      : before.kind === 'master'
        ? toMasterFields(written)
        : written;
  const isOtherExpiry = parseInstantMs(fields.expires_at) !== parseInstantMs(before.expires_at);
  const isOtherGroup = fields.group_id !== before.group_id;
  await checkFields(writing, {
    ...fields,
    expires_at: isOtherExpiry ? fields.expires_at : now,
    group_id: isOtherGroup ? fields.group_id : null,
    is_interforce: fields.is_interforce && !before.is_interforce,
  });
  await writeChange(writing, before, fields);
  if (before.kind === 'master') {
    const shares = await readSlaves(runner, before.id);
    const changes = shares.map((share) => ({ id: share.id, fields: propagateToShare(share, before, fields) }));
    await updateEntries(runner, changes, now);
    await shareWith(writing, { id: before.id, plate: before.plate, fields }, body.reserved_user_ids);
  }
  return { before, after: await requireVisibleEntry(writing, before.id) };
}

/** The new audience may already have an entry that this user cannot see; it is refused like any other duplicate. */
async function writeChange(
  { runner, now }: WriteContext,
  { id }: BlacklistRow,
  fields: BlacklistFields,
): Promise<void> {
  try {
    await updateEntries(runner, [{ id, fields }], now);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === '23505' ? entryExistsError() : error;
  }
}

/** Deletes entries inside an open transaction. Throws `no_perms` when the user may not change one of them. */
export async function deleteEntries({ runner, user }: WriteContext, rows: readonly BlacklistRow[]): Promise<number> {
  if (rows.some((row) => row.kind === 'slave' || !mayChangeEntry(row, user))) throw deniedError();
  return removeEntries(
    runner,
    rows.map(({ id }) => id),
  );
}
