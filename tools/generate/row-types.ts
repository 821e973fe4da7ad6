/** A column as described in the PostgreSQL catalogue. */
export interface Column {
  table_name: string;
  column_name: string;
  type_name: string;
  is_nullable: boolean;
  has_default: boolean;
  /** Identity or generated column: never written by hand. */
  is_always_made: boolean;
}

// Types as returned by the connection pool: bigint, numeric and dates as text, instants as ISO strings, never a Date.
const types: Record<string, string> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'Int8',
  real: 'number',
  'double precision': 'number',
  numeric: 'Numeric',
  boolean: 'boolean',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
};

const FILE_HEADING = `// Made by \`npm run dbtypes\` from the migrations: do not edit.
import type { ColumnType } from 'kysely';

/** The driver gives text, because a number could lose digits. */
type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>;
type Numeric = ColumnType<string, string | number, string | number>;
/** Parsed when read, text when written. */
type Json = ColumnType<unknown, string, string>;
/** Has a default, so an insert may leave it out. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
`;

/** The row types of a database: one interface per table and \`Tables\`, which lists all of them. */
export function buildRowTypes(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table_name);
  const interfaces = [...tables].map(
    ([table, of]) => `export interface ${toPascalCase(table)} {\n${of.map(formatField).join('')}}\n`,
  );
  const all = [...tables.keys()].map((table) => `  ${table}: ${toPascalCase(table)};\n`).join('');
  return [FILE_HEADING, ...interfaces, `export interface Tables {\n${all}}\n`].join('\n');
}

function formatField(column: Column): string {
  const base = findTypeScriptType(column.type_name) + (column.is_nullable ? ' | null' : '');
  if (column.is_always_made) return `  ${column.column_name}: ColumnType<${formatSelected(column)}, never, never>;\n`;
  return `  ${column.column_name}: ${column.has_default && !column.is_nullable ? `Generated<${base}>` : base};\n`;
}

function formatSelected(column: Column): string {
  const type = findTypeScriptType(column.type_name);
  const plain = type === 'Int8' || type === 'Numeric' ? 'string' : type === 'Json' ? 'unknown' : type;
  return plain + (column.is_nullable ? ' | null' : '');
}

function findTypeScriptType(name: string): string {
  if (name.endsWith('[]')) return `${findTypeScriptType(name.slice(0, -2))}[]`;
  return types[name.replace(/\(.*\)/, '')] ?? 'string';
}

function toPascalCase(table: string): string {
  return table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
