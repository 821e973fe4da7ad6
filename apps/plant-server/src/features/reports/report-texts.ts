import type { Transit } from '@varco/contract/plant/transit.ts';
import { ADR_CLASSES, COLOURS, VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import {
  getAlarmStyle,
  getCheckStyle,
  getSivesStyle,
  getStolenStyle,
  type CheckStyle,
} from '@varco/domain/transits/transit-values.ts';
import { formatDate } from '@varco/i18n/format.ts';
import { it } from '@varco/i18n/it/all-messages.ts';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';

/** The text of a check, and whether it is shown as an alert. */
export interface CheckText {
  readonly label: string;
  readonly value: string;
  readonly appearance: CheckStyle;
}

/** Texts of values with the same meaning in every check (T 4.2, readings TA59). */
const COMMON_CHECK_TEXTS: ReadonlyMap<string, MessageKey> = new Map([
  ['', 'widgets:alert.full.notChecked'],
  ['--', 'widgets:alert.full.notChecked'],
  ['/', 'widgets:alert.full.notChecked'],
  ['xx', 'widgets:alert.full.noService'],
  ['<x>', 'widgets:alert.full.licence'],
  ['<!>', 'widgets:alert.full.congestion'],
  ['**', 'widgets:alert.full.redacted'],
]);

const LIST_TEXTS: ReadonlyMap<string, MessageKey> = new Map([
  ['no', 'widgets:alert.full.negative'],
  ['si', 'widgets:alert.full.blacklist'],
  ['pn', 'widgets:alert.full.figurehead'],
  ['rub', 'widgets:alert.full.stolen'],
  ['rad', 'widgets:alert.full.struckOff'],
  ['scn', 'widgets:alert.full.scn'],
]);

const VALIDITY_TEXTS: ReadonlyMap<string, MessageKey> = new Map([
  ['si', 'widgets:alert.full.regular'],
  ['no', 'widgets:alert.full.missing'],
]);
const STOLEN_TEXTS: ReadonlyMap<string, MessageKey> = new Map([
  ['si', 'widgets:alert.full.stolen'],
  ['rub', 'widgets:alert.full.stolen'],
  ['no', 'widgets:alert.full.negative'],
]);
const REGISTRY_TEXTS: ReadonlyMap<string, MessageKey> = new Map([...LIST_TEXTS, ['si', 'widgets:alert.full.forces']]);

/** Text of insurance or inspection with its end date; null when the date is unknown or does not apply. */
function formatValidity(t: Translate, value: string, day: string | null): string | null {
  if (day === null || (value !== 'si' && value !== 'no')) return null;
  const word = t(value === 'si' ? 'widgets:alert.yes' : 'widgets:alert.no');
  return `${word}, ${t(value === 'si' ? 'print:until' : 'print:since', { date: formatDate(day) })}`;
}

/** The texts of the five checks, in the order of the screens. */
export function formatChecks(t: Translate, transit: Transit): CheckText[] {
  const word = (value: string, own: ReadonlyMap<string, MessageKey>): string => {
    const code = value.trim().toLowerCase();
    const key = COMMON_CHECK_TEXTS.get(code) ?? own.get(code);
    return key === undefined ? value.toUpperCase() : t(key);
  };
  const { assicurata, revisionata, rubata, sives, allarme } = transit;
  const of = (field: keyof typeof it.widgets.alert.field, value: string, look: CheckStyle): CheckText => ({
    label: t(`widgets:alert.field.${field}`),
    value,
    appearance: look,
  });
  return [
    of(
      'assicurata',
      formatValidity(t, assicurata, transit.scadass) ?? word(assicurata, VALIDITY_TEXTS),
      getCheckStyle(assicurata),
    ),
    of(
      'revisionata',
      formatValidity(t, revisionata, transit.scadrev) ?? word(revisionata, VALIDITY_TEXTS),
      getCheckStyle(revisionata),
    ),
    of('rubata', word(rubata, STOLEN_TEXTS), getStolenStyle(rubata)),
    of('sives', word(sives, REGISTRY_TEXTS), getSivesStyle(sives)),
    of('allarme', word(allarme, LIST_TEXTS), getAlarmStyle(allarme)),
  ];
}

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  list.some((item) => item === value);

/** A value read by the camera: translated when known, else unchanged. */
export const formatVehicleClass = (t: Translate, value: string): string =>
  value === ''
    ? t('widgets:vehicle.undefined')
    : isOneOf(VEHICLE_CLASSES, value)
      ? t(`widgets:vehicle.${value}`)
      : value;

export const formatColour = (t: Translate, value: string): string =>
  value === '' ? t('widgets:colour.undefined') : isOneOf(COLOURS, value) ? t(`widgets:colour.${value}`) : value;

type NationCode = keyof typeof it.nations;
const isNation = (code: string): code is NationCode => Object.hasOwn(it.nations, code);

export const formatNation = (t: Translate, code: string): string =>
  code === '' ? t('print:plate.nationUnknown') : isNation(code) ? t(`nations:${code}`) : code;

/** Place where the plate is registered, as far as known. */
export function formatRegistrationPlace(t: Translate, { nazione, provincia, comune }: Transit): string {
  const place = [comune, provincia === '' ? '' : `(${provincia})`].filter((text) => text !== '').join(' ');
  return place === '' ? formatNation(t, nazione) : `${formatNation(t, nazione)}, ${place}`;
}

const DIRECTIONS = [
  'transits:direction.d0',
  'transits:direction.d1',
  'transits:direction.d2',
  'transits:direction.d3',
  'transits:direction.d4',
] as const satisfies readonly MessageKey[];

export const formatTravelDirection = (t: Translate, code: number): string =>
  t(DIRECTIONS[code] ?? 'transits:direction.d0');

/** T 9: speeds above this are highlighted. */
const SPEED_MARK_KMH = 70;
export const isOverSpeed = ({ speed }: Transit): boolean => speed !== null && speed > SPEED_MARK_KMH;

export function formatSpeed(t: Translate, transit: Transit): string {
  const { speed } = transit;
  if (speed === null) return t('print:speedNone');
  return t(isOverSpeed(transit) ? 'print:speedOver' : 'print:speed', { speed });
}

export const formatMakeAndModel = (t: Translate, { marca, modello }: Transit): string =>
  [marca, modello].filter((text) => text !== '').join(' ') || t('print:makeNone');

export const formatEuroClass = (t: Translate, value: number | null): string =>
  value === null ? t('print:euroNone') : t('print:euro', { euro: value });

const ADR_NAMES = {
  '1': 'widgets:adr.classes.c1',
  '2': 'widgets:adr.classes.c2',
  '3': 'widgets:adr.classes.c3',
  '4.1': 'widgets:adr.classes.c4_1',
  '4.2': 'widgets:adr.classes.c4_2',
  '4.3': 'widgets:adr.classes.c4_3',
  '5.1': 'widgets:adr.classes.c5_1',
  '5.2': 'widgets:adr.classes.c5_2',
  '6.1': 'widgets:adr.classes.c6_1',
  '6.2': 'widgets:adr.classes.c6_2',
  '7': 'widgets:adr.classes.c7',
  '8': 'widgets:adr.classes.c8',
  '9': 'widgets:adr.classes.c9',
} as const satisfies Record<(typeof ADR_CLASSES)[number], MessageKey>;

/** Hazard class with its name; empty when the panel shows none. */
export function formatAdrClass(t: Translate, code: string): string {
  if (code === '') return '';
  return isOneOf(ADR_CLASSES, code) ? t('print:adrClass', { code, name: t(ADR_NAMES[code]) }) : code;
}
