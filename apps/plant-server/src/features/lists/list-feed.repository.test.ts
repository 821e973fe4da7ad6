import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import {
  LIST_CHANNEL,
  readListChanges,
  loadListEntries,
  pruneListChanges,
  type ListRow,
} from './list-feed.repository.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());

const END = '2027-11-20T22:59:59.999Z';

async function add(runner: Runner, plate: string, more: { enabled?: boolean; kind?: string } = {}): Promise<number> {
  const [row] = await runner.run<{ id: number }>({
    text: `insert into blacklist_entry (uuid, plate, is_enabled, kind, owner, creator, expires_at, entered_at, created_at, updated_at)
      values ($1, $2, $3, $4, 1, $1, $5, $5, $5, $5) returning id`,
    values: [randomUUID(), plate, more.enabled ?? true, more.kind ?? 'open', END],
  });
  if (row === undefined) throw new Error('not written');
  return row.id;
}

async function load(): Promise<{ rows: ListRow[]; no: bigint }> {
  const rows: ListRow[] = [];
  const no = await loadListEntries(plant.deps.store.runner, (page) => rows.push(...page));
  return { rows, no };
}

it('loads what is active and then tells every change once, in order, with its state of now', async () => {
  const { runner } = plant.deps.store;
  const cached = await add(runner, 'AB123CD');
  await add(runner, 'OFF', { enabled: false });
  await add(runner, 'MASTER', { kind: 'master' });
  await runner.run({
    text: `insert into whitelist_entry (uuid, plate, silences, reason, owner, creator, expires_at, created_at, updated_at)
      values ($1, 'WL1', '{rca}', 'servizio', 1, $1, $2, $2, $2)`,
    values: [randomUUID(), END],
  });
  const { rows, no } = await load();
  expect(rows.map((row) => [row.list, row.text])).toEqual([
    ['blacklist', 'AB123CD'],
    ['whitelist', 'WL1'],
  ]);
  const changed = await add(runner, 'A*9?');
  await runner.run({ text: 'update blacklist_entry set note1 = $1', values: ['x'] });
  await runner.run({ text: 'delete from blacklist_entry where id = $1', values: [cached] });
  const received = await readListChanges(runner, no);
  expect(received?.more).toBe(false);
  expect(received?.changes.at(-1)).toEqual({ list: 'blacklist', id: cached, row: null });
  const pattern = received?.changes.find(({ id }) => id === changed)?.row;
  expect(pattern).toMatchObject({ text: 'A*9?', is_pattern: true, is_active: true, expires_ms: Date.parse(END) });
  expect(new Set(received?.changes.map(({ id }) => id)).size).toBe(received?.changes.length);
  expect((await load()).rows.find(({ id, list }) => list === 'blacklist' && id === changed)).toEqual(pattern);
  expect(await readListChanges(runner, received?.no ?? 0n)).toEqual({ changes: [], no: received?.no, more: false });
});

it('whoever began first is seen first: a number is never passed by one that is still open', async () => {
  const { runner } = plant.deps.store;
  const { no } = await load();
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = (): void => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const first = inTransaction(plant.pool, async (open) => {
    const id = await add(open, 'FIRST');
    begun();
    await gate;
    return id;
  });
  await hasBegun;
  const second = add(runner, 'SECOND');
  expect(await readListChanges(runner, no)).toMatchObject({ changes: [], no });
  release();
  const ids = [await first, await second];
  expect((await readListChanges(runner, no))?.changes.map(({ id }) => id)).toEqual(ids);
});

it('whoever was away for longer than changes are kept loads everything anew', async () => {
  const { runner } = plant.deps.store;
  const { no } = await load();
  await pruneListChanges(runner, '2026-11-20T00:00:00.000Z');
  expect(await readListChanges(runner, 0n)).not.toBeNull();
  await add(runner, 'LATE');
  await pruneListChanges(runner, '2999-01-01T00:00:00.000Z');
  expect(await readListChanges(runner, no)).toBeNull();
  expect(await readListChanges(runner, (await load()).no)).toMatchObject({ changes: [] });
  expect(await readListChanges(runner, 1_000_000n)).toBeNull();
});

it('whoever listens is woken once the change can be read', async () => {
  const { no } = await load();
  const client = await plant.pool.connect();
  try {
    await client.query(`listen ${LIST_CHANNEL}`);
    const woken = new Promise<string>((resolve) => client.once('notification', ({ channel }) => resolve(channel)));
    const id = await add(plant.deps.store.runner, 'WAKE');
    expect(await woken).toBe(LIST_CHANNEL);
    expect((await readListChanges(plant.deps.store.runner, no))?.changes.map((change) => change.id)).toEqual([id]);
  } finally {
    await client.query(`unlisten ${LIST_CHANNEL}`);
    client.release();
  }
});
