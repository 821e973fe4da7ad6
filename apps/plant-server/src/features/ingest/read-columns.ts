import { ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { normaliseWord, type CodeDictionary, type CodeKind } from '../../database/code-dictionary.repository.ts';
import { NO_POSITION } from '../../database/read-position.sql.ts';
import { toDayNumber, FLAG } from '../transits/transits.public.ts';
import type { NewRead } from './new-read.ts';
import { toTransitKey } from './read-key.ts';

type Value = string | number;

/** A column of `transit`: its type and how its value is derived from a read. */
export interface ReadColumn {
  readonly name: string;
  readonly type: 'bigint' | 'timestamptz' | 'integer' | 'smallint' | 'text' | 'bytea';
  readonly of: (read: NewRead, codes: CodeDictionary) => Value;
}

const smallintColumn = (name: string, of: ReadColumn['of']): ReadColumn => ({ name, type: 'smallint', of });
const textColumn = (name: string, of: ReadColumn['of']): ReadColumn => ({ name, type: 'text', of });
const toMicrodegrees = (degrees: number | undefined): number =>
  degrees === undefined ? NO_POSITION : Math.round(degrees * 1e6);
const checkCode = (value: NewRead['insured']): number => Math.max(0, CHECK_VALUES.indexOf(value ?? ''));

/** The words of a read that are stored as codes. */
export const READ_WORDS: readonly (readonly [CodeKind, (read: NewRead) => string])[] = [
  ['class', (r) => normaliseWord(r.vehicleClass)],
  ['nation', (r) => normaliseWord(r.nation)],
  ['province', (r) => normaliseWord(r.province)],
  ['comune', (r) => normaliseWord(r.comune)],
  ['brand', (r) => normaliseWord(r.brand)],
  ['model', (r) => normaliseWord(r.model)],
  ['colour', (r) => normaliseWord(r.colour)],
  ['sives', (r) => normaliseWord(r.sives)],
  // Not stored with the read; used by the brand filter.
  [
    'brand_model',
    (r) => (normaliseWord(r.brand) === '' ? '' : [r.brand, r.model, r.vehicleClass].map(normaliseWord).join('\u001f')),
  ],
];
const wordColumn = (name: string, kind: CodeKind): ReadColumn => {
  const of = READ_WORDS.find(([k]) => k === kind)?.[1];
  return smallintColumn(name, (read, codes) => (of === undefined ? 0 : (codes.find(kind, of(read)) ?? 0)));
};

function computeFlags(read: NewRead): number {
  const { pictures } = read;
  return (
    (pictures?.full === undefined ? 0 : FLAG.full) |
    (pictures?.plate === undefined ? 0 : FLAG.plate) |
    (pictures?.context === undefined ? 0 : FLAG.context) |
    (read.whitelisted === true ? FLAG.whitelisted : 0)
  );
}

const toByteaHex = (values: readonly number[] | undefined): string => `\\x${Buffer.from(values ?? []).toString('hex')}`;

export const READ_COLUMNS: readonly ReadColumn[] = [
  { name: 'id', type: 'bigint', of: (r) => toTransitKey(r).id },
  { name: 'ts', type: 'timestamptz', of: (r) => new Date(parseInstantMs(r.at)).toISOString() },
  { name: 'lat', type: 'integer', of: (r) => toMicrodegrees(r.lat) },
  { name: 'lon', type: 'integer', of: (r) => toMicrodegrees(r.lon) },
  smallintColumn('gate', (r) => r.gate),
  smallintColumn('direction', (r) => r.direction ?? 0),
  wordColumn('vclass', 'class'),
  wordColumn('nation', 'nation'),
  wordColumn('province', 'province'),
  wordColumn('comune', 'comune'),
  wordColumn('brand', 'brand'),
  wordColumn('model', 'model'),
  wordColumn('colour', 'colour'),
  smallintColumn('speed', (r) => r.speed ?? -1),
  smallintColumn('lane', (r) => r.lane ?? -1),
  smallintColumn('euro', (r) => r.euro ?? -1),
  smallintColumn('confidence', (r) => (r.confidence === undefined ? -1 : Math.round(r.confidence * 10))),
  smallintColumn('insured', (r) => checkCode(r.insured)),
  smallintColumn('insured_until', (r) => toDayNumber(r.insuredUntil)),
  smallintColumn('inspected', (r) => checkCode(r.inspected)),
  smallintColumn('inspected_until', (r) => toDayNumber(r.inspectedUntil)),
  smallintColumn('stolen', (r) => checkCode(r.stolen)),
  wordColumn('sives', 'sives'),
  smallintColumn('alarm', (r) => Math.max(0, ALARM_VALUES.indexOf(r.alarm ?? 'no'))),
  smallintColumn('flags', computeFlags),
  smallintColumn('adr_un', (r) => Number(r.adrUn ?? 0)),
  textColumn('plate', (r) => r.plate),
  textColumn('adr_kemler', (r) => r.adrKemler ?? ''),
  textColumn('adr_class', (r) => r.adrClass ?? ''),
  { name: 'confidence_chars', type: 'bytea', of: (r) => toByteaHex(r.confidenceChars) },
];
