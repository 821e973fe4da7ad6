import { resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { serverSqlComplaints, sqlComplaints } from './sql-files.ts';

test('SQL of the servers is in repositories and fragments only', () => {
  expect(serverSqlComplaints(resolve(import.meta.dirname, '../..'))).toEqual([]);
});

const SERVICE = 'apps/plant-server/src/features/gates/gates.service.ts';
const PORTAL_SERVICE = 'apps/portal-server/src/features/user/user.service.ts';

describe('sqlComplaints', () => {
  it.each([
    ['a tag', SERVICE, 'const query = sql`select id from gate`;'],
    ['a tag with a type', SERVICE, 'const isOn = sql<boolean>`g.enabled`;'],
    ['raw SQL', SERVICE, "const order = sql.raw('asc');"],
    ['text of a statement', SERVICE, "await runner.run({ text: 'select id from gate', values: [] });"],
    ['a statement after its line', SERVICE, "  text: `update gate set note = '' where id = $1`,"],
    ['a query of the driver', SERVICE, "await client.query('delete from gate');"],
    ['a lock', SERVICE, "await runner.run({ text: 'lock table gate', values: [] });"],
    ['a builder', PORTAL_SERVICE, "tx.selectFrom('portal_user').selectAll()"],
    [
      'a builder in a repository of the plant',
      'apps/plant-server/src/features/gates/gates.repository.ts',
      "db.selectFrom('gate')",
    ],
  ])('refuses %s', (_name, file, line) => {
    expect(sqlComplaints(file, `import x from 'x';\n${line}\n`)).toHaveLength(1);
  });

  it.each([
    ['a repository', 'apps/plant-server/src/features/gates/gates.repository.ts', 'const query = sql`select 1`;'],
    ['a fragment', 'apps/plant-server/src/policy/visible-transits.sql.ts', 'const isOn = sql`t.gate = 1`;'],
    [
      'a builder of the portal',
      'apps/portal-server/src/features/user/user.repository.ts',
      "tx.selectFrom('portal_user')",
    ],
    ['a comment', SERVICE, ' * Runs `select id from gate`.'],
    ['a sentence', SERVICE, "throw new Error('update of a gate failed');"],
    ['the control of a transaction', SERVICE, "await client.query('begin');"],
  ])('accepts %s', (_name, file, line) => {
    expect(sqlComplaints(file, `${line}\n`)).toEqual([]);
  });
});
