import type { LookUpRecord } from '@varco/contract/registry/look-up.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';
import { checkOfExpiry } from '@varco/domain/transits/transit-values.ts';

/** One fact of a result (T 3.11). An array is shown as lines; `color` marks it as valid or not. */
export interface ResultItem {
  readonly key: string;
  readonly label: string;
  readonly value: string | readonly string[];
  readonly color: 'ok' | 'al' | null;
  readonly isDate: boolean;
  readonly isArray: boolean;
}

export interface ResultGroup {
  readonly key: string;
  readonly label: string;
  /** False: the ministry reported nothing about it. */
  readonly visible: boolean;
  readonly items: readonly ResultItem[];
}

type Section = keyof LookUpRecord;
type Line = ResultItem | null;

interface Words {
  readonly t: Translate;
  /** Current day, ISO format, in the plants' time zone. */
  readonly today: string;
}

/** Sections in display order. */
const ORDER = [
  'insurance',
  'insurance_history',
  'inspection',
  'last_inspection',
  'person',
  'company',
  'vehicle',
  'lpg',
  'administrative',
  'document',
  'lines',
  'licence',
  'infractions',
] as const satisfies readonly Section[];

/** Converts a ministry record to groups. A group without data is included but not visible. */
export function groupsOf(record: LookUpRecord | null, t: Translate, today: string): readonly ResultGroup[] {
  return ORDER.map((key) => {
    const items = record === null ? [] : (LINES[key](record, { t, today }) ?? []).filter((line) => line !== null);
    return { key, label: t(`lookUps:group.${key}`), visible: items.length > 0, items };
  });
}

type ItemKey = MessageKey & `lookUps:item.${string}`;

function fact(
  { t }: Words,
  key: ItemKey,
  value: string | number | null | undefined,
  color: 'ok' | 'al' | null = null,
): Line {
  if (value === null || value === undefined || value === '') return null;
  return { key, label: t(key), value: String(value), color, isDate: false, isArray: false };
}

function day({ t }: Words, key: ItemKey, value: string | null | undefined, color: 'ok' | 'al' | null = null): Line {
  if (value === null || value === undefined) return null;
  return { key, label: t(key), value: formatDate(value), color, isDate: true, isArray: false };
}

function list({ t }: Words, key: ItemKey, value: readonly string[] | undefined): Line {
  if (value === undefined) return null;
  const isEmpty = value.length === 0;
  return {
    key,
    label: t(key),
    value: isEmpty ? t('lookUps:item.none') : value,
    color: null,
    isDate: false,
    isArray: !isEmpty,
  };
}

/** ALR-04: green SI while the day is after today, else red NO. */
function verdict(words: Words, key: ItemKey, ends: string): Line {
  const isRegular = checkOfExpiry(ends, words.today) === 'si';
  return fact(words, key, words.t(isRegular ? 'lookUps:yes' : 'lookUps:no'), isRegular ? 'ok' : 'al');
}

const onList = (words: Words, key: ItemKey, is: boolean): Line =>
  fact(words, key, words.t(is ? 'lookUps:yes' : 'lookUps:no'), is ? 'al' : 'ok');

type Lines = (record: LookUpRecord, words: Words) => readonly Line[] | undefined;

const ownerLines = (
  words: Words,
  owner: { street: string; post_code: string; municipality: string; province: string; since: string | null },
): readonly Line[] => [
  fact(words, 'lookUps:item.address', owner.street),
  fact(
    words,
    'lookUps:item.municipality',
    [owner.post_code, owner.municipality].filter((part) => part !== '').join(' '),
  ),
  fact(words, 'lookUps:item.province', owner.province),
  day(words, 'lookUps:item.since', owner.since),
];

const LINES: Readonly<Record<(typeof ORDER)[number], Lines>> = {
  insurance: ({ insurance }, w) =>
    insurance && [
      verdict(w, 'lookUps:item.insured', insurance.grace_until),
      day(w, 'lookUps:item.from', insurance.from),
      day(w, 'lookUps:item.to', insurance.to),
      day(w, 'lookUps:item.grace', insurance.grace_until),
      fact(w, 'lookUps:item.company', insurance.company),
      fact(w, 'lookUps:item.policy', insurance.policy),
      fact(w, 'lookUps:item.situation', insurance.situation),
    ],
  insurance_history: ({ insurance_history: history }, w) =>
    history && [
      list(
        w,
        'lookUps:item.contract',
        history.map(({ company, policy, from, to }) =>
          w.t('lookUps:contractLine', { company, policy, from: formatDate(from), to: formatDate(to) }),
        ),
      ),
    ],
  inspection: ({ inspection }, w) =>
    inspection && [verdict(w, 'lookUps:item.inspected', inspection.next), day(w, 'lookUps:item.next', inspection.next)],
  last_inspection: ({ last_inspection: last }, w) =>
    last && [
      day(w, 'lookUps:item.on', last.on),
      fact(w, 'lookUps:item.km', last.km),
      fact(w, 'lookUps:item.outcome', last.outcome),
      fact(w, 'lookUps:item.station', last.station),
    ],
  person: ({ person }, w) =>
    person && [
      fact(w, 'lookUps:item.name', person.name),
      fact(w, 'lookUps:item.taxCode', person.tax_code),
      day(w, 'lookUps:item.born', person.born),
      fact(w, 'lookUps:item.bornAt', person.born_at),
      fact(w, 'lookUps:item.sex', person.sex),
      ...ownerLines(w, person),
    ],
  company: ({ company }, w) =>
    company && [
      fact(w, 'lookUps:item.companyName', company.name),
      fact(w, 'lookUps:item.vat', company.vat_number),
      ...ownerLines(w, company),
    ],
  vehicle: ({ vehicle, plate, chassis }, w) =>
    vehicle && [
      fact(w, 'lookUps:item.plate', plate),
      fact(w, 'lookUps:item.chassis', chassis),
      fact(w, 'lookUps:item.class', w.t(`widgets:vehicle.${vehicle.class}`)),
      fact(w, 'lookUps:item.brand', vehicle.brand),
      fact(w, 'lookUps:item.model', vehicle.model),
      fact(w, 'lookUps:item.colour', w.t(`widgets:colour.${vehicle.colour}`)),
      fact(w, 'lookUps:item.euro', vehicle.euro),
      day(w, 'lookUps:item.registered', vehicle.first_registration),
      fact(w, 'lookUps:item.fuel', vehicle.fuel),
      fact(w, 'lookUps:item.displacement', vehicle.displacement_cc),
      fact(w, 'lookUps:item.power', vehicle.power_kw),
      fact(w, 'lookUps:item.seats', vehicle.seats),
      fact(w, 'lookUps:item.mass', vehicle.mass_kg),
    ],
  lpg: ({ lpg }, w) =>
    lpg && [
      fact(w, 'lookUps:item.maker', lpg.maker),
      fact(w, 'lookUps:item.tank', lpg.tank),
      day(w, 'lookUps:item.fitted', lpg.fitted_on),
      day(w, 'lookUps:item.expires', lpg.expires_on, lpg.expires_on < w.today ? 'al' : null),
    ],
  administrative: ({ administrative: state }, w) =>
    state && [
      fact(w, 'lookUps:item.status', state.status),
      day(w, 'lookUps:item.stolen', state.stolen_since, 'al'),
      onList(w, 'lookUps:item.listA1', state.list_a1),
      onList(w, 'lookUps:item.listA2', state.list_a2),
      onList(w, 'lookUps:item.listC', state.list_c),
      list(w, 'lookUps:item.encumbrances', state.encumbrances),
    ],
  document: ({ document }, w) =>
    document && [
      fact(w, 'lookUps:item.kind', document.kind),
      fact(w, 'lookUps:item.number', document.number),
      day(w, 'lookUps:item.issued', document.issued_on),
      fact(w, 'lookUps:item.office', document.office),
    ],
  lines: ({ lines }, w) => lines && [list(w, 'lookUps:item.line', lines)],
  licence: ({ licence }, w) =>
    licence && [
      fact(w, 'lookUps:item.number', licence.number),
      fact(w, 'lookUps:item.points', licence.points, licence.points === 0 ? 'al' : null),
      fact(w, 'lookUps:item.reason', licence.request_reason),
      day(w, 'lookUps:item.issued', licence.issued_on),
      day(w, 'lookUps:item.expires', licence.expires_on, licence.expires_on < w.today ? 'al' : null),
      list(w, 'lookUps:item.categories', licence.categories),
      list(w, 'lookUps:item.qualifications', licence.qualifications),
      list(w, 'lookUps:item.prescriptions', licence.prescriptions),
      list(w, 'lookUps:item.messages', licence.messages),
    ],
  infractions: ({ infractions }, w) =>
    infractions && [
      list(
        w,
        'lookUps:item.infraction',
        infractions.map((one) => w.t('lookUps:infractionLine', { ...one, date: formatDate(one.acquired_on) })),
      ),
    ],
};
