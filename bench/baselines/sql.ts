import { PAGE_SIZE, type PlateMatch, type TransitQuery } from '../search/transit-query.ts';

/** Differences between SQL dialects; tables and columns have the same names in all engines. */
export interface Dialect {
  /** Condition that a plate matches a LIKE pattern; case-insensitive where this is customary. */
  like(pattern: string): string;
  regex(expression: string): string;
  distance(plate: string): string;
  instant(iso: string): string;
  /** Table to query; `onePlate`: the query is about one plate. */
  table(onePlate: boolean): string;
  /** Suffix of a statement; `asksPlates`: the query is about plates. */
  ending(asksPlates: boolean): string;
  /** The newest row of each plate among the selected rows. */
  newestOfEach(where: string): string;
}

const CONFUSED = ['OQD0', 'B8', 'I1L', 'S5', 'Z2', 'G6', 'A4'];
const quoteSql = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Regular expression of a plate and its misreads. */
export const buildMisreadExpression = (plate: string): string =>
  `^${[...plate]
    .map((sign) => CONFUSED.find((group) => group.includes(sign)) ?? sign)
    .map((group) => (group.length > 1 ? `[${group}]` : group))
    .join('')}$`;

const toLikePattern = (pattern: string): string =>
  pattern.replaceAll('*', '%').replaceAll(/\{(\d+)\}/g, (_all, count: string) => '_'.repeat(Number(count)));

const isLiteral = (pattern: string): boolean => /^[A-Z0-9]+$/.test(pattern);

function buildPlateCondition(ask: PlateMatch, dialect: Dialect): string {
  if (ask.how === 'misread') return dialect.regex(buildMisreadExpression(ask.plate));
  if (ask.how === 'near') {
    const near = `${dialect.distance(ask.plate)} <= ${ask.errors}`;
    return ask.misreads ? `(${near} or ${dialect.regex(buildMisreadExpression(ask.plate))})` : near;
  }
  const parts = ask.pattern
    .split(',')
    .map((one) => (isLiteral(one) ? `plate = ${quoteSql(one)}` : dialect.like(toLikePattern(one))));
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' or ')})`;
}

const OPERATORS = { lt: '<', eq: '=', gt: '>' } as const;

function buildWindowConditions({ from, to }: TransitQuery, dialect: Dialect): string[] {
  return [
    ...(from === null ? [] : [`ts >= ${dialect.instant(from)}`]),
    ...(to === null ? [] : [`ts < ${dialect.instant(to)}`]),
  ];
}

/** Counts the recurrence of every plate in the window, then joins it to the rows. */
function buildSortedPage(
  { measure, most }: NonNullable<TransitQuery['orderBy']>,
  table: string,
  { within, where, ending }: { within: string; where: string; ending: string },
): string {
  const often = measure === 'transits' ? 'count(*)' : 'count(distinct cast(ts as date))';
  const stat = `(select plate, ${often} as often from ${table}${within} group by plate)`;
  const rows = `(select * from ${table}${where})`;
  return `select r.* from ${rows} r join ${stat} s on s.plate = r.plate order by s.often ${most === 'first' ? 'desc' : 'asc'}, r.ts desc, r.id desc limit ${PAGE_SIZE}${ending}`;
}

/** Statements of a query as a developer would write them for this engine without special tuning. */
export function buildStatements(question: TransitQuery, dialect: Dialect): readonly string[] {
  const { plate, gates, colour, brand, vclass, adr, recurrence, distinct, orderBy, offset, want } = question;
  const ending = dialect.ending(plate !== undefined);
  const window = buildWindowConditions(question, dialect);
  const onePlate = plate?.how === 'pattern' && isLiteral(plate.pattern);
  const table = dialect.table(onePlate);
  const conditions = [
    ...window,
    ...(plate === undefined ? [] : [buildPlateCondition(plate, dialect)]),
    ...(gates === undefined ? [] : [`gate in (${gates.join(', ')})`]),
    ...(colour === undefined ? [] : [`colour = ${quoteSql(colour)}`]),
    ...(brand === undefined ? [] : [`brand = ${quoteSql(brand.word)}`]),
    ...(vclass === undefined ? [] : [`vclass = ${quoteSql(vclass)}`]),
    ...(adr === undefined ? [] : [`adr <> ''`]),
  ];
  const within = window.length === 0 ? '' : ` where ${window.join(' and ')}`;
  if (recurrence !== undefined) {
    conditions.push(
      `plate in (select plate from ${table}${within} group by plate having count(*) ${OPERATORS[recurrence.operator]} ${recurrence.n})`,
    );
  }
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const from = distinct === true ? dialect.newestOfEach(where) : `select * from ${table}${where}`;
  const jump = offset === undefined ? '' : ` offset ${offset}`;
  if (orderBy !== undefined) return [buildSortedPage(orderBy, table, { within, where, ending })];
  const page = `${distinct === true ? `select * from (${from}) newest` : from} order by ts desc, id desc limit ${PAGE_SIZE}${jump}${ending}`;
  const counted = distinct === true ? 'count(distinct plate)' : 'count(*)';
  const count = `select ${counted} as total from ${table}${where}${ending}`;
  return want === 'page' ? [page] : want === 'count' ? [count] : [page, count];
}

export const POSTGRES: Dialect = {
  like: (pattern) => `plate ilike ${quoteSql(pattern)}`,
  regex: (expression) => `plate ~ ${quoteSql(expression)}`,
  distance: (plate) => `levenshtein(plate, ${quoteSql(plate)})`,
  instant: (iso) => quoteSql(iso),
  table: () => 'obvious.reads',
  ending: () => '',
  newestOfEach: (where) => `select distinct on (plate) * from obvious.reads${where} order by plate, ts desc, id desc`,
};

export const DUCKDB: Dialect = {
  like: (pattern) => `plate like ${quoteSql(pattern)}`,
  regex: (expression) => `regexp_matches(plate, ${quoteSql(expression)})`,
  distance: (plate) => `levenshtein(plate, ${quoteSql(plate)})`,
  instant: (iso) => `timestamp ${quoteSql(iso.replace('T', ' ').replace('Z', ''))}`,
  // The second table is sorted by plate, because this engine has no index that finds a plate faster.
  table: (onePlate) => (onePlate ? 'reads_by_plate' : 'reads'),
  ending: () => '',
  newestOfEach: (where) => `select distinct on (plate) * from reads${where} order by plate, ts desc, id desc`,
};

export const CLICKHOUSE: Dialect = {
  like: (pattern) => `plate like ${quoteSql(pattern)}`,
  regex: (expression) => `match(plate, ${quoteSql(expression)})`,
  distance: (plate) => `editDistance(plate, ${quoteSql(plate)})`,
  instant: (iso) => `toDateTime64(${quoteSql(iso.replace('T', ' ').replace('Z', ''))}, 3, 'UTC')`,
  table: () => 'reads',
  // Otherwise the engine uses the projection sorted by plate for pages by time too, which is a hundred times slower.
  ending: (asksPlates) => (asksPlates ? '' : ' settings optimize_use_projections = 0'),
  newestOfEach: (where) => `select * from reads${where} order by ts desc, id desc limit 1 by plate`,
};
