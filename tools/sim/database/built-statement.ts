/** A row of a table as the driver returns it. */
export type BuiltRow = Readonly<Record<string, unknown>>;

type Values = readonly unknown[];

const SELECT =
  /^select .+? from "(\w+)" where (.+?)(?: order by "(\w+)")?(?: limit \$(\d+))?(?: for (?:share|update))?$/;
const UPDATE = /^update "(\w+)" set (.+?) where (.+?)(?: returning .+)?$/;
const CONDITIONS = [
  { form: /^"(\w+)" = \$(\d+)$/, holds: (value: unknown, [first]: Values) => isSame(value, first) },
  { form: /^"(\w+)" < \$(\d+)$/, holds: (value: unknown, [first]: Values) => String(value) < String(first) },
  {
    form: /^"(\w+)" in \((.+)\)$/,
    holds: (value: unknown, given: Values) => given.some((one) => isSame(value, one)),
  },
  { form: /^"(\w+)" is null$/, holds: (value: unknown) => value === null },
  { form: /^"(\w+)" is not null$/, holds: (value: unknown) => value !== null },
];

const isSame = (a: unknown, b: unknown): boolean => a === b || (a !== null && b !== null && String(a) === String(b));

/** Tests one condition of a `where`. Throws for a form that is not known. */
function testCondition(condition: string, row: BuiltRow, values: Values): boolean {
  for (const { form, holds } of CONDITIONS) {
    const [, column = '', parameters = ''] = form.exec(condition) ?? [];
    if (column === '') continue;
    const given = [...parameters.matchAll(/\d+/g)].map(([number]) => values[Number(number) - 1]);
    return holds(row[column], given);
  }
  throw new Error(`unknown condition: ${condition}`);
}

const matches = (where: string, row: BuiltRow, values: Values): boolean =>
  where.split(' and ').every((condition) => testCondition(condition, row, values));

/** What a statement does to the tables of a database. */
export interface BuiltTables {
  /** Rows by key; undefined: the simulator has no such table. */
  readonly table: (name: string) => Map<string, BuiltRow> | undefined;
  /** Makes a change now, or with the commit of the open transaction. */
  readonly write: (change: () => void) => void;
}

/**
 * Answers a statement of the query builder on one table: a select or an update with conditions joined by `and`. An update
 * returns the rows it changed. Null: not such a statement.
 */
export function runBuiltStatement(tables: BuiltTables, text: string, values: Values): readonly BuiltRow[] | null {
  const [, selected = '', where = '', order, limit] = SELECT.exec(text) ?? [];
  const rows = tables.table(selected);
  if (rows !== undefined) {
    const found = [...rows.values()].filter((row) => matches(where, row, values));
    if (order !== undefined) found.sort((a, b) => Number(a[order]) - Number(b[order]));
    return limit === undefined ? found : found.slice(0, Number(values[Number(limit) - 1]));
  }
  const [, updated = '', sets = '', condition = ''] = UPDATE.exec(text) ?? [];
  const changed = tables.table(updated);
  if (changed === undefined) return null;
  const changes = sets.split(', ').map((set) => {
    const [, column = '', number = ''] = /^"(\w+)" = \$(\d+)$/.exec(set) ?? [];
    if (column === '') throw new Error(`unknown change: ${set}`);
    return [column, values[Number(number) - 1]] as const;
  });
  const found = [...changed].filter(([, row]) => matches(condition, row, values));
  const after = found.map(([key, row]) => [key, { ...row, ...Object.fromEntries(changes) }] as const);
  tables.write(() => {
    for (const [key, row] of after) changed.set(key, row);
  });
  return after.map(([, row]) => row);
}
