import { sql } from 'kysely';
import { ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import type { Infringement } from '@varco/domain/lists.ts';
import type { CodeBook, CodeKind } from './code-book.ts';
import { FLAG } from './new-read.ts';
import { wordOf } from './read-columns.ts';
import type { Condition } from './visible-transits.ts';

/** What a search asks beside plate, gates and time. Undefined: no restriction; an empty list matches nothing. */
export interface TransitFilterValues {
  readonly infringements?: readonly Infringement[] | undefined;
  readonly colours?: readonly string[] | undefined;
  readonly classes?: readonly string[] | undefined;
  readonly nations?: readonly string[] | undefined;
  readonly directions?: readonly number[] | undefined;
  readonly adrOnly?: boolean | undefined;
  /** km/h, both included; a read without speed fits neither. */
  readonly speedMin?: number | undefined;
  readonly speedMax?: number | undefined;
}

const NO = CHECK_VALUES.indexOf('no');
const YES = CHECK_VALUES.indexOf('si');
const alarm = (value: (typeof ALARM_VALUES)[number]): number => ALARM_VALUES.indexOf(value);
const QUIET = [alarm('no'), alarm('--')];

/** T 9, readings TA11 and TA59: what each code of the filter means on a row. Several codes: any of them. */
const INFRINGEMENT: Readonly<Record<Infringement, Condition>> = {
  NA: sql<boolean>`t.insured = ${sql.lit(NO)}`,
  NR: sql<boolean>`t.inspected = ${sql.lit(NO)}`,
  RUB: sql<boolean>`(t.stolen = ${sql.lit(YES)} or t.alarm = ${sql.lit(alarm('rub'))})`,
  BL: sql<boolean>`t.alarm not in (${sql.join(QUIET.map((value) => sql.lit(value)))})`,
  PN: sql<boolean>`t.alarm = ${sql.lit(alarm('pn'))}`,
  WL: sql<boolean>`(t.flags & ${sql.lit(FLAG.whitelisted)}) > 0`,
};

const anyOf = (column: 'colour' | 'vclass' | 'nation' | 'direction', codes: readonly number[]): Condition =>
  sql<boolean>`${sql.ref(`t.${column}`)} = any(${codes}::smallint[])`;

/** Numbers of words; a word no camera ever sent fits nothing. */
const codesOf = (codes: CodeBook, kind: CodeKind, words: readonly string[]): readonly number[] =>
  words.map((word) => codes.find(kind, wordOf(word))).filter((code) => code !== null);

/** Conditions on the row `t`, in a fixed order, so that equal searches give equal texts. */
export function transitConditions(filter: TransitFilterValues, codes: CodeBook): readonly Condition[] {
  const all: Condition[] = [];
  const { infringements, colours, classes, nations, directions, adrOnly, speedMin, speedMax } = filter;
  if (infringements !== undefined)
    all.push(
      infringements.length === 0
        ? sql<boolean>`false`
        : sql<boolean>`(${sql.join(
            infringements.map((code) => INFRINGEMENT[code]),
            sql` or `,
          )})`,
    );
  if (colours !== undefined) all.push(anyOf('colour', codesOf(codes, 'colour', colours)));
  if (classes !== undefined) all.push(anyOf('vclass', codesOf(codes, 'class', classes)));
  if (nations !== undefined) all.push(anyOf('nation', codesOf(codes, 'nation', nations)));
  if (directions !== undefined) all.push(anyOf('direction', directions));
  if (adrOnly === true) all.push(sql<boolean>`(t.adr_un > 0 or t.adr_kemler <> '')`);
  if (speedMin !== undefined) all.push(sql<boolean>`t.speed >= ${speedMin}::smallint`);
  if (speedMax !== undefined) all.push(sql<boolean>`t.speed between 0 and ${speedMax}::smallint`);
  return all;
}
