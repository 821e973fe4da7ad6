import type { UseFormReturnType } from '@mantine/form';
import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import type { insertBlacklist } from '@varco/contract/plant/blacklist.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import {
  type DirectMails,
  fitDirectMails,
  NO_MAILS,
  parseDirectMails,
  formatDirectMails,
} from '@varco/domain/blacklist/direct-mails.ts';
import { formatItalianDay, endOfRomeDay, latestExpiryDay, parseTypedDay } from '@varco/domain/blacklist/expiry.ts';
import { normaliseListPlate } from '@varco/domain/blacklist/list-plate.ts';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import type { ShownScore } from '../../lib/lists/blacklist-request.store.ts';
import { toRomeDay } from '../../lib/rome-days.ts';

/** Values of the blacklist form (T 2.14, T 4.7, T 5.3). Pure: this file decides how one change affects other fields. */
export interface EntryForm {
  readonly plate: string;
  readonly chassis: string;
  readonly brand: string;
  readonly model: string;
  readonly status: string;
  readonly note1: string;
  readonly note2: string;
  /** What the person checked before an entry that starts from a score. */
  readonly checked: string;
  /** As typed: a day or a keyword. */
  readonly expiry: string;
  readonly isEnabled: boolean;
  readonly isAlarming: boolean;
  readonly mailAlarm: boolean;
  readonly pushAlarm: boolean;
  readonly radioAlarm: boolean;
  readonly all4: number;
  readonly hasMails: boolean;
  readonly mails: DirectMails;
  /** Only the own group, not all forces. */
  readonly isForGroup: boolean;
  readonly isReserved: boolean;
  readonly userIds: readonly number[];
  readonly isApproximate: boolean;
  readonly isInterforce: boolean;
  /** Credential ids of the plants a new entry is saved on. */
  readonly plants: readonly string[];
}

/** The form with its values and their setters. */
export type EntryFormState = UseFormReturnType<EntryForm>;

/** Maximum lengths of texts (T 9). */
export const MAX_FIELD_LENGTHS = {
  plate: 32,
  chassis: 45,
  brand: 45,
  model: 45,
  status: 155,
  note1: 255,
  note2: 255,
  checked: 255,
} as const;

/**
 * T 4.7: enabled, expiring at the end of the day one year ahead, e-mail and smartphone on, radio off, no direct
 * e-mails.
 */
export const createEntryForm = (plate: string, plants: readonly string[], nowMs: number): EntryForm => ({
  plate,
  chassis: '',
  brand: '',
  model: '',
  status: '',
  note1: '',
  note2: '',
  checked: '',
  expiry: formatItalianDay(latestExpiryDay(nowMs)),
  isEnabled: true,
  isAlarming: true,
  mailAlarm: true,
  pushAlarm: true,
  radioAlarm: false,
  all4: 0,
  hasMails: false,
  mails: NO_MAILS,
  isForGroup: false,
  isReserved: false,
  userIds: [],
  isApproximate: false,
  isInterforce: false,
  plants,
});

/** Converts an entry to form values; numbers of the wire become switches (T 3.6). */
export const toEntryForm = (entry: BlacklistEntry): EntryForm => ({
  plate: entry.targa,
  chassis: entry.telaio,
  brand: entry.marca,
  model: entry.modello,
  status: entry.stato,
  note1: entry.note1,
  note2: entry.note2,
  checked: '',
  expiry: formatItalianDay(toRomeDay(entry.data_scadenza)),
  isEnabled: entry.abilitata,
  isAlarming: entry.allarme,
  mailAlarm: entry.all_1 === 1,
  pushAlarm: entry.all_2 === 1,
  radioAlarm: entry.all_3 === 1,
  all4: entry.all_4,
  hasMails: entry.mails !== null,
  mails: parseDirectMails(entry.mails),
  isForGroup: entry.groupid !== null,
  isReserved: entry.reserved,
  userIds: entry.reserved_user_ids,
  isApproximate: entry.approssimata,
  isInterforce: entry.interforze,
  plants: [],
});

/** T 4.7: switching direct e-mails on also enables the e-mail alarm; off clears the addresses. */
export const withDirectMails = (form: EntryForm, hasMails: boolean): EntryForm => ({
  ...form,
  hasMails,
  mailAlarm: hasMails || form.mailAlarm,
  mails: hasMails ? form.mails : NO_MAILS,
});

/** T 5.3: removes duplicates, and addresses at the end that make the list too long. */
export const withMailAddresses = (form: EntryForm, addresses: readonly string[]): EntryForm => ({
  ...form,
  mails: fitDirectMails({ ...form.mails, addresses: addresses.map((one) => one.trim()).filter((one) => one !== '') }),
});

/** T 4.7: reserved entries have no direct e-mails and belong to one plant. */
export const withReserved = (form: EntryForm, isReserved: boolean): EntryForm => ({
  ...form,
  isReserved,
  userIds: [],
  ...(isReserved ? { hasMails: false, mails: NO_MAILS, isForGroup: false, plants: form.plants.slice(0, 1) } : {}),
});

export type EntryField = 'plate' | 'checked' | 'expiry' | 'mails' | 'users' | 'plants';
export type EntryFault = 'required' | 'reason' | 'plate' | 'day' | 'tooFar' | 'mail' | 'users' | 'plants';

/** Fewest characters of what was checked. */
const MIN_CHECKED = 3;

/** Validation errors by field. */
export function validateEntryForm(
  form: EntryForm,
  of: {
    readonly isNew: boolean;
    /** The entry starts from a score. */
    readonly isFromScore?: boolean;
    readonly nowMs: number;
    readonly keptExpiry?: string;
    /** A user's share of a reserved entry: the other users are not disclosed. */
    readonly isShare?: boolean;
  },
): Readonly<Partial<Record<EntryField, EntryFault>>> {
  const day = parseTypedDay(form.expiry, of.nowMs);
  const isStored = day !== null && of.keptExpiry !== undefined && day === toRomeDay(of.keptExpiry);
  const expiry =
    form.expiry.trim() === ''
      ? 'required'
      : day === null
        ? 'day'
        : !isStored && day > latestExpiryDay(of.nowMs)
          ? 'tooFar'
          : null;
  const plate = form.plate.trim() === '' ? 'required' : normaliseListPlate(form.plate) === null ? 'plate' : null;
  const isMailWrong = form.hasMails && !form.mails.addresses.every(isMailAddress);
  return {
    ...(plate === null ? {} : { plate }),
    ...(of.isFromScore === true && form.checked.trim().length < MIN_CHECKED ? { checked: 'reason' as const } : {}),
    ...(expiry === null ? {} : { expiry }),
    ...(isMailWrong ? { mails: 'mail' as const } : {}),
    ...(form.isReserved && of.isShare !== true && form.userIds.length === 0 ? { users: 'users' as const } : {}),
    ...(of.isNew && form.plants.length === 0 ? { plants: 'plants' as const } : {}),
  };
}

type EntryBody = CallInput<typeof insertBlacklist>['body'];

/** Last instant of the typed day; the previous instant if the day is unchanged. */
function computeExpiry(form: EntryForm, nowMs: number, stored: string | undefined): string {
  const day = parseTypedDay(form.expiry, nowMs) ?? latestExpiryDay(nowMs);
  return stored !== undefined && toRomeDay(stored) === day ? stored : endOfRomeDay(day);
}

const toBit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/**
 * Request body; switches become numbers of the wire. `groupId`: the user's group on that plant; `entry`: the entry
 * being changed; `score`: from which a new entry starts.
 */
export function buildEntryBody(
  form: EntryForm,
  of: {
    readonly groupId: number | null;
    readonly nowMs: number;
    readonly entry?: BlacklistEntry;
    readonly score?: ShownScore | null;
  },
): EntryBody {
  const { entry, score = null } = of;
  return {
    ...(entry === undefined ? { uuid: crypto.randomUUID() } : { uuid: entry.uuid, ver: entry.ver }),
    targa: entry?.targa ?? normaliseListPlate(form.plate) ?? form.plate,
    abilitata: form.isEnabled,
    allarme: form.isAlarming,
    all_1: toBit(form.mailAlarm),
    all_2: toBit(form.pushAlarm),
    all_3: toBit(form.radioAlarm),
    all_4: form.all4,
    telaio: form.chassis,
    marca: form.brand,
    modello: form.model,
    stato: form.status,
    note1: form.note1,
    note2: form.note2,
    mails: form.hasMails ? formatDirectMails(form.mails) : null,
    data_scadenza: computeExpiry(form, of.nowMs, entry?.data_scadenza),
    groupid: form.isForGroup ? (entry?.groupid ?? of.groupId) : null,
    reserved: form.isReserved,
    reserved_user_ids: entry?.reserved_slave === true ? [] : [...form.userIds],
    interforze: form.isInterforce,
    approssimata: form.isApproximate,
    ...(score === null ? {} : { da_punteggio: { ...score, verifica: form.checked.trim() } }),
  };
}
