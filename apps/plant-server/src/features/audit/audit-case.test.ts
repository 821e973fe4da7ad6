import { AuditPage } from '@varco/contract/audit-log.ts';
import { countOwnAudit, listOwnAudit, searchAudit } from '@varco/contract/plant/audit.ts';
import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { locateTransits, MAX_LOCATED_TRANSITS } from '@varco/contract/plant/transit-gates.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { buildUserSeed, NOW, PLANT, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';

/** Reads the log without any right on transits. */
const OFFICER = 'garante';
const CASE = '9051/2026';
let plant: TestPlant;
let ids: readonly string[];
beforeAll(async () => {
  plant = await startTestPlant(
    {
      groups: [...PLANT.groups, { id: 5, name: 'protezione dati', level: 1 }],
      users: [...USERS, buildUserSeed(30, OFFICER, 5, { auditRead: true })],
    },
    { openAuditSink: (pool) => openAuditWriter({ pool, identity: { host: 'prova.example', log: PLANT.uuid } }) },
  );
  const reads = [1, 2].map((gate) => ({ gate, plate: `CF00${gate}AA`, at: NOW }));
  ids = (await insertReads(plant.deps.store, reads)).map(({ id }) => id);
});
afterAll(() => plant.close());

const under = (number: string) => ({
  [REASON_HEADER]: encodeReason({ code: 'training', text: 'prova di addestramento', case: number }),
});
const look = (plate: string, user: string, number: string) =>
  plant.call(searchTransits, { body: { f_targa: plate } }, user, under(number));
const readPlates = ({ entries }: AuditPage): readonly unknown[] =>
  entries
    .filter(({ action }) => action === 'transits.search')
    .map(({ detail }) => z.object({ filter: z.object({ f_targa: z.string() }) }).parse(detail).filter.f_targa);
const own = async (user: string, number: string) =>
  AuditPage.parse((await plant.call(listOwnAudit, { body: { case: number, limit: 200 } }, user)).body);
const everybody = async (number: string) =>
  AuditPage.parse((await plant.call(searchAudit, { body: { case: number, limit: 200 } }, OFFICER)).body);

test('a person reads under a case what they did, never what a colleague did; who audits reads both', async () => {
  await look('MINE1', 'operatore', CASE);
  await look('THEIRS1', 'limitato', CASE);
  expect(readPlates(await own('operatore', CASE))).toEqual(['MINE1']);
  expect(readPlates(await own('limitato', CASE))).toEqual(['THEIRS1']);
  expect(readPlates(await everybody(CASE))).toEqual(['THEIRS1', 'MINE1']);
  const refused = await plant.call(searchAudit, { body: { case: CASE } }, 'operatore');
  expect(refused.status).toBe(403);
});

test('case numbers are compared exactly, without the spaces at their ends', async () => {
  await look('EXACT1', 'operatore', ' 77/2026 ');
  for (const same of ['77/2026', ' 77/2026', '77/2026  '])
    expect(readPlates(await own('operatore', same)), same).toEqual(['EXACT1']);
  expect(readPlates(await everybody(' 77/2026 '))).toEqual(['EXACT1']);
  for (const other of ['7/2026', '77/202', '77 /2026', '77/2026%', '77/2026a', '*'])
    expect(readPlates(await own('operatore', other)), other).toEqual([]);
  const count = await plant.call(countOwnAudit, { body: { case: ' 77/2026 ' } }, 'operatore');
  expect(count.body).toMatchObject({ searches: 1 });
});

test('every entry of a case has its position and its hash, and reading it is an entry too', async () => {
  const { entries } = await own('operatore', CASE);
  const seqs = entries.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
  expect(entries.every(({ epoch, hash }) => epoch === 1 && /^[\w-]{43}$/.test(hash))).toBe(true);
  const [newest] = AuditPage.parse((await plant.call(listOwnAudit, { body: { limit: 1 } }, 'operatore')).body).entries;
  expect(newest).toMatchObject({ action: 'audit.read', detail: { own: true, case: CASE } });
});

test('opened transits of a case are found on the map by whom may open them, in one entry', async () => {
  await plant.call(getTransit, { params: { id: ids[0] ?? '' } }, 'operatore', under(CASE));
  const answer = await plant.call(locateTransits, { body: { ids: [...ids, ids[0] ?? ''] } }, 'operatore', under(CASE));
  expect(answer).toMatchObject({ status: 200, body: { objects: expect.any(Array) } });
  const { objects } = locateTransits.response.parse(answer.body);
  expect(new Map(objects.map(({ id, varco_id }) => [id, varco_id]))).toEqual(
    new Map(ids.map((id, index) => [id, index + 1])),
  );
  const [entry] = (await own('operatore', CASE)).entries.filter(({ action }) => action === 'transits.locate');
  expect(entry).toMatchObject({ count: 2, detail: { ids: [...ids, ids[0]] } });
});

test.each([
  ['without force rights', 'comune', 403],
  ['who audits, without rights on transits', OFFICER, 403],
  ['signed out', undefined, 401],
])('no position for a person %s', async (_name, user, status) => {
  const answer = await plant.callRaw(locateTransits, { body: { ids: [...ids] } }, user);
  expect(answer.status).toBe(status);
});

test('gates out of reach and ids that do not exist are left out alike', async () => {
  const strange = ['1', '9999999999999999', '9'.repeat(19)];
  const body = { ids: [...ids, ...strange] };
  const seen = locateTransits.response.parse(
    (await plant.call(locateTransits, { body }, 'limitato', under(CASE))).body,
  );
  const all = locateTransits.response.parse(
    (await plant.call(locateTransits, { body }, 'operatore', under(CASE))).body,
  );
  expect(all.objects).toHaveLength(2);
  expect(seen.objects.length).toBeLessThan(2);
  const many = { ids: Array.from({ length: MAX_LOCATED_TRANSITS + 1 }, (_, n) => String(n + 1)) };
  expect((await plant.callRaw(locateTransits, { body: many }, 'operatore')).status).toBe(400);
});
