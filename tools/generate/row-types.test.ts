import type { Selectable } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '@varco/portal-server/db.gen.ts';
import type { DB } from '@varco/portal-server/db.ts';
import { buildRowTypes } from './row-types.ts';

/** Names of tables whose hand-written row types differ in columns or types from the migrations. */
type Differing = {
  [T in keyof DB]: T extends keyof Tables
    ? Selectable<DB[T]> extends Selectable<Tables[T]>
      ? keyof Tables[T] extends keyof DB[T]
        ? never
        : T
      : T
    : T;
}[keyof DB];

test('the rows the portal names are the rows its migrations make', () => {
  // Checked by the compiler: a table that differs makes this assignment an error that names it.
  const differing: Differing[] = [] satisfies never[];
  const none: [Differing] extends [never] ? true : Differing = true;
  expect([differing, none]).toEqual([[], true]);
});

test('row types: defaults, nulls, generated columns, bigint as text', () => {
  const column = { table_name: 'plate_word', is_nullable: false, has_default: false, is_always_made: false };
  const text = buildRowTypes([
    { ...column, column_name: 'id', type_name: 'bigint', has_default: true, is_always_made: true },
    { ...column, column_name: 'words', type_name: 'text[]', has_default: true },
    { ...column, column_name: 'score', type_name: 'real', is_nullable: true },
  ]);
  expect(text).toContain('export interface PlateWord {\n  id: ColumnType<string, never, never>;');
  expect(text).toContain('  words: Generated<string[]>;\n  score: number | null;\n');
  expect(text).toContain('export interface Tables {\n  plate_word: PlateWord;\n}');
});
