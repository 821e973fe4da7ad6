import type { Distribution } from '../../database/distribution.ts';
import { ofKind, isNode, listOf, type Node, readColumn, readColumnEquality, textOf, walk } from './sql-tree.ts';

/**
 * What a source of rows is to the planner of a cluster. `spread`: rows with their key on every server; `everywhere`: a
 * reference table; `local`: a table of the coordinator; `collected`: rows first collected on the coordinator (a function,
 * a `with` query, a subquery that does not say the key).
 */
type SourceKind = 'spread' | 'everywhere' | 'local' | 'collected';

export interface Source {
  readonly alias: string;
  readonly kind: SourceKind;
  /** A subquery: sources around it that it joins itself by their key. */
  readonly joined?: readonly string[];
}

/** Tables by what they are, and the names of `with` queries around. */
export interface Tables {
  readonly distribution: Distribution;
  readonly queries: ReadonlySet<string>;
}

/** Name by which a query refers to a source; empty: none. */
export const readAlias = (fields: Node): string =>
  isNode(fields['alias']) ? textOf(fields['alias']['aliasname']) : '';

/** Sources whose key a subquery compares with a key, at any depth. */
export function listJoinedByKey(query: Node, { distribution }: Tables): readonly string[] {
  const keys = new Set(Object.values(distribution.distributed));
  const names: string[] = [];
  walk(query, (kind, fields) => {
    const pair = kind === 'A_Expr' ? readColumnEquality({ A_Expr: fields }) : null;
    if (pair !== null && pair.every((column) => keys.has(column.at(-1) ?? '')))
      names.push(...pair.flatMap((column) => (column.length === 2 ? [column[0] ?? ''] : [])));
    return true;
  });
  return names;
}

/** A lateral subquery over spread rows that hangs from rows the servers do not have with their key. */
export function isLateralOnCollected(item: unknown, left: readonly Source[], tables: Tables): boolean {
  const subquery = ofKind(item, 'RangeSubselect');
  if (subquery?.['lateral'] !== true || left.length === 0) return false;
  return containsSpread(subquery['subquery'], tables) && !left.some(({ kind }) => kind === 'spread');
}

/** Its rows are not simply rows of its tables: a limit, a group or an aggregate. */
export function isLimited(query: Node): boolean {
  if (query['limitCount'] !== undefined || query['groupClause'] !== undefined || query['distinctClause'] !== undefined)
    return true;
  let aggregates = false;
  walk(query['targetList'], (kind, fields) => {
    const [name] = listOf(fields['funcname']);
    if (kind === 'FuncCall' && /^(count|min|max|sum|avg|array_agg)$/.test(textOf(ofKind(name, 'String')?.['sval'])))
      aggregates = true;
    return kind !== 'SelectStmt';
  });
  return aggregates;
}

/** What a table is to the planner. */
export function judgeTable(name: string, { distribution, queries }: Tables): SourceKind {
  if (queries.has(name)) return 'collected';
  if (distribution.reference.includes(name)) return 'everywhere';
  return spreadKey(name, distribution) === undefined ? 'local' : 'spread';
}

/** Key of a distributed table or of a month of one. */
const spreadKey = (name: string, { distributed }: Distribution): string | undefined =>
  distributed[name] ?? distributed[name.replace(/_\d{4}_\d{2}$/, '')];

/** A subquery that shows the key of spread rows, and whose rows need not be collected, is spread itself. */
export function judgeSubquery(query: Node, tables: Tables): SourceKind {
  if (!containsSpread(query, tables)) return 'collected';
  if (query['limitCount'] !== undefined) return 'collected';
  if (isNode(query['larg']) && isNode(query['rarg'])) {
    const sides = [judgeSubquery(query['larg'], tables), judgeSubquery(query['rarg'], tables)];
    return sides.every((kind) => kind === 'spread') ? 'spread' : 'collected';
  }
  const keys = new Set(Object.values(tables.distribution.distributed));
  const shows = listOf(query['targetList']).some((item) => {
    const column = ofKind(ofKind(item, 'ResTarget')?.['val'], 'ColumnRef');
    if (column === null) return false;
    const isAll = listOf(column['fields']).some((field) => ofKind(field, 'A_Star') !== null);
    return isAll || keys.has(readColumn({ ColumnRef: column })?.at(-1) ?? '');
  });
  return shows ? 'spread' : 'collected';
}

/** True when a statement reads a distributed table at any depth. */
export function containsSpread(value: unknown, tables: Tables): boolean {
  let found = false;
  walk(value, (kind, fields) => {
    if (kind === 'RangeVar' && judgeTable(textOf(fields['relname']), tables) === 'spread') found = true;
    return true;
  });
  return found;
}
