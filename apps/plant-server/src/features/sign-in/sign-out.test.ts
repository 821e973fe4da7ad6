import { readOwnPush } from '@varco/contract/plant/own-push.ts';
import { PlantLoginResponse, plantLogin, plantLogout } from '@varco/contract/plant/auth.ts';
import { ExportPart } from '@varco/contract/plant/exports.ts';
import { listGates } from '@varco/contract/plant/gates.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { getPicture, pictureTickets } from '@varco/contract/plant/media.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { signToken } from '@varco/server-kit/auth/token.ts';
import { closeGracefully } from '@varco/server-kit/http/close-gracefully.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { injectJson, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { deleteExpiredSessions } from '../../auth/ended-session.repository.ts';
import { AlertDispatcher } from '../alerts/alert-dispatcher.ts';
import { openTestStream } from '../../testing/alert-stream.ts';
import { delegateTestExport } from '../../testing/export-fixture.ts';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { createPhoto, sendReadsWithPictures } from '../../testing/send-pictures.ts';
import { NOW, PASSWORD, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
let transit: string;
let origin: string;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  origin = await plant.app.listen({ host: '127.0.0.1', port: 0 });
  await insertBlacklistRow(plant.pool, 'SO001UT');
  const answer = await sendReadsWithPictures(
    plant,
    [{ varco_id: 1, targa: 'SO002UT', data: toIsoInstant(parseInstantMs(NOW) - 60_000), pictures: { full: 'scene' } }],
    { scene: new Uint8Array(await createPhoto('#cc0000', 800, 450)) },
  );
  transit = (answer.body as { results: { id: string }[] }).results[0]?.id ?? '';
});
afterAll(async () => {
  await closeGracefully(plant.app, 300);
  await plant.close();
});

/** A new session, apart from the one that `plant.token` keeps. */
async function signIn(username = 'operatore'): Promise<string> {
  const answer = await injectJson(plant.app, plantLogin, { body: { username, password: PASSWORD } });
  return PlantLoginResponse.parse(answer.body).token;
}
const signOut = (token: string, app = plant.app) => injectRaw(app, plantLogout, {}, { token });
const ENDED = { status: 401, body: { error: { code: 'invalid_token', sub_code: 'session_revoked' } } };

/** One call of every kind that a token opens. */
const calls = (token: string, app = plant.app) =>
  Promise.all([
    injectRaw(app, searchTransits, { body: {} }, { token, headers: REASON }),
    injectRaw(app, pictureTickets, { body: { ids: [transit], variants: ['full'] } }, { token, headers: REASON }),
    injectRaw(app, readOwnPush, {}, { token }),
    injectRaw(app, listGates, {}, { token }),
  ]);

it('SESS-12 after a sign-out the token is refused everywhere, and the other session of the person lives on', async () => {
  const [ended, other] = [await signIn(), await signIn()];
  for (const answer of await calls(ended)) expect(answer.status).toBe(200);
  const before = plant.audit.records.length;
  expect(await signOut(ended)).toMatchObject({ status: 204 });
  expect(plant.audit.records.slice(before)).toMatchObject([
    { action: 'plant.logout', outcome: 'ok', actor: { name: 'operatore' } },
  ]);
  for (const answer of await calls(ended)) expect(answer).toMatchObject(ENDED);
  expect((await openTestStream(origin, ended, { alerts: ['blacklist'] })).status).toBe(401);
  for (const answer of await calls(other)) expect(answer.status).toBe(200);
});

it('SESS-12 two processes of one plant: the sign-out at one is at once the sign-out at the other', async () => {
  const alerts = new AlertDispatcher({ pool: plant.pool, now: plant.deps.now, log: silentLog, onPublished: () => {} });
  const second = buildApp({ ...plant.deps, alerts });
  const token = await signIn();
  for (const answer of await calls(token, second)) expect(answer.status).toBe(200);
  expect(await signOut(token)).toMatchObject({ status: 204 });
  for (const answer of await calls(token, second)) expect(answer).toMatchObject(ENDED);
  await second.close();
});

it('an open alert stream ends with its session, another one of the person goes on', async () => {
  const open = (token: string) => openTestStream(origin, token, { alerts: ['blacklist'] });
  const [ended, other] = [await signIn(), await signIn()];
  const [deaf, hearing] = [await open(ended), await open(other)];
  for (const stream of [deaf, hearing]) expect((await stream.nextEvent())?.event).toBe('retry: 5000');
  await signOut(ended);
  const reads = [{ varco_id: 1, targa: 'SO001UT', data: toIsoInstant(parseInstantMs(NOW) - 1_000) }];
  await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
  expect((await hearing.nextAlert())?.targa).toBe('SO001UT');
  expect(await deaf.nextAlert()).toBeNull();
  hearing.close();
});

it('a picture ticket dies with its session; the same person asks again in another', async () => {
  const [ended, other] = [await signIn(), await signIn()];
  const ticketOf = async (token: string): Promise<string> => {
    const body = { ids: [transit], variants: ['full'] };
    const answer = await injectRaw(plant.app, pictureTickets, { body }, { token, headers: REASON });
    return (answer.body as { tickets: { tickets: { full: string } }[] }).tickets[0]?.tickets.full ?? '';
  };
  const [dead, alive] = [await ticketOf(ended), await ticketOf(other)];
  await signOut(ended);
  expect(await injectRaw(plant.app, getPicture, { params: { ticket: dead } })).toMatchObject({
    status: 403,
    body: { error: { code: 'no_perms' } },
  });
  expect(await injectRaw(plant.app, getPicture, { params: { ticket: alive } })).toMatchObject({ status: 200 });
});

it('a direct export nobody began ends with the session; one that has begun, and one of the portal, goes on', async () => {
  const user = 'pagante';
  const [unused, begun] = [await delegateTestExport(plant, { user }), await delegateTestExport(plant, { user })];
  const ofPortal = await delegateTestExport(plant, { user, mode: 'portal' });
  expect((await begun.push()).status).toBe(202);
  expect(await signOut(await plant.token(user))).toMatchObject({ status: 204 });
  expect(plant.audit.records.at(-1)).toMatchObject({ detail: { cancelled_exports: 1 } });
  const [late, again] = [await unused.push(), await begun.push()];
  expect(ExportPart.parse(late.body).phase).toBe('cancelled');
  expect(ExportPart.parse(again.body).phase).toBe('waiting');
  const pushed = await ofPortal.push({ destination: 'https://portal.example' });
  expect(ExportPart.parse(pushed.body).phase).toBe('waiting');
});

it('signing out twice, or twenty times at once, ends the session once and never fails otherwise', async () => {
  const token = await signIn();
  const answers = await Promise.all(Array.from({ length: 20 }, () => signOut(token)));
  expect(answers.filter(({ status }) => status === 204).length).toBeGreaterThan(0);
  for (const answer of answers.filter(({ status }) => status !== 204)) expect(answer).toMatchObject(ENDED);
  expect(await signOut(token)).toMatchObject(ENDED);
  const { rows } = await plant.pool.query('select sid from ended_session group by sid having count(*) > 1');
  expect(rows).toEqual([]);
});

it('garbage, foreign and forged tokens end nobody', async () => {
  const token = await signIn();
  const count = async (): Promise<string> =>
    (await plant.pool.query<{ n: string }>('select count(*)::text as n from ended_session')).rows[0]?.n ?? '';
  const before = await count();
  const { user } = await plant.deps.store.runner
    .run<{ user: string }>({
      text: `select uuid::text as user from plant_user where username = 'operatore'`,
      values: [],
    })
    .then(([row]) => row ?? { user: '' });
  const claims = { sub: user, sid: 'x'.repeat(30), ver: 1, amr: ['pwd'], lifeS: 3600, now: plant.deps.now() };
  const [head = '', payload = '', signature = ''] = token.split('.');
  const hostile = [
    '',
    'x',
    `${head}.${payload}.`,
    `${head}.${payload}.${[...signature].toReversed().join('')}`,
    signToken({ ...plant.deps.tokens, audience: 'varco-plant:other' }, claims),
    signToken(plant.deps.exportTokens, claims),
    signToken(plant.deps.tokens, { ...claims, now: new Date(Date.parse(NOW) - 7_200_000) }),
  ];
  for (const one of hostile) expect((await signOut(one)).status, one).toBe(401);
  const inQuery = await plant.app.inject({ method: 'POST', url: `${plantLogout.path}?token=${token}` });
  expect(inQuery.statusCode).toBe(401);
  const foreign = { token, headers: { origin: 'https://evil.example' } };
  expect((await injectRaw(plant.app, plantLogout, {}, foreign)).status).toBe(403);
  expect(await count()).toBe(before);
  for (const answer of await calls(token)) expect(answer.status).toBe(200);
});

it('no entry in the log, no sign-out; then it can be repeated', async () => {
  const own = await startTestPlant();
  const answer = await injectJson(own.app, plantLogin, { body: { username: 'operatore', password: PASSWORD } });
  const { token } = PlantLoginResponse.parse(answer.body);
  own.audit.refuseWrites();
  expect(await injectRaw(own.app, plantLogout, {}, { token })).toMatchObject({ status: 503 });
  expect((await own.pool.query('select 1 from ended_session')).rowCount).toBe(0);
  await own.close();
});

it('an ended session is forgotten only when its token has expired', async () => {
  const token = await signIn();
  await signOut(token);
  const forget = (afterS: number) =>
    deleteExpiredSessions(plant.deps.store.runner, new Date(Date.parse(NOW) + afterS * 1000).toISOString());
  await forget(3_600);
  expect((await calls(token))[3]).toMatchObject(ENDED);
  await forget(3_700);
  expect((await plant.pool.query('select 1 from ended_session')).rowCount).toBe(0);
  plant.clock.now = new Date(Date.parse(NOW) + 3_700_000).toISOString();
  expect((await calls(token))[3]).toMatchObject({ status: 401, body: { error: { sub_code: 'jwt_expired' } } });
  plant.clock.now = NOW;
});
