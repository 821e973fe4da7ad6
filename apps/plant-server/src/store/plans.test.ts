import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isoOf } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { sql } from 'kysely';
import { PLANT_MIGRATIONS } from '../start.ts';
import { statsStatement } from './attach-stats.ts';
import { countEverythingStatement } from './count-transits.ts';
import {
  driveOf,
  gateStatement,
  historyStatement,
  probePlatesStatement,
  stretchStatement,
  type Drive,
} from './drivers.ts';
import type { Search } from './hits.ts';
import { insertReads } from './insert-reads.ts';
import type { NewRead } from './new-read.ts';
import { openStore } from './open-store.ts';
import type { Statement } from './statement.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00.000Z');
const DAY_MS = 86_400_000;
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase('plans', ...PLANT_MIGRATIONS);
  pool = createPool({ url: database.url, applicationName: 'plan test' });
  const store = await openStore(pool, NOW_MS);
  // 30 000 reads of 3 000 plates at 20 gates over 60 days.
  const reads: NewRead[] = Array.from({ length: 30_000 }, (_, i) => ({
    gate: 1 + (i % 20),
    plate: `AB${String(i % 3000).padStart(4, '0')}CD`,
    at: isoOf(NOW_MS - Math.floor((i * 60 * DAY_MS) / 30_000)),
    colour: i % 200 === 0 ? 'purple' : 'white',
  }));
  await insertReads(store, reads);
  const owner = createPool({ url: database.ownerUrl, applicationName: 'plan test owner', max: 1 });
  for (const table of ['transit', 'plate_dict', 'gate_hour']) await owner.query(`vacuum analyze ${table}`);
  await owner.end();
}, 60_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface PlanNode {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Pages of the database a statement touches: the same on every machine, which time is not. */
async function pagesOf(statement: Statement): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, buffers, timing off, format json) ${statement.text}`,
    [...statement.values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('no plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

const open = { gates: null, fromMs: NOW_MS - 90 * DAY_MS, toMs: NOW_MS + DAY_MS };
const nothing: Search = { visible: open, plates: { kind: 'all' }, conditions: [], distinct: false, recurrence: null };
const plain: Drive = driveOf(nothing, 'newest', 51);
const total = async (): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    `select sum(relpages)::int as n from pg_class where relname like 'transit\\_2%'`,
  );
  return rows[0]?.n ?? 0;
};

describe('pages read by the hot statements (storage design, part 7)', () => {
  it('has a table worth measuring', async () => expect(await total()).toBeGreaterThan(400));
  it.each<[string, () => Statement, number]>([
    ['history of a plate', () => historyStatement(plain, 'AB0042CD'), 60],
    [
      '50 plates probed',
      () =>
        probePlatesStatement(
          {
            ...plain,
            search: {
              ...plain.search,
              plates: { kind: 'plates', plates: [], hasCorrected: false, condition: sql<boolean>`true` },
            },
          },
          Array.from({ length: 50 }, (_, i) => `AB${String(i).padStart(4, '0')}CD`),
        ),
      1200,
    ],
    ['newest page', () => stretchStatement(plain, open.fromMs, open.toMs), 80],
    ['newest page of one gate', () => gateStatement(plain, 7, open.fromMs, open.toMs), 120],
    [
      'recurrence of 50 plates',
      () =>
        statsStatement(
          open,
          true,
          Array.from({ length: 50 }, (_, i) => `AB${String(i).padStart(4, '0')}CD`),
        ),
      1200,
    ],
    ['count of everything', () => countEverythingStatement(open), 400],
  ])('%s', async (_name, statement, most) => {
    expect(await pagesOf(statement())).toBeLessThanOrEqual(most);
  });
});

describe('one door to the transits', () => {
  const root = join(import.meta.dirname, '..');
  async function sources(): Promise<readonly { readonly file: string; readonly text: string }[]> {
    const files = (await readdir(root, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.includes('.test.') && !file.startsWith('testing'),
    );
    return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })));
  }

  /** Keep the table in order and show nobody a row: no limit of a person applies to them. */
  const KEEPERS = ['features/ingest/late-pictures.queries.ts', 'store/delete-transits.ts'];

  it('only visible-transits.ts selects from the table, so no statement can forget a limit', async () => {
    const reading = (await sources())
      .filter(({ text }) => /\b(?:from|join)\s+(?:only\s+)?transit\b|selectFrom\(\s*['"]transit\b/i.test(text))
      .map(({ file }) => file);
    expect(reading.sort()).toEqual([...KEEPERS, 'store/visible-transits.ts']);
  });

  it('only reads, late pictures, checks and retention write to it', async () => {
    const writing = (await sources())
      .filter(({ text }) => /\b(?:insert into|update|delete from)\s+transit\b/i.test(text))
      .map(({ file }) => file);
    expect(writing.sort()).toEqual([
      ...KEEPERS,
      'store/expire-pictures.ts',
      'store/insert-reads.ts',
      'store/settle-checks.ts',
    ]);
  });
});
