import { ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { msOf } from '@varco/domain/time/rome.ts';
import { transitIdOf } from '@varco/domain/transits/transit-id.ts';
import { wordOf, type CodeBook, type CodeKind } from '../../database/code-book.ts';
import { dayNumber, FLAG, NO_POSITION } from '../transits/transits.public.ts';
import type { NewRead } from './new-read.ts';

type Value = string | number;

/** A column of `transit`: its type and how its value is derived from a read. */
export interface ReadColumn {
  readonly name: string;
  readonly type: 'bigint' | 'timestamptz' | 'integer' | 'smallint' | 'text' | 'bytea';
  readonly of: (read: NewRead, codes: CodeBook) => Value;
}

const small = (name: string, of: ReadColumn['of']): ReadColumn => ({ name, type: 'smallint', of });
const text = (name: string, of: ReadColumn['of']): ReadColumn => ({ name, type: 'text', of });
const position = (degrees: number | undefined): number =>
  degrees === undefined ? NO_POSITION : Math.round(degrees * 1e6);
const check = (value: NewRead['insured']): number => Math.max(0, CHECK_VALUES.indexOf(value ?? ''));

/** The words of a read that are stored as codes. */
export const WORDS: readonly (readonly [CodeKind, (read: NewRead) => string])[] = [
  ['class', (r) => wordOf(r.vehicleClass)],
  ['nation', (r) => wordOf(r.nation)],
  ['province', (r) => wordOf(r.province)],
  ['comune', (r) => wordOf(r.comune)],
  ['brand', (r) => wordOf(r.brand)],
  ['model', (r) => wordOf(r.model)],
  ['colour', (r) => wordOf(r.colour)],
  ['sives', (r) => wordOf(r.sives)],
  // Not stored with the read; used by the brand filter.
  ['brand_model', (r) => (wordOf(r.brand) === '' ? '' : [r.brand, r.model, r.vehicleClass].map(wordOf).join('\u001f'))],
];
const word = (name: string, kind: CodeKind): ReadColumn => {
  const of = WORDS.find(([k]) => k === kind)?.[1];
  return small(name, (read, codes) => (of === undefined ? 0 : (codes.find(kind, of(read)) ?? 0)));
};

function flagsOf(read: NewRead): number {
  const { pictures } = read;
  return (
    (pictures?.full === undefined ? 0 : FLAG.full) |
    (pictures?.plate === undefined ? 0 : FLAG.plate) |
    (pictures?.context === undefined ? 0 : FLAG.context) |
    (read.whitelisted === true ? FLAG.whitelisted : 0)
  );
}

const bytesOf = (values: readonly number[] | undefined): string => `\\x${Buffer.from(values ?? []).toString('hex')}`;

export const READ_COLUMNS: readonly ReadColumn[] = [
  { name: 'id', type: 'bigint', of: (r) => transitIdOf(r.gate, r.plate, msOf(r.at)) },
  { name: 'ts', type: 'timestamptz', of: (r) => new Date(msOf(r.at)).toISOString() },
  { name: 'lat', type: 'integer', of: (r) => position(r.lat) },
  { name: 'lon', type: 'integer', of: (r) => position(r.lon) },
  small('gate', (r) => r.gate),
  small('direction', (r) => r.direction ?? 0),
  word('vclass', 'class'),
  word('nation', 'nation'),
  word('province', 'province'),
  word('comune', 'comune'),
  word('brand', 'brand'),
  word('model', 'model'),
  word('colour', 'colour'),
  small('speed', (r) => r.speed ?? -1),
  small('lane', (r) => r.lane ?? -1),
  small('euro', (r) => r.euro ?? -1),
  small('confidence', (r) => (r.confidence === undefined ? -1 : Math.round(r.confidence * 10))),
  small('insured', (r) => check(r.insured)),
  small('insured_until', (r) => dayNumber(r.insuredUntil)),
  small('inspected', (r) => check(r.inspected)),
  small('inspected_until', (r) => dayNumber(r.inspectedUntil)),
  small('stolen', (r) => check(r.stolen)),
  word('sives', 'sives'),
  small('alarm', (r) => Math.max(0, ALARM_VALUES.indexOf(r.alarm ?? 'no'))),
  small('flags', flagsOf),
  small('adr_un', (r) => Number(r.adrUn ?? 0)),
  text('plate', (r) => r.plate),
  text('adr_kemler', (r) => r.adrKemler ?? ''),
  text('adr_class', (r) => r.adrClass ?? ''),
  { name: 'confidence_chars', type: 'bytea', of: (r) => bytesOf(r.confidenceChars) },
];
