import { getTransit, TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { listTransitReads, TransitRead } from '@varco/contract/plant/transit-reads.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { runRetention } from '../retention/run-retention.ts';

const DAY_MS = 86_400_000;
let plant: TestPlant;
let id: string;
let atGateTwo: string;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());

/** Two reads of a transit, the second with another last character. */
async function storeReads(plate: string, at: string, transit: string): Promise<void> {
  await plant.pool.query(
    `insert into transit_read
     values ($1, $2, $3, $2, null, 0, 1, 0, $1, 610, 0, true, '', 1), ($1, $2, $3, $4, $4, 0, 2, 4, left($1, 6) || 'Q', -1, 1, false, '', 2)`,
    [plate, at, transit, toIsoInstant(parseInstantMs(at) + 400)],
  );
}
beforeEach(async () => {
  await plant.pool.query('delete from transit_read');
  plant.audit.records.length = 0;
  plant.clock.now = NOW;
  const stored = await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB123CD', at: NOW },
    { gate: 2, plate: 'AB124CD', at: NOW },
  ]);
  [id = '', atGateTwo = ''] = stored.map((read) => read.id);
  await storeReads('AB123CD', NOW, id);
  await storeReads('AB124CD', NOW, atGateTwo);
});

const call = (transit = id, who = 'operatore', reason = REASON) =>
  plant.call(listTransitReads, { params: { id: transit } }, who, reason);
async function readsOf(transit: string, who: string): Promise<readonly TransitRead[]> {
  const answer = await call(transit, who);
  expect(answer.status).toBe(200);
  return z.object({ objects: z.array(TransitRead) }).parse(answer.body).objects;
}

test('who may open the transit gets its reads, oldest first, and the log says so', async () => {
  const reads = await readsOf(id, 'operatore');
  expect(reads.map(({ data, targa, confidence, volte }) => [data, targa, confidence, volte])).toEqual([
    [NOW, 'AB123CD', 61, 1],
    [toIsoInstant(parseInstantMs(NOW) + 400), 'AB123CQ', null, 2],
  ]);
  expect(plant.audit.records.at(-1)).toMatchObject({
    ...{ action: 'transits.reads', outcome: 'ok', count: 2, detail: { id, plate: 'AB123CD' } },
  });
});

test('who may not see plates gets times and cameras without plates, also in the log', async () => {
  const reads = await readsOf(id, 'oscurato');
  expect(reads.map(({ targa, fase }) => [targa, fase])).toEqual([
    ['**', 'new'],
    ['**', 'update'],
  ]);
  expect(JSON.stringify([reads, plant.audit.records])).not.toMatch(/AB123C/);
});

describe('refused', () => {
  test.each(['quattro', 'comune'])('%s, who has no force rights', async (who) => {
    const answer = await call(id, who);
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'no_perms', sub_code: 'not_force' } } });
  });

  test('a transit at a gate of others, an unknown one and one beyond the term', async () => {
    const old = toIsoInstant(parseInstantMs(NOW) - 91 * DAY_MS);
    const [stored] = await insertReads(plant.deps.store, [{ gate: 1, plate: 'AB125CD', at: old }]);
    await storeReads('AB125CD', old, stored?.id ?? '');
    expect((await call(atGateTwo, 'limitato')).status).toBe(404);
    expect((await call('4611686018427387904')).status).toBe(404);
    expect((await call(stored?.id)).status).toBe(404);
  });

  test('any call while the log cannot be written', async () => {
    const deaf = await startTestPlant();
    const [read] = await insertReads(deaf.deps.store, [{ gate: 1, plate: 'AB1', at: NOW }]);
    await deaf.token('operatore');
    deaf.audit.refuseWrites();
    const input = { params: { id: read?.id ?? '' } };
    expect((await deaf.call(listTransitReads, input, 'operatore', REASON)).status).toBe(503);
    await deaf.close();
  });
});

test('the detail counts the reads, for everybody who may open it', async () => {
  const counts = await Promise.all(
    ['operatore', 'oscurato'].map(
      async (who) =>
        TransitDetail.parse((await plant.call(getTransit, { params: { id } }, who, REASON)).body).n_letture,
    ),
  );
  expect(counts).toEqual([2, 2]);
});

test('reads go with their transit, stay with one on legal hold, and one written while it was deleted goes too', async () => {
  const at = toIsoInstant(parseInstantMs(NOW) - 89 * DAY_MS);
  const plates = ['HH1', 'HH2'];
  const old = await insertReads(
    plant.deps.store,
    plates.map((plate) => ({ gate: 1, plate, at })),
  );
  for (const [index, plate] of plates.entries()) await storeReads(plate, at, old[index]?.id ?? '');
  await storeReads('HH9', at, '9');
  await plant.pool.query(
    `insert into legal_hold (id, plates, from_ts, to_ts, reason, act, author, made_at)
     values (gen_random_uuid(), '{HH2}', '-infinity', 'infinity', 'prova', 'atto', gen_random_uuid(), $1)`,
    [NOW],
  );
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 2 * DAY_MS);
  await runRetention(plant.deps, new AbortController().signal);
  const { rows } = await plant.pool.query<{ plate: string }>('select distinct plate from transit_read order by plate');
  expect(rows.map(({ plate }) => plate)).toEqual(['AB123CD', 'AB124CD', 'HH2']);
  const due = await plant.pool.query<{ name: string }>(`select name from rewrite_due where name like 'transit_read_%'`);
  expect(due.rows).toEqual([{ name: `transit_read_${at.slice(0, 7).replace('-', '_')}` }]);
});
