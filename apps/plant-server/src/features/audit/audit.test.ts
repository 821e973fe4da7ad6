import { Client } from 'pg';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { searchAccomplices } from '@varco/contract/plant/accomplices.ts';
import { AuditPage } from '@varco/contract/audit-log.ts';
import { countOwnAudit, listOwnAudit, searchAudit } from '@varco/contract/plant/audit.ts';
import { gateToGate } from '@varco/contract/plant/gate-to-gate.ts';
import { passageTokens } from '@varco/contract/plant/passages.ts';
import { relatedEvents } from '@varco/contract/plant/related-events.ts';
import { searchSuspects } from '@varco/contract/plant/suspects.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { verifyLog } from '@varco/cli/audit/audit-verify.repository.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { sampleReads } from '../../testing/random-reads.ts';
import { PLANT, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant(
    {},
    { openAuditSink: (pool) => openAuditWriter({ pool, identity: { host: 'prova.example', log: PLANT.uuid } }) },
  );
  await insertReads(plant.deps.store, sampleReads(200, 7));
  for (const user of ['operatore', 'limitato', 'amministratore']) await plant.token(user);
});
afterAll(() => plant.close());

const search = (plate: string, user = 'operatore') =>
  plant.call(searchTransits, { body: { f_targa: plate } }, user, REASON);
async function own(user = 'operatore', body: CallInput<typeof listOwnAudit>['body'] = {}) {
  const answer = await plant.call(listOwnAudit, { body }, user);
  expect(answer.status).toBe(200);
  return AuditPage.parse(answer.body);
}
const entryCount = async (): Promise<number> =>
  Number((await plant.pool.query('select count(*) as n from audit_entry')).rows[0].n);

test('a search leaves exactly one entry: who, what, how many, why; its author can read it', async () => {
  const before = await entryCount();
  expect((await search('AB*')).status).toBe(200);
  expect(await entryCount()).toBe(before + 1);
  const [entry] = (await own()).entries;
  expect(entry).toMatchObject({
    action: 'transits.search',
    outcome: 'ok',
    actor: { name: 'operatore', level: 5, group: 'fdo carabinieri' },
    reason: { code: 'training', case: '12/2026', text: 'prova di addestramento' },
  });
  expect(JSON.stringify(entry!.detail)).toContain('AB*');
});

test('reading the log is itself an entry', async () => {
  await own();
  expect((await own()).entries[0]).toMatchObject({ action: 'audit.read', count: expect.any(Number) });
});

test('own entries are only the own ones', async () => {
  await search('ZZ9*', 'limitato');
  const { entries } = await own('operatore', { limit: 200 });
  expect(new Set(entries.map((entry) => entry.actor.name))).toEqual(new Set(['operatore']));
});

test('PERM-02 somebody of a low level (4) reads the own entries, and nobody else’s', async () => {
  await plant.token('quattro');
  await search('QT4*', 'quattro');
  await search('OP4*', 'operatore');
  const { entries } = await own('quattro', { limit: 200 });
  expect(entries.some((entry) => entry.action === 'transits.search' && entry.outcome === 'denied')).toBe(true);
  expect(new Set(entries.map((entry) => entry.actor.name))).toEqual(new Set(['quattro']));
  expect((await plant.call(searchAudit, { body: {} }, 'quattro')).status).toBe(403);
});

test('pages go on where the one before ended, whatever is written meanwhile', async () => {
  for (let i = 0; i < 6; i++) await search(`P${i}*`);
  const first = await own('operatore', { limit: 3, action: 'transits.search' });
  await search('NEW*');
  const second = await own('operatore', { limit: 3, action: 'transits.search', before: first.next! });
  const seqs = [...first.entries, ...second.entries].map((entry) => entry.seq);
  expect(seqs).toEqual([...seqs].sort((a, b) => b - a));
  expect(new Set(seqs).size).toBe(6);
});

test('the case bar counts the searches of a case without leaving an entry for it', async () => {
  const count = async (number: string) =>
    (await plant.call(countOwnAudit, { body: { case: number } }, 'operatore')).body;
  const before = z.object({ searches: z.int() }).parse(await count('12/2026'));
  await search('C1*');
  const entries = await entryCount();
  expect(await count('12/2026')).toMatchObject({ searches: before.searches + 1 });
  expect(await count('99/2026')).toEqual({ entries: 0, searches: 0 });
  expect(await entryCount()).toBe(entries);
});

test('the case bar counts analyses as searches, found or not', async () => {
  const window = { dal: '2026-11-19T10:00:00.000Z', al: '2026-11-19T11:00:00.000Z' };
  const event = { ...window, varchi: [1, 2] };
  const ask = { start_time: window.dal, end_time: window.al };
  const calls = [
    () => plant.call(searchSuspects, { body: ask }, 'operatore', REASON),
    () => plant.call(searchAccomplices, { body: { targa: 'ZZ999ZZ' } }, 'operatore', REASON),
    () => plant.call(gateToGate, { body: { ...window, varchi: [1, 2] } }, 'operatore', REASON),
    () => plant.call(relatedEvents, { body: { eventi: [event, event], almeno: 2 } }, 'operatore', REASON),
    () => plant.call(passageTokens, { body: { ...window, sale: '0'.repeat(32) } }, 'operatore', REASON),
  ];
  const counted = async () => {
    const { body } = await plant.call(countOwnAudit, { body: { case: '12/2026' } }, 'operatore');
    return z.object({ searches: z.int() }).parse(body).searches;
  };
  const licensed = JSON.stringify({ adv_charts: { expiration_date: null, g2g: true, population: false } });
  await plant.pool.query('update plant_settings set license_options = $1', [licensed]);
  const before = await counted();
  const steps = [];
  for (const call of calls) steps.push([(await call()).status, (await counted()) - before]);
  expect(steps).toEqual([
    [200, 1],
    [404, 2],
    [200, 3],
    [200, 4],
    [200, 5],
  ]);
});

test('the whole log is for administrators; a refusal is an entry', async () => {
  const refused = await plant.call(searchAudit, { body: {} }, 'operatore');
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'no_perms', sub_code: 'level' } } });
  expect((await own()).entries[0]).toMatchObject({ action: 'audit.read', outcome: 'denied' });
  await search('QQ777QQ', 'limitato');
  const found = await plant.call(searchAudit, { body: { plate: 'QQ777QQ', user: 'limitato' } }, 'amministratore');
  expect(found.status).toBe(200);
  expect(AuditPage.parse(found.body).entries).toMatchObject([
    { actor: { name: 'limitato' }, action: 'transits.search' },
  ]);
});

test.each([
  ['signed out', undefined, {}, 401],
  ['unknown field', 'amministratore', { admin: true }, 400],
  ['quote in a plate', 'amministratore', { plate: `A' or '1'='1` }, 400],
  ['page too large', 'amministratore', { limit: 100_000 }, 400],
  ['a time that is none', 'amministratore', { from: 'ieri' }, 400],
  ['NUL in a case', 'amministratore', { case: 'a\0b' }, 400],
])('refused: %s', async (_name, user, body, status) => {
  expect((await plant.callRaw(searchAudit, { body }, user)).status).toBe(status);
});

test('a case number with quotes and percent signs is only a text', async () => {
  const answer = await plant.call(searchAudit, { body: { case: `%' or 1=1; --` } }, 'amministratore');
  expect(answer).toMatchObject({ status: 200, body: { entries: [] } });
});

test('when the entry cannot be written no byte of data leaves; afterwards the log is whole', async () => {
  const admin = new Client(plant.adminUrl);
  await admin.connect();
  await admin.query('revoke insert on audit_leaf from varco_app');
  const refused = await search('*');
  await admin.query('grant insert on audit_leaf to varco_app');
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable', sub_code: 'audit_unavailable' } },
  });
  expect(JSON.stringify(refused.body)).not.toContain('objects');
  expect((await search('*')).status).toBe(200);
  expect(await verifyLog(admin, {})).toMatchObject({ state: 'whole' });
  await admin.end();
});
