import type { BlacklistEntry, BlacklistEntryBody } from '@varco/contract/plant/blacklist-entry.ts';
import { canReserveEntries, canWriteLists } from '@varco/domain/policy/list-rights.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { toListRights } from '../../auth/plant-viewer.ts';
import type { BlacklistFields, BlacklistRow } from './blacklist.repository.ts';

/**
 * True when the user may change the entry: own entries, every open one for an administrator, the alarms of a share; never
 * an entry managed by an external source.
 */
export function mayChangeEntry(row: BlacklistRow, user: PlantUser): boolean {
  const rights = toListRights(user);
  if (row.is_read_only || canWriteLists(rights) !== null) return false;
  const isOwn = row.owner === user.id;
  if (row.kind === 'master') return isOwn && canReserveEntries(rights);
  if (row.kind === 'slave') return isOwn;
  return isOwn || row.creator === user.uuid || user.level >= PLANT_ADMIN_LEVEL;
}

const toBit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** An entry in the format of the API, as this user sees it. Only the creator of a reserved entry sees who shares it. */
export const toBlacklistEntry = (row: BlacklistRow, user: PlantUser): BlacklistEntry => ({
  id: row.id,
  uuid: row.uuid,
  targa: row.plate,
  nazione: row.nation,
  datainserimento: row.entered_at,
  abilitata: row.is_enabled,
  allarme: row.is_alarming,
  all_1: toBit(row.mail_alarm),
  all_2: toBit(row.push_alarm),
  all_3: toBit(row.radio_alarm),
  all_4: row.all_4,
  id_owner: row.owner,
  telaio: row.chassis,
  marca: row.brand,
  modello: row.model,
  stato: row.status_text,
  note1: row.note1,
  note2: row.note2,
  riservata_id: row.master,
  ro: row.is_read_only,
  mails: row.mails,
  data_scadenza: row.expires_at,
  ver: row.ver,
  created_at: row.created_at,
  updated_at: row.updated_at,
  inherited: row.is_inherited,
  synced_at: row.synced_at,
  synced_by: row.synced_by,
  creator_uuid: row.creator,
  reserved: row.kind !== 'open',
  reserved_master: row.kind === 'master',
  reserved_slave: row.kind === 'slave',
  reserved_slave_ids: [...row.slave_ids],
  reserved_user_ids: [...row.slave_users],
  username: row.username,
  groupid: row.group_id,
  interforze: row.is_interforce,
  approssimata: row.is_approximate,
  fonte: row.source,
  modificabile: mayChangeEntry(row, user),
});

/** Converts a request body to stored fields. Direct e-mails switch the e-mail alarm on (T 4.7). */
export const toBlacklistFields = (body: BlacklistEntryBody): BlacklistFields => ({
  is_approximate: body.approssimata,
  is_enabled: body.abilitata,
  is_alarming: body.allarme,
  mail_alarm: body.all_1 === 1 || (body.mails ?? '') !== '',
  push_alarm: body.all_2 === 1,
  radio_alarm: body.all_3 === 1,
  all_4: body.all_4,
  group_id: body.groupid,
  is_interforce: body.interforze,
  chassis: body.telaio.trim(),
  brand: body.marca.trim(),
  model: body.modello.trim(),
  status_text: body.stato.trim(),
  note1: body.note1.trim(),
  note2: body.note2.trim(),
  mails: (body.mails ?? '') === '' ? null : body.mails,
  expires_at: body.data_scadenza,
});

/** Content of an entry for the audit log. */
export const toAuditDetail = (row: BlacklistRow): Record<string, unknown> => ({
  id: row.id,
  plate: row.plate,
  kind: row.kind,
  enabled: row.is_enabled,
  alarming: row.is_alarming,
  mail: row.mail_alarm,
  push: row.push_alarm,
  radio: row.radio_alarm,
  mails: row.mails,
  group: row.group_id,
  interforce: row.is_interforce,
  approximate: row.is_approximate,
  chassis: row.chassis,
  brand: row.brand,
  model: row.model,
  status: row.status_text,
  note1: row.note1,
  note2: row.note2,
  expires: row.expires_at,
  users: [...row.slave_users],
});
