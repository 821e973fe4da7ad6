import type { LookUpRecord } from '@varco/contract/registry/look-up.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';
import { toCheckValue } from '@varco/domain/transits/transit-values.ts';

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

type RecordSection = keyof LookUpRecord;
type OptionalItem = ResultItem | null;

interface TextContext {
  readonly t: Translate;
  /** Current day, ISO format, in the plants' time zone. */
  readonly today: string;
}

/** Sections in display order. */
const SECTION_ORDER = [
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
] as const satisfies readonly RecordSection[];

/** Converts a ministry record to groups. A group without data is included but not visible. */
export function buildResultGroups(record: LookUpRecord | null, t: Translate, today: string): readonly ResultGroup[] {
  return SECTION_ORDER.map((key) => {
    const items =
      record === null ? [] : (ITEM_BUILDERS[key](record, { t, today }) ?? []).filter((line) => line !== null);
    return { key, label: t(`lookUps:group.${key}`), visible: items.length > 0, items };
  });
}

type ItemKey = MessageKey & `lookUps:item.${string}`;

function createTextItem(
  { t }: TextContext,
  key: ItemKey,
  value: string | number | null | undefined,
  color: 'ok' | 'al' | null = null,
): OptionalItem {
  if (value === null || value === undefined || value === '') return null;
  return { key, label: t(key), value: String(value), color, isDate: false, isArray: false };
}

function createDateItem(
  { t }: TextContext,
  key: ItemKey,
  value: string | null | undefined,
  color: 'ok' | 'al' | null = null,
): OptionalItem {
  if (value === null || value === undefined) return null;
  return { key, label: t(key), value: formatDate(value), color, isDate: true, isArray: false };
}

function createListItem({ t }: TextContext, key: ItemKey, value: readonly string[] | undefined): OptionalItem {
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
function createValidityItem(words: TextContext, key: ItemKey, ends: string): OptionalItem {
  const isRegular = toCheckValue(ends, words.today) === 'si';
  return createTextItem(words, key, words.t(isRegular ? 'lookUps:yes' : 'lookUps:no'), isRegular ? 'ok' : 'al');
}

const createOnListItem = (words: TextContext, key: ItemKey, is: boolean): OptionalItem =>
  createTextItem(words, key, words.t(is ? 'lookUps:yes' : 'lookUps:no'), is ? 'al' : 'ok');

type BuildItems = (record: LookUpRecord, words: TextContext) => readonly OptionalItem[] | undefined;

const buildOwnerItems = (
  words: TextContext,
  owner: { street: string; post_code: string; municipality: string; province: string; since: string | null },
): readonly OptionalItem[] => [
  createTextItem(words, 'lookUps:item.address', owner.street),
  createTextItem(
    words,
    'lookUps:item.municipality',
    [owner.post_code, owner.municipality].filter((part) => part !== '').join(' '),
  ),
  createTextItem(words, 'lookUps:item.province', owner.province),
  createDateItem(words, 'lookUps:item.since', owner.since),
];

const ITEM_BUILDERS: Readonly<Record<(typeof SECTION_ORDER)[number], BuildItems>> = {
  insurance: ({ insurance }, w) =>
    insurance && [
      createValidityItem(w, 'lookUps:item.insured', insurance.grace_until),
      createDateItem(w, 'lookUps:item.from', insurance.from),
      createDateItem(w, 'lookUps:item.to', insurance.to),
      createDateItem(w, 'lookUps:item.grace', insurance.grace_until),
      createTextItem(w, 'lookUps:item.company', insurance.company),
      createTextItem(w, 'lookUps:item.policy', insurance.policy),
      createTextItem(w, 'lookUps:item.situation', insurance.situation),
    ],
  insurance_history: ({ insurance_history: history }, w) =>
    history && [
      createListItem(
        w,
        'lookUps:item.contract',
        history.map(({ company, policy, from, to }) =>
          w.t('lookUps:contractLine', { company, policy, from: formatDate(from), to: formatDate(to) }),
        ),
      ),
    ],
  inspection: ({ inspection }, w) =>
    inspection && [
      createValidityItem(w, 'lookUps:item.inspected', inspection.next),
      createDateItem(w, 'lookUps:item.next', inspection.next),
    ],
  last_inspection: ({ last_inspection: last }, w) =>
    last && [
      createDateItem(w, 'lookUps:item.on', last.on),
      createTextItem(w, 'lookUps:item.km', last.km),
      createTextItem(w, 'lookUps:item.outcome', last.outcome),
      createTextItem(w, 'lookUps:item.station', last.station),
    ],
  person: ({ person }, w) =>
    person && [
      createTextItem(w, 'lookUps:item.name', person.name),
      createTextItem(w, 'lookUps:item.taxCode', person.tax_code),
      createDateItem(w, 'lookUps:item.born', person.born),
      createTextItem(w, 'lookUps:item.bornAt', person.born_at),
      createTextItem(w, 'lookUps:item.sex', person.sex),
      ...buildOwnerItems(w, person),
    ],
  company: ({ company }, w) =>
    company && [
      createTextItem(w, 'lookUps:item.companyName', company.name),
      createTextItem(w, 'lookUps:item.vat', company.vat_number),
      ...buildOwnerItems(w, company),
    ],
  vehicle: ({ vehicle, plate, chassis }, w) =>
    vehicle && [
      createTextItem(w, 'lookUps:item.plate', plate),
      createTextItem(w, 'lookUps:item.chassis', chassis),
      createTextItem(w, 'lookUps:item.class', w.t(`widgets:vehicle.${vehicle.class}`)),
      createTextItem(w, 'lookUps:item.brand', vehicle.brand),
      createTextItem(w, 'lookUps:item.model', vehicle.model),
      createTextItem(w, 'lookUps:item.colour', w.t(`widgets:colour.${vehicle.colour}`)),
      createTextItem(w, 'lookUps:item.euro', vehicle.euro),
      createDateItem(w, 'lookUps:item.registered', vehicle.first_registration),
      createTextItem(w, 'lookUps:item.fuel', vehicle.fuel),
      createTextItem(w, 'lookUps:item.displacement', vehicle.displacement_cc),
      createTextItem(w, 'lookUps:item.power', vehicle.power_kw),
      createTextItem(w, 'lookUps:item.seats', vehicle.seats),
      createTextItem(w, 'lookUps:item.mass', vehicle.mass_kg),
    ],
  lpg: ({ lpg }, w) =>
    lpg && [
      createTextItem(w, 'lookUps:item.maker', lpg.maker),
      createTextItem(w, 'lookUps:item.tank', lpg.tank),
      createDateItem(w, 'lookUps:item.fitted', lpg.fitted_on),
      createDateItem(w, 'lookUps:item.expires', lpg.expires_on, lpg.expires_on < w.today ? 'al' : null),
    ],
  administrative: ({ administrative: state }, w) =>
    state && [
      createTextItem(w, 'lookUps:item.status', state.status),
      createDateItem(w, 'lookUps:item.stolen', state.stolen_since, 'al'),
      createOnListItem(w, 'lookUps:item.listA1', state.list_a1),
      createOnListItem(w, 'lookUps:item.listA2', state.list_a2),
      createOnListItem(w, 'lookUps:item.listC', state.list_c),
      createListItem(w, 'lookUps:item.encumbrances', state.encumbrances),
    ],
  document: ({ document }, w) =>
    document && [
      createTextItem(w, 'lookUps:item.kind', document.kind),
      createTextItem(w, 'lookUps:item.number', document.number),
      createDateItem(w, 'lookUps:item.issued', document.issued_on),
      createTextItem(w, 'lookUps:item.office', document.office),
    ],
  lines: ({ lines }, w) => lines && [createListItem(w, 'lookUps:item.line', lines)],
  licence: ({ licence }, w) =>
    licence && [
      createTextItem(w, 'lookUps:item.number', licence.number),
      createTextItem(w, 'lookUps:item.points', licence.points, licence.points === 0 ? 'al' : null),
      createTextItem(w, 'lookUps:item.reason', licence.request_reason),
      createDateItem(w, 'lookUps:item.issued', licence.issued_on),
      createDateItem(w, 'lookUps:item.expires', licence.expires_on, licence.expires_on < w.today ? 'al' : null),
      createListItem(w, 'lookUps:item.categories', licence.categories),
      createListItem(w, 'lookUps:item.qualifications', licence.qualifications),
      createListItem(w, 'lookUps:item.prescriptions', licence.prescriptions),
      createListItem(w, 'lookUps:item.messages', licence.messages),
    ],
  infractions: ({ infractions }, w) =>
    infractions && [
      createListItem(
        w,
        'lookUps:item.infraction',
        infractions.map((one) => w.t('lookUps:infractionLine', { ...one, date: formatDate(one.acquired_on) })),
      ),
    ],
};
