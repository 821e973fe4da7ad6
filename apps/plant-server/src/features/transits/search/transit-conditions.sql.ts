import { sql } from 'kysely';
import { ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import type { Infringement } from '@varco/domain/code-lists.ts';
import { normaliseWord, type CodeDictionary, type CodeKind } from '../../../database/code-dictionary.repository.ts';
import { FLAG } from '../transit-row.ts';
import { readableOnly, type Condition } from '../../../policy/visible-transits.sql.ts';

/** Filters on a row besides plate, gates and time. Undefined: no restriction; an empty list matches nothing. */
export interface TransitFilterValues {
  readonly infringements?: readonly Infringement[] | undefined;
  readonly colours?: readonly string[] | undefined;
  /** Codes of the plant's dictionary. Model null: any. */
  readonly brands?: readonly { readonly brand: number; readonly model: number | null }[] | undefined;
  readonly classes?: readonly string[] | undefined;
  readonly nations?: readonly string[] | undefined;
  /** True: Italian; false: known to be foreign. */
  readonly national?: boolean | undefined;
  readonly provinces?: readonly string[] | undefined;
  /** A read without a province matches. */
  readonly notProvinces?: readonly string[] | undefined;
  /**
   * `local`: registered in the plant's municipality; `elsewhere`: known to be registered elsewhere; `known`: either of
   * them.
   */
  readonly residence?: 'local' | 'elsewhere' | 'known' | undefined;
  readonly directions?: readonly number[] | undefined;
  readonly lanes?: readonly number[] | undefined;
  readonly adrOnly?: boolean | undefined;
  /** Prefix of the Kemler code; its leading X may be omitted. */
  readonly kemler?: string | undefined;
  /** Leading digits of the four-digit number. */
  readonly unNumber?: string | undefined;
  readonly adrClasses?: readonly string[] | undefined;
  /** Only plates read in full. */
  readonly readableOnly?: boolean | undefined;
  /** km/h, inclusive. A read without a speed does not match. */
  readonly speedMin?: number | undefined;
  readonly speedMax?: number | undefined;
  /** Only these transits. Each has its instant, so that the time index is used. */
  readonly picked?: readonly { readonly id: string; readonly ts: string }[] | undefined;
}

const NO = CHECK_VALUES.indexOf('no');
const YES = CHECK_VALUES.indexOf('si');
const alarmCode = (value: (typeof ALARM_VALUES)[number]): number => ALARM_VALUES.indexOf(value);
const NO_ALARM_CODES = [alarmCode('no'), alarmCode('--')];

/** T 9, readings TA11 and TA59: condition of each filter code. Several codes are combined with or. */
const INFRINGEMENT: Readonly<Record<Infringement, Condition>> = {
  NA: sql<boolean>`t.insured = ${sql.lit(NO)}`,
  NR: sql<boolean>`t.inspected = ${sql.lit(NO)}`,
  RUB: sql<boolean>`(t.stolen = ${sql.lit(YES)} or t.alarm = ${sql.lit(alarmCode('rub'))})`,
  BL: sql<boolean>`t.alarm not in (${sql.join(NO_ALARM_CODES.map((value) => sql.lit(value)))})`,
  PN: sql<boolean>`t.alarm = ${sql.lit(alarmCode('pn'))}`,
  WL: sql<boolean>`(t.flags & ${sql.lit(FLAG.whitelisted)}) > 0`,
};

type Column = 'colour' | 'vclass' | 'nation' | 'province' | 'comune' | 'direction' | 'lane';

const hasAnyCode = (column: Column, codes: readonly number[]): Condition =>
  sql<boolean>`${sql.ref(`t.${column}`)} = any(${codes}::smallint[])`;
const anyCondition = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join([...conditions], sql` or `)})`;

/** Codes of words. A word that was never sent by a camera matches nothing. */
const findWordCodes = (codes: CodeDictionary, kind: CodeKind, words: readonly string[]): readonly number[] =>
  words.map((word) => codes.find(kind, normaliseWord(word))).filter((code) => code !== null);

const brandCondition = (brands: NonNullable<TransitFilterValues['brands']>): Condition =>
  anyCondition(
    brands.map(({ brand, model }) =>
      model === null
        ? sql<boolean>`t.brand = ${brand}::smallint`
        : sql<boolean>`(t.brand = ${brand}::smallint and t.model = ${model}::smallint)`,
    ),
  );

/** Code of the home nation. 0 is "not stated"; higher codes are foreign. */
const HOME_NATION = 1;

function residenceCondition(
  residence: NonNullable<TransitFilterValues['residence']>,
  codes: CodeDictionary,
  municipality: string,
): Condition {
  const home = municipality.toLowerCase();
  const here = codes.findCodes('comune', (word) => home !== '' && word.toLowerCase() === home);
  const local = hasAnyCode('comune', here);
  // A foreign vehicle counts as elsewhere even when its municipality is not known.
  const elsewhere = sql<boolean>`((t.comune <> 0 and not ${local}) or t.nation > ${sql.lit(HOME_NATION)})`;
  if (residence === 'local') return sql<boolean>`(${local} and t.nation <= ${sql.lit(HOME_NATION)})`;
  return residence === 'elsewhere' ? elsewhere : sql<boolean>`(t.comune <> 0 or t.nation > ${sql.lit(HOME_NATION)})`;
}

/** Same condition as the partial index of hazardous goods, which holds exactly the rows with a panel. */
const HAS_PANEL = sql<boolean>`(t.adr_un > 0 or t.adr_kemler <> '')`;

function adrConditions({ adrOnly, kemler, unNumber, adrClasses }: TransitFilterValues): readonly Condition[] {
  const all: Condition[] = [];
  if (adrOnly === true || kemler !== undefined || unNumber !== undefined || adrClasses !== undefined)
    all.push(HAS_PANEL);
  if (kemler !== undefined)
    all.push(sql<boolean>`(t.adr_kemler like ${`${kemler}%`} or t.adr_kemler like ${`X${kemler}%`})`);
  if (unNumber !== undefined) {
    const [from, to] = [unNumber.padEnd(4, '0'), unNumber.padEnd(4, '9')].map(Number);
    all.push(sql<boolean>`t.adr_un > 0 and t.adr_un between ${from}::smallint and ${to}::smallint`);
  }
  if (adrClasses !== undefined) all.push(sql<boolean>`t.adr_class = any(${adrClasses}::text[])`);
  return all;
}

function originConditions(
  filter: TransitFilterValues,
  codes: CodeDictionary,
  municipality: string,
): readonly Condition[] {
  const { nations, national, provinces, notProvinces, residence } = filter;
  const all: Condition[] = [];
  if (nations !== undefined) all.push(hasAnyCode('nation', findWordCodes(codes, 'nation', nations)));
  if (national === true) all.push(sql<boolean>`t.nation = ${sql.lit(HOME_NATION)}`);
  if (national === false) all.push(sql<boolean>`t.nation > ${sql.lit(HOME_NATION)}`);
  if (provinces !== undefined) all.push(hasAnyCode('province', findWordCodes(codes, 'province', provinces)));
  if (notProvinces !== undefined)
    all.push(sql<boolean>`not ${hasAnyCode('province', findWordCodes(codes, 'province', notProvinces))}`);
  if (residence !== undefined) all.push(residenceCondition(residence, codes, municipality));
  return all;
}

const pickedOnly = (picked: NonNullable<TransitFilterValues['picked']>): Condition =>
  sql<boolean>`t.ts = any(${picked.map(({ ts }) => ts)}::timestamptz[]) and t.id = any(${picked.map(({ id }) => id)}::bigint[])`;

/** Words used by a filter, by kind. Words that are not cached must be looked up before the conditions are built. */
export const collectFilterWords = (filter: TransitFilterValues): readonly (readonly [CodeKind, string])[] => [
  ...(filter.colours ?? []).map((word) => ['colour', normaliseWord(word)] as const),
  ...(filter.classes ?? []).map((word) => ['class', normaliseWord(word)] as const),
  ...(filter.nations ?? []).map((word) => ['nation', normaliseWord(word)] as const),
  ...[...(filter.provinces ?? []), ...(filter.notProvinces ?? [])].map((word) => ['province', word] as const),
];

/**
 * Conditions on the row `t`, in a fixed order, so that equal searches give equal statement texts. `municipality`: the
 * plant's own.
 */
export function transitConditions(
  filter: TransitFilterValues,
  codes: CodeDictionary,
  municipality: string,
): readonly Condition[] {
  const all: Condition[] = [];
  const { infringements, colours, brands, classes, directions, lanes, speedMin, speedMax } = filter;
  if (infringements !== undefined) all.push(anyCondition(infringements.map((code) => INFRINGEMENT[code])));
  if (colours !== undefined) all.push(hasAnyCode('colour', findWordCodes(codes, 'colour', colours)));
  if (brands !== undefined) all.push(brandCondition(brands));
  if (classes !== undefined) all.push(hasAnyCode('vclass', findWordCodes(codes, 'class', classes)));
  all.push(...originConditions(filter, codes, municipality));
  if (directions !== undefined) all.push(hasAnyCode('direction', directions));
  if (lanes !== undefined) all.push(hasAnyCode('lane', lanes));
  all.push(...adrConditions(filter));
  if (filter.readableOnly === true) all.push(readableOnly());
  if (speedMin !== undefined) all.push(sql<boolean>`t.speed >= ${speedMin}::smallint`);
  if (speedMax !== undefined) all.push(sql<boolean>`t.speed between 0 and ${speedMax}::smallint`);
  if (filter.picked !== undefined) all.push(pickedOnly(filter.picked));
  return all;
}
