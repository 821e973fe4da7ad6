import { followWatch, type GateLatest, openWatch } from '@varco/contract/plant/gate-watch.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { latestStatement } from './latest-of-gates.repository.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { isOnCluster } from '../../testing/explain.ts';

const ago = (minutes: number): string => toIsoInstant(parseInstantMs(NOW) - minutes * 60_000);
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({}, { renewsTokens: true });
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB001CD', at: ago(3), insured: 'no', pictures: { full: 'a'.repeat(64) } },
    { gate: 1, plate: 'AB002CD', at: ago(5) },
    { gate: 2, plate: 'AB003CD', at: ago(90) },
    // No reads since last month.
    { gate: 3, plate: 'AB004CD', at: ago(25 * 1_440) },
    // Older than the retention of the plant.
    { gate: 5, plate: 'AB005CD', at: ago(91 * 1_440) },
  ]);
});
afterAll(() => plant.close());
beforeEach(() => {
  plant.clock.now = NOW;
});

type Opened = GateLatest & { readonly visione: string; readonly scade: string };
const open = async (varchi: readonly number[], user = 'operatore'): Promise<Opened> => {
  const answer = await plant.callRaw(openWatch, { body: { varchi } }, user);
  expect(answer.status).toBe(200);
  return answer.body as Opened;
};
const follow = (body: object, user = 'operatore') => plant.callRaw(followWatch, { body }, user);
const entries = (): number => plant.audit.records.length;

it('MON-01 the newest transit of each gate, newest first; what the plant no longer keeps is not there', async () => {
  const { objects, ora, scade } = await open([3, 1, 2, 4, 5]);
  expect(objects.map(({ varco_id, targa, has_image }) => [varco_id, targa, has_image])).toEqual([
    [1, 'AB001CD', true],
    [2, 'AB003CD', false],
    [3, 'AB004CD', false],
  ]);
  expect([ora, scade]).toEqual([NOW, toIsoInstant(parseInstantMs(NOW) + 15 * 60_000)]);
});

it('MON-01 an opening is one entry in the log with its gates; what follows belongs to it', async () => {
  const { visione, objects } = await open([1, 2]);
  expect(plant.audit.records.at(-1)).toMatchObject({
    action: 'transits.watch',
    outcome: 'ok',
    count: 2,
    detail: { gates: [1, 2], ids: objects.map(({ id }) => id) },
  });
  const before = entries();
  const noti = objects.map(({ id }) => id);
  expect((await follow({ varchi: [2, 1], visione })).body).toMatchObject({ objects: [{ targa: 'AB001CD' }, {}] });
  expect((await follow({ varchi: [1, 2], visione, noti })).body).toMatchObject({ objects: [] });
  await insertReads(plant.deps.store, [{ gate: 2, plate: 'AB006CD', at: ago(1) }]);
  expect((await follow({ varchi: [1, 2], visione, noti })).body).toMatchObject({ objects: [{ targa: 'AB006CD' }] });
  expect(entries()).toBe(before);
});

it('the leave of an opening is for its person, its gates and a quarter of an hour', async () => {
  const { visione } = await open([1, 2]);
  const refused = { status: 400, body: { error: { field: 'visione' } } };
  expect(await follow({ varchi: [1, 2, 3], visione })).toMatchObject(refused);
  expect(await follow({ varchi: [1, 2], visione }, 'amministratore')).toMatchObject(refused);
  expect(await follow({ varchi: [1, 2], visione: `9${visione}` })).toMatchObject(refused);
  expect(await follow({ varchi: [1, 2], visione: 'x' })).toMatchObject(refused);
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 16 * 60_000);
  expect(await follow({ varchi: [1, 2], visione })).toMatchObject(refused);
});

it('T 6: forbidden gates, hidden plates, short sight, and the reason of the plant', async () => {
  const limited = await plant.callRaw(openWatch, { body: { varchi: [1, 2] } }, 'limitato');
  expect(limited).toMatchObject({ status: 403, body: { error: { sub_code: 'gate_not_allowed' } } });
  const { objects } = await open([1], 'oscurato');
  expect(objects).toMatchObject([{ targa: '**', redacted: true, assicurata: '**', has_plate_image: false }]);
  const short = await open([1, 2, 3], 'breve');
  expect(short).toMatchObject({ limitazioni: ['t_max'] });
  expect(short.objects.map(({ varco_id }) => varco_id)).not.toContain(3);
  for (const user of ['comune', 'quattro'])
    expect((await plant.callRaw(openWatch, { body: { varchi: [1] } }, user)).status).toBe(403);
  for (const endpoint of [openWatch, followWatch])
    expect((await plant.callRaw(endpoint, { body: { varchi: [1], visione: '1.x' } })).status).toBe(401);
  expect((await plant.callRaw(openWatch, { body: { varchi: [77] } }, 'operatore')).status).toBe(404);
  expect((await plant.callRaw(openWatch, { body: { varchi: [] } }, 'operatore')).status).toBe(400);
  await plant.pool.query('update plant_settings set requires_reason = true');
  try {
    expect((await plant.callRaw(openWatch, { body: { varchi: [1] } }, 'operatore')).status).toBe(428);
    const said = await plant.call(openWatch, { body: { varchi: [1] } }, 'operatore', REASON);
    expect(said.status).toBe(200);
    const { visione } = said.body as Opened;
    // The reason was given when the monitor was opened.
    expect((await follow({ varchi: [1], visione })).status).toBe(200);
  } finally {
    await plant.pool.query('update plant_settings set requires_reason = false');
  }
});

it.skipIf(isOnCluster)('each gate is one step into its own key', async () => {
  const statement = latestStatement(2, { fromMs: parseInstantMs(ago(100_000)), toMs: parseInstantMs(NOW) });
  const client = await plant.pool.connect();
  try {
    // The planner scans a small table completely; this test checks which index it uses for a large one.
    await client.query(
      'begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement.text}`, [...statement.values]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Only Scan Backward using transit_\d{4}_\d\d_gate_ts_id/);
    expect(plan).toMatch(/Index Cond: \(\(gate = '2'::smallint\)/);
    expect(plan).not.toContain('Seq Scan');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
