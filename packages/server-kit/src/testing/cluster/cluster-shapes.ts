import { parseSync } from 'libpg-query';
import type { Distribution } from '../../database/distribution.ts';
import {
  type Source,
  type Tables,
  readAlias,
  listJoinedByKey,
  isLateralOnCollected,
  isLimited,
  judgeTable,
  judgeSubquery,
  containsSpread,
} from './source-kinds.ts';
import {
  ofKind,
  isNode,
  listOf,
  type Node,
  readColumn,
  readColumnEquality,
  splitConjunction,
  textOf,
  walk,
} from './sql-tree.ts';

/** Sources of the queries around a subquery, the nearest first. */
type Outer = readonly (readonly Source[])[];

/**
 * Why a Citus cluster would refuse a statement; empty: for none of the reasons known here. They were found by running
 * statements of this product on Citus 14.0 (storage design, part 12); `cluster-shapes.test.ts` compares them with a real
 * cluster where one is at hand.
 */
export function findRefusals(text: string, distribution: Distribution): readonly string[] {
  if (!mentionsSpread(text, distribution)) return [];
  const found = new Set<string>();
  const tree: unknown = parseSync(text);
  if (!isNode(tree)) return [];
  for (const entry of listOf(tree['stmts']))
    if (isNode(entry)) checkStatement(entry['stmt'], { distribution, queries: new Set() }, found);
  return [...found];
}

const mentionsSpread = (text: string, { distributed }: Distribution): boolean =>
  Object.keys(distributed).some((table) => text.includes(table));

function checkStatement(statement: unknown, tables: Tables, found: Set<string>): void {
  const explained = ofKind(statement, 'ExplainStmt');
  if (explained !== null) return checkStatement(explained['query'], tables, found);
  if (ofKind(statement, 'MergeStmt') !== null) found.add('merge');
  walk(statement, (kind, fields) => {
    if (kind !== 'SelectStmt' && kind !== 'UpdateStmt' && kind !== 'DeleteStmt' && kind !== 'InsertStmt') return true;
    checkQuery(fields, tables, [], found);
    return false;
  });
}

/** Names of the `with` queries of a statement, added to those around it. */
function withQueries(query: Node, tables: Tables): Tables {
  const names = listOf(isNode(query['withClause']) ? query['withClause']['ctes'] : undefined).map((item) =>
    textOf(ofKind(item, 'CommonTableExpr')?.['ctename']),
  );
  return names.length === 0 ? tables : { ...tables, queries: new Set([...tables.queries, ...names]) };
}

function checkQuery(query: Node, around: Tables, outer: Outer, found: Set<string>): void {
  const tables = withQueries(query, around);
  const clause = isNode(query['withClause']) ? query['withClause'] : null;
  for (const item of listOf(clause?.['ctes'])) {
    const body = ofKind(item, 'CommonTableExpr')?.['ctequery'];
    if (clause?.['recursive'] === true && containsSpread(body, tables)) found.add('recursive');
    for (const kind of ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt']) {
      const inner = ofKind(body, kind);
      if (inner !== null) checkQuery(inner, tables, outer, found);
    }
  }
  for (const side of ['larg', 'rarg'] as const)
    if (isNode(query[side]) && query['op'] !== undefined && query['op'] !== 'SETOP_NONE')
      checkQuery(query[side], tables, outer, found);
  const target = isNode(query['relation']) ? [{ RangeVar: query['relation'] }] : [];
  const from = [...target, ...listOf(query['fromClause']), ...listOf(query['usingClause'])];
  const sources = collectSources(from, tables, outer, found);
  const conditions = [...splitConjunction(query['whereClause']), ...joinConditions(from)];
  if (!joinsUsingKey(from, tables)) checkKeys(sources, conditions, findOuter(query, outer), tables, found);
  checkClauses(query, sources, tables, found);
  if (callsInReturning(query, tables)) found.add('function in returning');
  for (const part of ['targetList', 'whereClause', 'havingClause', 'sortClause', 'selectStmt', 'returningClause'])
    checkSubqueries(query[part], sources, tables, outer, found);
  for (const condition of joinConditions(from)) checkSubqueries(condition, sources, tables, outer, found);
}

function checkClauses(query: Node, sources: readonly Source[], tables: Tables, found: Set<string>): void {
  if (!sources.some(({ kind }) => kind === 'spread')) return;
  if (listOf(query['lockingClause']).length > 0 && !comparesKey(query['whereClause'], tables))
    found.add('lock of several keys');
  if (listOf(query['groupClause']).some((item) => ofKind(item, 'GroupingSet') !== null)) found.add('grouping sets');
  if (!isNode(query['relation']) || query['fromClause'] === undefined) {
    const key = isNode(query['relation'])
      ? tables.distribution.distributed[textOf(query['relation']['relname'])]
      : undefined;
    const isUpdate = key !== undefined && query['cols'] === undefined && query['targetList'] !== undefined;
    if (isUpdate && listOf(query['targetList']).some((item) => ofKind(item, 'ResTarget')?.['name'] === key))
      found.add('change of the key');
  }
}

/**
 * A change of rows on several servers that returns what a function makes of them. Immutable functions are accepted by a
 * cluster, but the statement does not tell which those are.
 */
function callsInReturning(query: Node, tables: Tables): boolean {
  if (!isNode(query['relation'])) return false;
  if (!['spread', 'everywhere'].includes(judgeTable(textOf(query['relation']['relname']), tables))) return false;
  let calls = false;
  walk(query['returningClause'], (kind) => {
    if (kind === 'FuncCall') calls = true;
    return kind !== 'SelectStmt';
  });
  return calls;
}

/** True when a condition names one value of the key. */
function comparesKey(condition: unknown, { distribution }: Tables): boolean {
  const keys = new Set(Object.values(distribution.distributed));
  return splitConjunction(condition).some((item) => {
    const test = ofKind(item, 'A_Expr');
    return test?.['kind'] === 'AEXPR_OP' && keys.has(readColumn(test['lexpr'])?.at(-1) ?? '');
  });
}

/** The sources of a `from`, from the left; checks those that depend on what is to their left. */
function collectSources(from: readonly unknown[], tables: Tables, outer: Outer, found: Set<string>): readonly Source[] {
  const sources: Source[] = [];
  const add = (item: unknown): void => {
    const join = ofKind(item, 'JoinExpr');
    if (join !== null) {
      add(join['larg']);
      if (join['jointype'] === 'JOIN_LEFT' && isLateralOnCollected(join['rarg'], sources, tables))
        found.add('lateral outer join');
      add(join['rarg']);
      return;
    }
    const subquery = ofKind(item, 'RangeSubselect');
    const table = ofKind(item, 'RangeVar');
    if (subquery !== null) {
      const inner = ofKind(subquery['subquery'], 'SelectStmt');
      if (inner === null) return;
      if (isLateralOnCollected(item, sources, tables) && isLimited(inner)) found.add('lateral with a limit');
      checkQuery(inner, tables, subquery['lateral'] === true ? [sources, ...outer] : outer, found);
      sources.push({
        alias: readAlias(subquery),
        kind: judgeSubquery(inner, tables),
        joined: listJoinedByKey(inner, tables),
      });
    } else if (table !== null) {
      const name = textOf(table['relname']);
      sources.push({ alias: readAlias(table) || name, kind: judgeTable(name, tables) });
    } else if (isNode(item)) sources.push({ alias: readAlias(ofKind(item, 'RangeFunction') ?? {}), kind: 'collected' });
  };
  for (const item of from) add(item);
  return sources;
}

/** Conditions of the joins of a `from`. */
const joinConditions = (from: readonly unknown[]): readonly unknown[] =>
  from.flatMap((item) => {
    const join = ofKind(item, 'JoinExpr');
    if (join === null) return [];
    return [...splitConjunction(join['quals']), ...joinConditions([join['larg'], join['rarg']])];
  });

/** The sources around a query, if it refers to them. */
const findOuter = (query: Node, [around = []]: Outer): readonly Source[] => (refersTo(query, around) ? around : []);

/** True for `join ... using (plate)`. */
const joinsUsingKey = (from: readonly unknown[], { distribution }: Tables): boolean =>
  from.some((item) => {
    const names = listOf(ofKind(item, 'JoinExpr')?.['usingClause']).map((name) => ofKind(name, 'String')?.['sval']);
    return names.some((name) => Object.values(distribution.distributed).includes(textOf(name)));
  });

/** Spread sources must be joined on their keys, with each other and with a spread source around a subquery. */
function checkKeys(
  sources: readonly Source[],
  conditions: readonly unknown[],
  outer: readonly Source[],
  tables: Tables,
  found: Set<string>,
): void {
  const own = sources.filter(({ kind }) => kind === 'spread').map(({ alias }) => alias);
  const outerSpread = outer.filter(({ kind }) => kind === 'spread').map(({ alias }) => alias);
  if (own.length === 0 || own.length + outerSpread.length < 2) return;
  const keys = new Set(Object.values(tables.distribution.distributed));
  const joined = new Set(outerSpread.length > 0 ? outerSpread : own.slice(0, 1));
  const pairs = conditions.flatMap((condition) => {
    const pair = readColumnEquality(condition);
    return pair !== null && pair.every((column) => column.length === 2 && keys.has(column[1] ?? ''))
      ? [[pair[0][0] ?? '', pair[1][0] ?? ''] as const]
      : [];
  });
  for (const { alias, joined: names = [] } of sources) pairs.push(...names.map((name) => [alias, name] as const));
  for (let grew = true; grew;) {
    grew = false;
    for (const [a, b] of [...pairs, ...pairs.map(([a, b]) => [b, a] as const)])
      if (joined.has(a) && !joined.has(b)) {
        joined.add(b);
        grew = true;
      }
  }
  if (own.some((alias) => !joined.has(alias))) found.add('join without the key');
}

/** Subqueries of expressions: those that refer to the rows around them must find these on the same server. */
function checkSubqueries(
  part: unknown,
  sources: readonly Source[],
  tables: Tables,
  outer: Outer,
  found: Set<string>,
): void {
  walk(part, (kind, fields) => {
    if (kind === 'SelectStmt') {
      checkQuery(fields, tables, outer, found);
      return false;
    }
    if (kind !== 'SubLink') return true;
    const inner = ofKind(fields['subselect'], 'SelectStmt');
    if (inner === null) return true;
    const isCorrelated = refersTo(inner, sources);
    if (isCorrelated) checkCorrelated(inner, sources, tables, found);
    checkQuery(inner, tables, isCorrelated ? [sources, ...outer] : [], found);
    if (fields['testexpr'] !== undefined) checkSubqueries(fields['testexpr'], sources, tables, outer, found);
    return false;
  });
}

function checkCorrelated(inner: Node, sources: readonly Source[], tables: Tables, found: Set<string>): void {
  const isOnSpread = sources.some(({ kind }) => kind === 'spread');
  if (containsSpread(inner, tables) && !isOnSpread) found.add('subquery of spread rows on rows of the coordinator');
  if (!isOnSpread) return;
  walk(inner, (kind, fields) => {
    if (kind === 'RangeVar' && judgeTable(textOf(fields['relname']), tables) === 'local')
      found.add('subquery of a local table on spread rows');
    return true;
  });
  const [only, more] = listOf(inner['fromClause']);
  const table = ofKind(only, 'RangeVar');
  if (more !== undefined || table === null || judgeTable(textOf(table['relname']), tables) !== 'everywhere') return;
  walk(inner['whereClause'], (kind, fields) => {
    if (kind === 'SubLink' && refersTo(fields['subselect'], sources)) found.add('subquery below a reference table');
    return true;
  });
}

/** True when a query names a column of one of the sources. */
function refersTo(query: unknown, sources: readonly Source[]): boolean {
  const aliases = new Set(sources.map(({ alias }) => alias).filter((alias) => alias !== ''));
  let found = false;
  walk(query, (kind, fields) => {
    const column = kind === 'ColumnRef' ? readColumn({ ColumnRef: fields }) : null;
    if (column !== null && column.length > 1 && aliases.has(column[0] ?? '')) found = true;
    return true;
  });
  return found;
}
