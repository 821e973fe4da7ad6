/** A node of the parse tree of PostgreSQL: one kind, with its fields. */
export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a node if it is of this kind; null otherwise. */
export function ofKind(node: unknown, kind: string): Node | null {
  const fields = isNode(node) ? node[kind] : undefined;
  return isNode(fields) ? fields : null;
}

/** A list of nodes in a field; empty when it is absent. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Names of a column as written: `t.plate` is `['t', 'plate']`, `*` is left out; null for anything else. */
export function readColumn(node: unknown): readonly string[] | null {
  const column = ofKind(node, 'ColumnRef');
  if (column === null) return null;
  return listOf(column['fields']).flatMap((field) => {
    const name = ofKind(field, 'String');
    return name === null ? [] : [textOf(name['sval'])];
  });
}

/** Calls `visit` for every node below a value, outer ones first; a false return leaves out what is below that node. */
export function walk(value: unknown, visit: (kind: string, fields: Node) => boolean): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
    return;
  }
  if (!isNode(value)) return;
  for (const [kind, fields] of Object.entries(value)) {
    if (isNode(fields) && /^[A-Z]/.test(kind) && !visit(kind, fields)) continue;
    walk(fields, visit);
  }
}

/** Conditions joined by `and`. */
export function splitConjunction(condition: unknown): readonly unknown[] {
  const both = ofKind(condition, 'BoolExpr');
  if (both === null || both['boolop'] !== 'AND_EXPR') return condition === undefined ? [] : [condition];
  return listOf(both['args']).flatMap(splitConjunction);
}

/** The two columns of `a = b`; null for any other condition. */
export function readColumnEquality(condition: unknown): readonly [readonly string[], readonly string[]] | null {
  const test = ofKind(condition, 'A_Expr');
  if (test === null || test['kind'] !== 'AEXPR_OP') return null;
  const [operator] = listOf(test['name']);
  if (ofKind(operator, 'String')?.['sval'] !== '=') return null;
  const left = readColumn(test['lexpr']);
  const right = readColumn(test['rexpr']);
  return left === null || right === null ? null : [left, right];
}
