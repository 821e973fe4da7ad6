import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/approvals.ts';
import { pictureTickets } from '@varco/contract/plant/media.ts';
import { printTransits } from '@varco/contract/plant/reports.ts';
import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { listTransitReads } from '@varco/contract/plant/transit-reads.ts';
import {
  countTransitsByBody,
  searchTransits,
  type TransitFilter,
  TransitPage,
  type TransitSearch,
} from '@varco/contract/plant/transits.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import type { InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf } from '../../testing/error-of.ts';
import { buildUserSeed, NOW, PLANT, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const ago = (days: number): string => new Date(Date.parse(NOW) - days * DAY_MS).toISOString();
/** Group 7 sees 30 days back, group 8 decides, group 9 has 100 rows a day. */
const GROUPS = [
  ...PLANT.groups,
  { id: 7, name: 'fdo pattuglia', level: 5, lookBackDays: 30 },
  { id: 8, name: 'fdo ufficiali', level: 6, approves: true },
  { id: 9, name: 'fdo centrale', level: 5, rowsPerDay: 100 },
];
const OLD_PLATE = 'ZA060AA';

let plant: TestPlant;
let oldId: string;
let otherOldId: string;
beforeAll(async () => {
  plant = await startTestPlant(
    {
      groups: GROUPS,
      users: [
        ...USERS,
        buildUserSeed(40, 'agente', 7),
        buildUserSeed(41, 'collega', 7),
        buildUserSeed(42, 'ufficiale', 8),
        buildUserSeed(43, 'comandante', 8),
        buildUserSeed(44, 'cieco', 8, { seesPlates: false }),
        buildUserSeed(45, 'addetto', 9),
      ],
    },
    {
      openAuditSink: (pool) => openAuditWriter({ pool, identity: { host: 'prova.example', log: PLANT.uuid } }),
      renewsTokens: true,
    },
  );
  const reads = [
    { gate: 1, plate: OLD_PLATE, at: ago(10) },
    { gate: 2, plate: OLD_PLATE, at: ago(60), pictures: { full: 'a'.repeat(64) } },
    { gate: 1, plate: 'ZA060BB', at: ago(61) },
    ...Array.from({ length: 120 }, (_, at) => ({ gate: 1, plate: `ZB${100 + at}AA`, at: ago(1 + at / 1000) })),
  ];
  const stored = await insertReads(plant.deps.store, reads);
  oldId = stored[1]?.id ?? '';
  otherOldId = stored[2]?.id ?? '';
  for (const user of ['agente', 'collega', 'ufficiale', 'addetto']) await plant.token(user);
});
afterAll(() => plant.close());
beforeEach(async () => {
  plant.clock.now = NOW;
  await plant.pool.query('delete from approval_request');
});

const reasonFor = (number: string) => ({
  [REASON_HEADER]: encodeReason({ code: 'training', text: 'indagine per furto', case: number }),
});
const CASE = reasonFor('77/2026');
const search = (body: TransitSearch, user = 'agente', headers = CASE) =>
  plant.call(searchTransits, { body }, user, headers);
const readPage = (answer: InjectResponse): TransitPage => {
  expect(answer.status).toBe(200);
  return TransitPage.parse(answer.body);
};
const PERIOD = { f_startTime: ago(80), f_endTime: ago(40) };
const QUESTION: TransitFilter = { f_targa: OLD_PLATE, ...PERIOD };
const ask = (filtro: TransitFilter = QUESTION, user = 'agente', headers = CASE) =>
  plant.call(
    api.requestApproval,
    { body: { lotto: randomUUID(), filtro, nota: 'la prima denuncia è di maggio' } },
    user,
    headers,
  );
const askFor = async (filtro: TransitFilter = QUESTION, user = 'agente') =>
  api.Approval.parse((await ask(filtro, user)).body).id;
const decide = (id: string, esito: 'granted' | 'refused' = 'granted', user = 'ufficiale', headers = {}) =>
  plant.call(api.decideApproval, { params: { id }, body: { esito, nota: 'confermo la necessità' } }, user, headers);
const list = async (user: string) =>
  api.listApprovals.response.parse((await plant.call(api.listApprovals, {}, user)).body).objects;
async function grantedFor(filtro: TransitFilter = QUESTION): Promise<string> {
  const id = await askFor(filtro);
  expect((await decide(id)).status).toBe(200);
  return id;
}

describe('a role that sees 30 days back', () => {
  test('is shown the part within its limit, and told so', async () => {
    const page = readPage(await search({ f_targa: OLD_PLATE }));
    expect([page.objects.map(({ data }) => data), page.limitations]).toEqual([[ago(10)], ['look_back']]);
    expect(readPage(await search(QUESTION)).objects).toEqual([]);
    expect((await plant.call(getTransit, { params: { id: oldId } }, 'agente', CASE)).status).toBe(404);
  });

  test('with the agreement of a second person the question is answered, with its transits and pictures', async () => {
    const consenso = await grantedFor();
    const page = readPage(await search({ ...QUESTION, consenso, order_by: '+data', page_size: 10 }));
    expect([page.objects.map(({ id }) => id), page.limitations]).toEqual([[oldId], []]);
    const counted = await plant.call(countTransitsByBody, { body: { ...QUESTION, consenso } }, 'agente', CASE);
    expect(counted.body).toEqual({ count: 1, limitations: [] });
    const detail = await plant.call(getTransit, { params: { id: oldId } }, 'agente', CASE);
    expect(detail.body).toMatchObject({ id: oldId, targa: OLD_PLATE, altri: [] });
    const reads = await plant.call(listTransitReads, { params: { id: oldId } }, 'agente', CASE);
    expect([reads.status, reads.body]).toEqual([200, { objects: [] }]);
    const tickets = await plant.call(pictureTickets, { body: { ids: [oldId], variants: ['full'] } }, 'agente', CASE);
    expect(tickets.body).toMatchObject({ tickets: [{ id: oldId, tickets: { full: expect.any(String) } }] });
    const printed = await plant.call(printTransits, { body: { ids: [oldId] } }, 'agente', CASE);
    expect(printed.status).toBe(200);
    expect((await plant.call(printTransits, { body: { ids: [otherOldId] } }, 'agente', CASE)).status).toBe(404);
  });

  test('the agreement is good for that question only, for that person only, and for an hour', async () => {
    const consenso = await grantedFor();
    const refused: readonly TransitSearch[] = [
      { f_targa: 'ZA060BB', ...PERIOD },
      { ...PERIOD },
      { f_targa: OLD_PLATE },
      { ...QUESTION, f_startTime: ago(81) },
      { ...QUESTION, f_endTime: ago(39) },
      { ...QUESTION, f_allowed_plate_errors: 1 },
      { ...QUESTION, f_varchi: [1] },
    ];
    for (const one of refused) expect(errorOf(await search({ ...one, consenso }))).toBe('no_perms/approval_invalid');
    expect(errorOf(await search({ ...QUESTION, consenso }, 'collega'))).toBe('no_perms/approval_invalid');
    expect(readPage(await search({ ...QUESTION, f_startTime: ago(70), consenso })).objects).toHaveLength(1);
    for (const one of [getTransit, listTransitReads])
      expect((await plant.call(one, { params: { id: otherOldId } }, 'agente', CASE)).status).toBe(404);
    expect((await plant.call(getTransit, { params: { id: oldId } }, 'collega', CASE)).status).toBe(404);
    plant.clock.now = new Date(Date.parse(NOW) + 61 * MINUTE_MS).toISOString();
    expect(errorOf(await search({ ...QUESTION, consenso }))).toBe('no_perms/approval_invalid');
    expect((await plant.call(getTransit, { params: { id: oldId } }, 'agente', CASE)).status).toBe(404);
  });

  test('a request that waits, was refused or withdrawn, or does not exist allows nothing', async () => {
    const open = await askFor();
    expect(errorOf(await search({ ...QUESTION, consenso: open }))).toBe('no_perms/approval_invalid');
    expect((await decide(open, 'refused')).body).toMatchObject({ stato: 'refused', valida_fino: null });
    expect(errorOf(await search({ ...QUESTION, consenso: open }))).toBe('no_perms/approval_invalid');
    const withdrawn = await askFor();
    expect((await plant.call(api.withdrawApproval, { params: { id: withdrawn } }, 'collega')).status).toBe(404);
    expect((await plant.call(api.withdrawApproval, { params: { id: withdrawn } }, 'agente')).status).toBe(204);
    expect((await decide(withdrawn)).status).toBe(409);
    expect(errorOf(await search({ ...QUESTION, consenso: withdrawn }))).toBe('no_perms/approval_invalid');
    expect(errorOf(await search({ ...QUESTION, consenso: randomUUID() }))).toBe('no_perms/approval_invalid');
  });
});

describe('who decides', () => {
  test('somebody of a group that decides, not the requester, not a person who works on the case, not without plates', async () => {
    const id = await askFor();
    expect(errorOf(await decide(id, 'granted', 'agente'))).toBe('no_perms/level');
    expect(errorOf(await decide(id, 'granted', 'cieco'))).toBe('no_perms/level');
    expect(errorOf(await decide(id, 'granted', 'amministratore'))).toBe('no_perms/level');
    await search({ f_targa: 'ZB100AA' }, 'comandante');
    expect(errorOf(await decide(id, 'granted', 'comandante'))).toBe('no_perms/same_case');
    expect((await list('comandante')).map(({ impedimento }) => impedimento)).toEqual(['same_case']);
    expect((await list('ufficiale')).map(({ impedimento }) => impedimento)).toEqual([null]);
    expect((await decide(id)).body).toMatchObject({ stato: 'granted', deciso_da: 'ufficiale' });

    const own = await askFor(QUESTION, 'ufficiale');
    expect(errorOf(await decide(own, 'granted', 'ufficiale'))).toBe('no_perms/own_approval');
  });

  test('of many decisions at one moment one counts', async () => {
    const id = await askFor();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => decide(id, at % 2 === 0 ? 'granted' : 'refused')),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await list('agente'))[0]?.stato).toBe(api.Approval.parse(winner?.body).stato);
  });

  test('each step is in the log before it counts, with the question and the note', async () => {
    const consenso = await grantedFor();
    await search({ ...QUESTION, consenso });
    const { rows } = await plant.pool.query<{ action: string; actor_name: string; body: Record<string, unknown> }>(
      `select e.action, e.actor_name, d.body::json as body from audit_entry as e join audit_detail as d using (epoch, seq)
        where d.body::json ->> 'request' = $1 or d.body::json ->> 'approval' = $1 order by e.seq`,
      [consenso],
    );
    expect(rows).toMatchObject([
      { action: 'approvals.request', actor_name: 'agente', body: { filter: { f_targa: OLD_PLATE } } },
      { action: 'approvals.decide', actor_name: 'ufficiale', body: { decision: 'granted', name: 'agente' } },
      { action: 'transits.search', actor_name: 'agente', body: { approval: consenso } },
    ]);
  });

  test('only those who decide see the requests of others, and a question asked twice is one request', async () => {
    const id = await askFor();
    expect(await askFor({ ...QUESTION, page_size: 10, f_startTime: ago(70) })).toBe(id);
    expect(await list('collega')).toEqual([]);
    expect((await list('agente')).map((one) => [one.id, one.propria, one.nota])).toEqual([
      [id, true, 'la prima denuncia è di maggio'],
    ]);
    expect((await list('ufficiale'))[0]).toMatchObject({ id, propria: false, fascicolo: '77/2026', filtro: QUESTION });
  });

  test('a request without a reason, with a short note or a wrong filter is refused; after 20 open ones so is the next', async () => {
    const body = { lotto: randomUUID(), filtro: QUESTION, nota: 'la prima denuncia è di maggio' };
    expect(
      (await plant.callRaw(api.requestApproval, { body: { ...body, nota: '   breve   ' } }, 'agente')).status,
    ).toBe(400);
    expect(
      (await plant.callRaw(api.requestApproval, { body: { ...body, filtro: { altro: 1 } } }, 'agente')).status,
    ).toBe(400);
    expect((await ask(QUESTION, 'comune')).status).toBe(403);
    for (let at = 0; at < api.MAX_OPEN_APPROVALS; at += 1) await askFor({ ...PERIOD, f_lane: [at] });
    expect(errorOf(await ask({ ...PERIOD, f_speed_min: 90 }))).toBe('conflict/too_many_requests');
  });
});

describe('a role with 100 rows a day', () => {
  const page = (n: number, more: TransitSearch = {}) =>
    search({ f_varchi: [1], p: n, page_size: 40, ...more }, 'addetto');

  test('is shown no more, however many calls come at one moment, and starts again the next day', async () => {
    await plant.pool.query('delete from shown_rows');
    const answers = await Promise.all(Array.from({ length: 4 }, () => page(1)));
    const shown = answers.filter(({ status }) => status === 200);
    expect(shown).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(errorOf(answer)).toBe('no_perms/daily_rows');
    expect(readPage(await page(1, { page_size: 20 })).objects).toHaveLength(20);
    expect(errorOf(await page(1, { page_size: 1 }))).toBe('no_perms/daily_rows');
    plant.clock.now = new Date(Date.parse(NOW) + DAY_MS).toISOString();
    expect((await page(1)).status).toBe(200);
  });

  test('a page for more rows than are left is shown when it finds no more than those, as that of a track', async () => {
    await plant.pool.query('delete from shown_rows');
    const [first] = readPage(await page(1, { page_size: 1 })).objects;
    const track = await page(1, { f_targa: first?.targa ?? '', page_size: 999 });
    const { length } = readPage(track).objects;
    expect(length).toBeGreaterThan(0);
    expect(readPage(await page(1, { page_size: 99 - length })).objects).toHaveLength(99 - length);
    expect(errorOf(await page(1, { f_targa: first?.targa ?? '', page_size: 999 }))).toBe('no_perms/daily_rows');
  });

  test('rows that were not found do not count; an agreement lifts the limit for its question', async () => {
    await plant.pool.query('delete from shown_rows');
    for (let at = 0; at < 5; at += 1) expect(readPage(await page(1, { f_targa: 'QQ999QQ' })).objects).toEqual([]);
    expect(readPage(await page(1)).objects).toHaveLength(40);
    expect(readPage(await page(2)).objects).toHaveLength(40);
    expect(errorOf(await page(3))).toBe('no_perms/daily_rows');
    const id = await askFor({ f_varchi: [1] }, 'addetto');
    await decide(id);
    expect(readPage(await page(3, { consenso: id })).objects.length).toBeGreaterThan(0);
    expect(errorOf(await page(3))).toBe('no_perms/daily_rows');
  });
});

test('a stream says that a request came and was decided, to those it concerns', async () => {
  const origin = await plant.app.listen({ host: '127.0.0.1', port: 0 });
  const open = async (user: string) => {
    const response = await fetch(`${origin}${api.watchApprovals.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await plant.token(user)}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const news = () =>
      [...text.matchAll(/event: richieste\ndata: (.*)\n/g)].map(
        ([, data]) => api.ApprovalNews.parse(JSON.parse(data ?? '')).da_decidere,
      );
    void (async () => {
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) text += part.value;
    })().catch(() => undefined);
    return { news, close: () => reader?.cancel() };
  };
  const streams = { officer: await open('ufficiale'), requester: await open('agente'), other: await open('collega') };
  // Each stream's first message comes when it is served first: a request before that is in it and no news of its own.
  for (const { news } of Object.values(streams)) await expect.poll(news).toEqual([0]);
  const id = await askFor();
  await expect.poll(streams.officer.news).toEqual([0, 1]);
  await expect.poll(streams.requester.news).toEqual([0, 0]);
  await decide(id);
  await expect.poll(streams.officer.news).toEqual([0, 1, 0]);
  await expect.poll(streams.requester.news).toEqual([0, 0, 0]);
  expect(streams.other.news()).toEqual([0]);
  for (const stream of Object.values(streams)) await stream.close();
});
