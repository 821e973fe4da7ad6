import { ImportRead } from '@varco/contract/plant/file-imports.ts';
import { isNoPlate } from '@varco/domain/plates/no-plate.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import type { Mapping, Meaning } from './column-names.ts';
import { parseTime, type TimeFormat } from './time-format.ts';
import type { Zone } from './wall-clock.ts';
import { parseVehicleClass, parseColour, parseDirection, parseNation } from './vocabulary.ts';

/** How the fields of a record become a read. */
export interface Plan {
  readonly mapping: Mapping;
  readonly format: TimeFormat;
  readonly zone: Zone;
  /** Gate name for every line; null: taken from the column. */
  readonly gate: string | null;
  /** Names of the plant's gates by number, because files often identify gates by number. */
  readonly gateNames: ReadonlyMap<string, string>;
  /** True when confidence values are shares from 0 to 1. */
  readonly isConfidenceShare: boolean;
}

const EMPTY_VALUES = /^(?:|-+|n\/?[ad]\.?|null|none|nan|\\n|undefined)$/i;

/** Value of a meaning; undefined when the column is missing or the cell is empty. */
export function getValue(fields: readonly string[], mapping: Mapping, meaning: Meaning): string | undefined {
  const index = mapping.get(meaning);
  const value = index === undefined ? undefined : fields[index]?.trim();
  return value === undefined || EMPTY_VALUES.test(value) ? undefined : value;
}

/** Parses a number with a decimal point or comma; NaN when invalid. */
const parseNumber = (text: string): number =>
  /^[+-]?\d{1,12}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;

type Optional = Exclude<Meaning, 'plate' | 'time' | 'date' | 'clock' | 'gate'>;

/** Optional meanings: the field they become, and the conversion. */
const OPTIONAL_FIELDS: Readonly<Record<Optional, readonly [keyof ImportRead, (text: string, plan: Plan) => unknown]>> =
  {
    lat: ['gps_lat', parseNumber],
    lon: ['gps_lon', parseNumber],
    nation: ['nazione', parseNation],
    speed: ['speed', (text) => Math.round(parseNumber(text.replace(/\s*km\/?h$/i, '')))],
    confidence: [
      'confidence',
      (text, plan) => Math.round(parseNumber(text.replace(/\s*%$/, '')) * (plan.isConfidenceShare ? 1000 : 10)) / 10,
    ],
    colour: ['colore', parseColour],
    make: ['marca', (text) => text],
    model: ['modello', (text) => text],
    class: ['class', parseVehicleClass],
    direction: ['direction', (text) => parseDirection(text) ?? Number.NaN],
    lane: ['lane', parseNumber],
    kemler: ['adr_kemler', (text) => text],
    un: ['adr_un_no', (text) => text.padStart(4, '0')],
  };
export const OPTIONAL_MEANINGS = Object.keys(OPTIONAL_FIELDS) as readonly Optional[];

/** Time of a record as ISO instant; null: unreadable or nonexistent. */
export function readRecordTime(fields: readonly string[], { mapping, format, zone }: Plan): string | null {
  const whole = getValue(fields, mapping, 'time');
  if (whole !== undefined) return parseTime(whole, format, zone);
  const [date, clock] = [getValue(fields, mapping, 'date'), getValue(fields, mapping, 'clock')];
  if (date === undefined) return clock === undefined ? null : parseTime(clock, format, zone);
  return parseTime(date, format, zone, clock);
}

/** The plate of a cell; empty: none was read. Null: no plate. */
function readPlate(sent: string): string | null {
  if (isNoPlate(sent)) return '';
  return normalisePlate(sent) === null || sent.length > 32 ? null : sent;
}

/** Converts a record to a read, or returns why it is refused: a code with a text in the language files. */
export function convertRecord(line: number, fields: readonly string[], plan: Plan): ImportRead | RefusalReason {
  const plate = readPlate(getValue(fields, plan.mapping, 'plate') ?? '');
  if (plate === null) return 'plate_unreadable';
  const time = readRecordTime(fields, plan);
  if (time === null) return 'time_unreadable';
  const gate = plan.gate ?? getValue(fields, plan.mapping, 'gate');
  if (gate === undefined) return 'gate_missing';
  const draft: Record<string, unknown> = { line, targa: plate, data: time, varco: plan.gateNames.get(gate) ?? gate };
  for (const meaning of OPTIONAL_MEANINGS) {
    const text = getValue(fields, plan.mapping, meaning);
    if (text === undefined) continue;
    const [name, convert] = OPTIONAL_FIELDS[meaning];
    draft[name] = convert(text, plan);
  }
  // Devices without a GPS fix write 0, 0, so that position is dropped.
  if (draft['gps_lat'] === 0 && draft['gps_lon'] === 0) for (const name of ['gps_lat', 'gps_lon']) delete draft[name];
  const read = ImportRead.safeParse(draft);
  if (read.success) return read.data;
  const at = read.error.issues[0]?.path[0];
  return OPTIONAL_MEANINGS.find((meaning) => OPTIONAL_FIELDS[meaning][0] === at) ?? 'gate_invalid';
}

export const REFUSALS = ['plate_unreadable', 'time_unreadable', 'gate_missing', 'gate_invalid'] as const;
export type RefusalReason = (typeof REFUSALS)[number] | Optional;
