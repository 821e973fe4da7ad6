import type { Pool } from 'pg';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { PLANT_MIGRATIONS } from '../../plant-database.ts';
import { createTestDatabase, type TestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../context/open-store.ts';
import { poolRunner } from '../../database/pg-runner.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import { isOnCluster } from '../../testing/explain.ts';
import { listNotes, listNotesStatement, type NoteFilter } from './list-notes.repository.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00.000Z');
const DAY_MS = 86_400_000;
const NOTES = 200_000;
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase('notes', ...PLANT_MIGRATIONS);
  pool = createPool({ url: database.url, applicationName: 'notes test' });
  const store = await openStore(pool, NOW_MS);
  const reads = Array.from({ length: 10_000 }, (_, i) => ({
    gate: 1 + (i % 20),
    plate: `AB${String(i).padStart(4, '0')}CD`,
    at: toIsoInstant(NOW_MS - i * 60_000),
  }));
  await insertReads(store, reads);
  const owner = createPool({ url: database.ownerUrl, applicationName: 'notes test owner', max: 1 });
  // Twenty notes on each transit, one a second back from now; every thousandth has the word that is searched for.
  await owner.query(
    `insert into transit_note (note, plate, ts, id, body, tags, author, case_number, made_at)
     select gen_random_uuid(), t.plate, t.ts, t.id,
       case when (20 * t.n + k) % 1000 = 0 then 'Città: 100% à_rischio, ' else 'Veicolo scuro con vetri oscurati, ' end || repeat('due persone a bordo, direzione è ignota. ', 3),
       '{}', gen_random_uuid(), '1/2026', $1::timestamptz - (20 * t.n + k) * interval '1 second'
     from (select plate, ts, id, row_number() over (order by ts) - 1 as n from transit) as t cross join generate_series(0, 19) as k`,
    [toIsoInstant(NOW_MS)],
  );
  for (const table of ['transit', 'transit_note']) await owner.query(`vacuum analyze ${table}`);
  await owner.end();
}, 120_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface PlanNode {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

const open = { gates: null, fromMs: NOW_MS - 90 * DAY_MS, toMs: NOW_MS + DAY_MS };
const every: NoteFilter = {
  ...{ caseNumber: null, tag: null, text: null, author: null, authorName: null, from: null, to: null, after: null },
  limit: 51,
};

const ago = (ms: number): string => toIsoInstant(NOW_MS - ms);
const find = (filter: Partial<NoteFilter>, visible: Visibility = open) =>
  listNotes(poolRunner(pool), visible, { ...every, ...filter }, new AbortController().signal);

/** Database pages that a batch reads: unlike time, the same on every machine. */
async function pagesOf(filter: Partial<NoteFilter>): Promise<number> {
  const { text, values } = listNotesStatement({ ...every, ...filter });
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    [...values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('no plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

describe.skipIf(isOnCluster)('among 200 000 notes', () => {
  it('a page is read from the index of times, also far down and for a period', async () => {
    expect(await pagesOf({})).toBeLessThan(250);
    const [deep] = await find({ to: ago(190_000_000), limit: 1 });
    expect(await pagesOf({ after: { note: deep?.note ?? '', madeAt: deep?.made_at ?? null } })).toBeLessThan(250);
    expect(await pagesOf({ text: 'assente', from: ago(600_000) })).toBeLessThan(1000);
  });

  it('a text that no note has reads each note once', async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select relpages::int as n from pg_class where oid = 'transit_note'::regclass`,
    );
    // In the order of the index, which is the one of the rows here, a page is visited once for each of its rows.
    expect(await pagesOf({ text: 'assente' })).toBeLessThan(NOTES + 2 * (rows[0]?.n ?? 0));
  });

  it('all notes with a word are found, page by page, each once and in order', async () => {
    const seen: string[] = [];
    let after: NoteFilter['after'] = null;
    for (;;) {
      const page = await find({ text: 'CITTA', after });
      seen.push(...page.map(({ note }) => note));
      const last = page.at(-1);
      if (last === undefined || page.length < every.limit) break;
      after = { note: last.note, madeAt: last.made_at };
    }
    expect(seen).toHaveLength(NOTES / 1000);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('somebody who sees one gate finds the notes of it alone, and nobody those of no gate', async () => {
    const ofGate = await find({}, { ...open, gates: [7] });
    expect(ofGate.map(({ gate }) => gate)).toEqual(Array.from({ length: every.limit }, () => 7));
    expect(await find({}, { ...open, gates: [99] })).toEqual([]);
  });
});
