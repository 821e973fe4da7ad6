import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { buildTransitId } from '@varco/domain/transits/transit-id.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { sql } from 'kysely';
import { PLANT_MIGRATIONS } from '../../../plant-database.ts';
import { isOnCluster } from '../../../testing/explain.ts';
import { statsStatement } from '../plate-stats.repository.ts';
import { countByHoursStatement, countStatement } from './count-transits.repository.ts';
import {
  continueAfter,
  createScanRequest,
  gateStatement,
  plateHistoryStatement,
  scanByPlateStatement,
  timeRangeStatement,
  type ScanRequest,
} from './scan-statements.repository.ts';
import { countHoursStatement, countRowsStatement } from '../histogram/bucket-counts.repository.ts';
import { isOneOf } from './plate-terms.sql.ts';
import { planPage } from './plan-page.ts';
import { runPagePlan } from './run-page-plan.ts';
import type { Search } from './candidate-query.sql.ts';
import { insertReads } from '../../ingest/insert-reads.repository.ts';
import type { NewRead } from '../../ingest/new-read.ts';
import { openStore } from '../../../context/open-store.ts';
import { poolRunner } from '../../../database/pg-runner.ts';
import type { Runner, Statement } from '../../../database/sql-statement.ts';

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
    at: toIsoInstant(NOW_MS - Math.floor((i * 60 * DAY_MS) / 30_000)),
    colour: i % 200 === 0 ? 'purple' : 'white',
    ...(i % 500 === 0 ? { adrKemler: '33', adrUn: '1203' } : {}),
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

/** Database pages that a statement reads: unlike time, the same on every machine. */
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
const nothing: Search = {
  visible: open,
  plates: { kind: 'all' },
  conditions: [],
  excludedIds: [],
  distinct: false,
  recurrence: null,
};
const panels = [sql<boolean>`(t.adr_un > 0 or t.adr_kemler <> '')`];
const atGates: Search = {
  ...nothing,
  visible: { ...open, gates: [3, 4, 5] },
  conditions: [sql<boolean>`t.colour = 1`],
};
const plain: ScanRequest = createScanRequest(nothing, 'newest', 51);
const total = async (): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    `select sum(relpages)::int as n from pg_class where relname like 'transit\\_2%'`,
  );
  return rows[0]?.n ?? 0;
};

const PLATES = Array.from({ length: 50 }, (_, i) => `AB${String(i).padStart(4, '0')}CD`);
/** The condition is not evaluated for named plates. */
const named = { kind: 'plates', plates: [], hasCorrected: false, condition: sql<boolean>`true` } as const;
const driven = (testedSearch: Partial<Search>, order: ScanRequest['order'] = 'newest'): ScanRequest =>
  createScanRequest({ ...nothing, ...testedSearch }, order, 51);
const often: Search['recurrence'] = { measure: 'transits', atLeast: 6, atMost: Infinity, over: open };
const DAYS = Array.from({ length: 90 }, (_, at) => NOW_MS - (90 - at) * DAY_MS);
const lastDay = { ...open, fromMs: NOW_MS - DAY_MS, toMs: NOW_MS };
const onePlate: Search = {
  ...nothing,
  plates: { ...named, plates: ['AB0042CD'], condition: isOneOf('t.plate', ['AB0042CD']) },
};
const week = NOW_MS - 7 * DAY_MS;
const twice: Search['recurrence'] = { measure: 'transits', atLeast: 2, atMost: 3, over: { ...open, fromMs: week } };

describe.skipIf(isOnCluster)('pages read by the hot statements (storage design, part 7)', () => {
  it('has a table worth measuring', async () => expect(await total()).toBeGreaterThan(400));
  it.each<[string, () => Statement, number]>([
    ['history of a plate', () => plateHistoryStatement(plain, 'AB0042CD'), 60],
    ['50 plates probed', () => scanByPlateStatement(driven({ plates: named }), PLATES), 1200],
    ['newest page', () => timeRangeStatement(plain, open.fromMs, open.toMs), 80],
    ['newest page of one gate', () => gateStatement(plain, 7, open.fromMs, open.toMs), 120],
    ['recurrence of 50 plates', () => statsStatement(open, true, PLATES), 1200],
    ['count of everything', () => countByHoursStatement(open), 400],
    ['distinct plates, newest page', () => timeRangeStatement(driven({ distinct: true }), open.fromMs, open.toMs), 900],
    ['distinct plates at a gate', () => gateStatement(driven({ distinct: true }), 7, open.fromMs, open.toMs), 900],
    ['newest of 50 plates', () => scanByPlateStatement(driven({ plates: named, distinct: true }), PLATES), 700],
    ['more than five passages', () => timeRangeStatement(driven({ recurrence: often }), open.fromMs, open.toMs), 900],
    ['two or three passages in a week', () => timeRangeStatement(driven({ recurrence: twice }), week, open.toMs), 900],
    ['hazardous goods', () => timeRangeStatement(driven({ conditions: panels }), open.fromMs, open.toMs), 160],
    ['count of hazardous goods', () => countStatement({ ...nothing, conditions: panels }), 160],
    ['count at three gates with colour', () => countStatement(atGates), 800],
    ['everything over time', () => countHoursStatement(open, DAYS), 400],
    ['one gate over time', () => countHoursStatement({ ...open, gates: [7] }, DAYS), 120],
    ['one plate over time', () => countRowsStatement(onePlate, open, DAYS), 60],
    ['a day by quarters of an hour', () => countRowsStatement(nothing, lastDay, DAYS), 40],
    ['hazardous goods over time', () => countRowsStatement({ ...nothing, conditions: panels }, open, DAYS), 160],
  ])('%s', async (_name, statement, maxPages) => {
    expect(await pagesOf(statement())).toBeLessThanOrEqual(maxPages);
  });

  it.each([
    ['everything', {}, 'newest'],
    ['everything', {}, 'oldest'],
    ['frequent plates', { recurrence: often }, 'newest'],
    ['frequent plates', { recurrence: often }, 'oldest'],
  ] as const)(
    'PAG-03 %s, a page in the middle found by its row reads no more than twice the first (%s)',
    async (...testedSearch) => {
      const [, search, order] = testedSearch;
      const plan = driven(search, order);
      const first = await pagesOf(timeRangeStatement(plan, open.fromMs, open.toMs));
      const deep = continueAfter(plan, buildTransitId(1, 'AB0000CD', NOW_MS - 30 * DAY_MS));
      expect(await pagesOf(timeRangeStatement(deep, deep.range.fromMs, deep.range.toMs))).toBeLessThanOrEqual(
        2 * first,
      );
    },
  );

  it('PAG-02 a jump over 25 000 rows goes by the hours, not by the rows', async () => {
    const pages: number[] = [];
    const measured: Runner = {
      run: async (statement) => {
        pages.push(await pagesOf(statement));
        return poolRunner(pool).run(statement);
      },
    };
    const byTime = { search: nothing, order: { field: 'data', descending: true }, offset: 25_000, limit: 50 } as const;
    const request = { ...byTime, beside: null, statsOver: open, isUnlimited: true };
    const plan = planPage(request);
    if (plan.kind !== 'jump-by-hours') throw new Error(plan.kind);
    const { keys } = await runPagePlan(measured, plan, request);
    expect(keys).toHaveLength(50);
    expect(pages.reduce((sum, n) => sum + n, 0)).toBeLessThan(700);
  });
});

describe('statements on the tables of transits', () => {
  const root = join(import.meta.dirname, '../../..');
  async function sources(): Promise<readonly { readonly file: string; readonly text: string }[]> {
    const files = (await readdir(root, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.includes('.test.') && !file.startsWith('testing'),
    );
    return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })));
  }

  /** A statement names one of the tables, or takes it from the plate. */
  const isOnTransits = (verbs: string, text: string): boolean =>
    new RegExp(String.raw`\b(?:${verbs})\s+(?:only\s+)?(?:unread_)?transit\b`, 'i').test(text) ||
    (text.includes('tableOfPlate') && new RegExp(String.raw`\b(?:${verbs})\s+\$\{table`, 'i').test(text)) ||
    (verbs.includes('join') && /selectFrom\(\s*['"](?:unread_)?transit\b/i.test(text));

  /** Files that maintain the tables and return no rows to users, so no user limits apply. */
  const MAINTENANCE = [
    'features/camera-intake/joined-reads.repository.ts',
    'features/ingest/attach-pictures.repository.ts',
    'features/ingest/fill-transit.repository.ts',
    'features/ingest/later-read.repository.ts',
    'features/retention/count-past-term.repository.ts',
    'features/retention/delete-orphan-notes.repository.ts',
    'features/retention/delete-transits.repository.ts',
    'features/retention/delete-unread.repository.ts',
  ];

  it('only visible-transits.sql.ts selects from the table, so no statement can forget a limit', async () => {
    const reading = (await sources()).filter(({ text }) => isOnTransits('from|join', text)).map(({ file }) => file);
    expect(reading.sort()).toEqual([...MAINTENANCE, 'policy/visible-transits.sql.ts']);
  });

  it('only reads, what arrives later of them, checks and retention write to it', async () => {
    const writing = (await sources())
      .filter(({ text }) => isOnTransits('insert into|update|delete from', text))
      .map(({ file }) => file);
    expect(writing.sort()).toEqual([
      'features/checks/apply-checks.repository.ts',
      'features/ingest/attach-pictures.repository.ts',
      'features/ingest/fill-transit.repository.ts',
      'features/ingest/insert-reads.repository.ts',
      'features/retention/delete-transits.repository.ts',
      'features/retention/delete-unread.repository.ts',
      'features/retention/expire-pictures.repository.ts',
    ]);
  });
});
