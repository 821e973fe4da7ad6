import { expect, test } from 'vitest';
import { CLICKHOUSE, DUCKDB, buildMisreadExpression, POSTGRES, buildStatements } from './sql.ts';

const OPEN = { from: null, to: null };

test('one question in three dialects', () => {
  const question = {
    want: 'both',
    plate: { how: 'pattern', pattern: 'AB*{2}C' },
    from: '2026-09-02T10:00:00.000Z',
    to: null,
  } as const;
  const counts = [POSTGRES, DUCKDB, CLICKHOUSE].map((dialect) => buildStatements(question, dialect)[1]);
  expect(counts).toEqual([
    `select count(*) as total from obvious.reads where ts >= '2026-09-02T10:00:00.000Z' and plate ilike 'AB%__C'`,
    `select count(*) as total from reads where ts >= timestamp '2026-09-02 10:00:00.000' and plate like 'AB%__C'`,
    `select count(*) as total from reads where ts >= toDateTime64('2026-09-02 10:00:00.000', 3, 'UTC') and plate like 'AB%__C'`,
  ]);
});

test('one plate is looked up where the engine finds it fastest; a list is a choice', () => {
  const ask = (pattern: string): string =>
    buildStatements({ want: 'page', plate: { how: 'pattern', pattern }, ...OPEN }, DUCKDB)[0] ?? '';
  expect(ask('AB123CD')).toContain(`from reads_by_plate where plate = 'AB123CD' order by`);
  expect(ask('AB123CD,*9')).toContain(`from reads where (plate = 'AB123CD' or plate like '%9')`);
});

test('recurrence counts within the window; misreads are a character class for each character', () => {
  const often = { want: 'page', recurrence: { operator: 'gt', n: 5 }, ...OPEN } as const;
  expect(buildStatements(often, POSTGRES)[0]).toContain(
    'where plate in (select plate from obvious.reads group by plate having count(*) > 5)',
  );
  expect(buildMisreadExpression('AB0C')).toBe('^[A4][B8][OQD0]C$');
});

test('sorted by recurrence: counted in the window, joined to the rows; one row per plate is counted as plates', () => {
  const window = { from: '2026-09-02T10:00:00.000Z', to: null };
  const sorted = { want: 'page', orderBy: { measure: 'transits', most: 'first' }, ...window } as const;
  expect(buildStatements(sorted, DUCKDB)[0]).toContain(
    `(select plate, count(*) as often from reads where ts >= timestamp '2026-09-02 10:00:00.000' group by plate) s`,
  );
  expect(buildStatements({ want: 'count', distinct: true, ...OPEN }, POSTGRES)).toEqual([
    'select count(distinct plate) as total from obvious.reads',
  ]);
});
