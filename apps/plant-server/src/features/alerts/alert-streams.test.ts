import { ingestReads } from '@varco/contract/plant/ingest.ts';
import * as api from '@varco/contract/plant/alerts.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { closeGracefully } from '@varco/server-kit/http/close-gracefully.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { AlertDispatcher } from './alert-dispatcher.ts';
import { buildApp } from '../../app.ts';
import { findUserByUuid } from '../../auth/plant-user.repository.ts';
import { openTestStream, type TestAlertStream } from '../../testing/alert-stream.ts';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { AlertStreams } from './alert-streams.ts';

let plant: TestPlant;
let origin: string;
const openStreams: TestAlertStream[] = [];
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  origin = await plant.app.listen({ host: '127.0.0.1', port: 0 });
  for (let i = 1; i <= 9; i += 1) await insertBlacklistRow(plant.pool, `AA00${i}AA`);
});
afterEach(() => {
  for (const stream of openStreams.splice(0)) stream.close();
});
afterAll(async () => {
  // A client may hold a connection it never used.
  await closeGracefully(plant.app, 300);
  await plant.close();
});

async function listen(who: string, body: unknown = { alerts: ['blacklist'] }, at = origin): Promise<TestAlertStream> {
  const stream = await openTestStream(at, await plant.token(who), body);
  openStreams.push(stream);
  return stream;
}
/** Opens a stream and reads its first ping. */
async function openAndReadPing(who: string, body?: unknown, at = origin): Promise<TestAlertStream> {
  const stream = await listen(who, body, at);
  expect(stream.status).toBe(200);
  expect((await stream.nextEvent())?.event).toBe('retry: 5000');
  expect(await stream.nextEvent()).toMatchObject({
    event: 'ping',
    id: expect.stringMatching(/^\d+$/),
    data: { at: NOW },
  });
  return stream;
}
let secondsPassed = 0;
async function sendRead(targa: string, gate = 1): Promise<void> {
  secondsPassed += 1;
  const reads = [{ varco_id: gate, targa, data: toIsoInstant(parseInstantMs(NOW) - secondsPassed * 1000) }];
  await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
}

it('PLAPI-25 the stream begins with the retry time and a ping; an alert follows the read at once', async () => {
  const stream = await openAndReadPing('operatore');
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.headers.get('cache-control')).toBe('no-store');
  await sendRead('AA001AA');
  expect(await stream.nextAlert()).toMatchObject({ tipo: 'blacklist', targa: 'AA001AA', ver: 1 });
});

it('PLAPI-25 after a break the stream goes on behind the last place: nothing lost, nothing twice', async () => {
  const stream = await openAndReadPing('operatore');
  await sendRead('AA001AA');
  expect((await stream.nextAlert())?.targa).toBe('AA001AA');
  stream.close();
  for (const plate of ['AA002AA', 'AA003AA']) await sendRead(plate);
  await plant.deps.alerts.publishPending();
  const again = await listen('operatore', { alerts: ['blacklist'], last_id: stream.position() });
  await sendRead('AA004AA');
  const plates = [];
  for (let i = 0; i < 3; i += 1) plates.push((await again.nextAlert())?.targa);
  expect(plates).toEqual(['AA002AA', 'AA003AA', 'AA004AA']);
  // A position the plant never issued (its database was restored) must not block the stream for ever.
  const beyond = await openAndReadPing('operatore', { alerts: ['blacklist'], last_id: '999999999999' });
  await sendRead('AA005AA');
  expect((await beyond.nextAlert())?.targa).toBe('AA005AA');
});

it('LIVE-03 gates alone open no stream; with a kind they narrow it, and the rights of the person do in any case', async () => {
  for (const body of [
    { alerts: ['varchi'], gates: [1] },
    { alerts: [] },
    { alerts: ['tutto'] },
    { alerts: ['rca'], altro: 1 },
    { alerts: ['rca'], last_id: 'x' },
    {},
  ])
    expect((await listen('operatore', body)).status).toBe(400);
  const narrow = await openAndReadPing('operatore', { alerts: ['blacklist', 'varchi'], gates: [2] });
  const limited = await openAndReadPing('limitato');
  const none = await openAndReadPing('operatore', { alerts: ['rca', 'prestanome'] });
  await sendRead('AA001AA', 1);
  await sendRead('AA002AA', 2);
  await sendRead('AA003AA', 3);
  expect((await narrow.nextAlert())?.targa).toBe('AA002AA');
  expect([(await limited.nextAlert())?.targa, (await limited.nextAlert())?.targa]).toEqual(['AA001AA', 'AA003AA']);
  none.close();
  expect(await none.nextAlert()).toBeNull();
});

it('signed out, wrong role, hidden plates: refused before anything is said', async () => {
  expect((await openTestStream(origin, 'x', { alerts: ['blacklist'] })).status).toBe(401);
  for (const who of ['comune', 'quattro', 'oscurato']) expect((await listen(who)).status).toBe(403);
  const elsewhere = await openTestStream(
    origin,
    await plant.token('operatore'),
    { alerts: ['rca'] },
    { origin: 'https://x.example' },
  );
  expect(elsewhere.status).toBe(403);
});

it('a sixth stream of one person is refused; a place that is free again is given', async () => {
  const five = [];
  for (let i = 0; i < 5; i += 1) five.push(await openAndReadPing('breve'));
  expect((await listen('breve')).status).toBe(429);
  five[0]?.close();
  await vi.waitFor(async () => expect((await listen('breve')).status).toBe(200), 10_000);
});

it('a person who is switched off, or whose password changed, hears nothing more', async () => {
  const stream = await openAndReadPing('vecchia2');
  await plant.pool.query(`update plant_user set active = 0 where username = 'vecchia2'`);
  await sendRead('AA006AA');
  expect(await stream.nextAlert()).toBeNull();
});

it('what one person does with an alert, the others see; opening and end of a stream stand in the log', async () => {
  const stream = await openAndReadPing('operatore');
  await sendRead('AA007AA');
  const alert = await stream.nextAlert();
  const params = { id: alert?.id ?? '' };
  await plant.call(api.takeAlert, { params, body: {} }, 'breve');
  expect(await stream.nextAlert()).toMatchObject({ id: params.id, ver: 2, in_carico_a: 'breve', in_carico_mio: false });
  await plant.call(api.endAlert, { params, body: { esito: 'misread' } }, 'breve');
  expect(await stream.nextAlert()).toMatchObject({ id: params.id, ver: 3, esito: 'misread' });
  stream.close();
  await vi.waitFor(() => {
    const last = plant.audit.records.findLast(({ detail }) => detail?.['ended'] === true);
    expect(last).toMatchObject({ action: 'alerts.stream', count: 3, actor: { name: 'operatore' } });
  }, 10_000);
});

it('two processes of one plant: each hears what the other raised, and what neither told before it died', async () => {
  const service = new AlertDispatcher({ pool: plant.pool, now: plant.deps.now, log: silentLog, onPublished: () => {} });
  const other = buildApp({ ...plant.deps, alerts: service });
  const stream = await openAndReadPing('operatore', undefined, await other.listen({ host: '127.0.0.1', port: 0 }));
  await sendRead('AA008AA');
  expect((await stream.nextAlert())?.targa).toBe('AA008AA');
  // An alert was raised, and the process ended before publishing it.
  await plant.pool.query(`update alert set seq = null, version = version + 1 where plate = 'AA008AA'`);
  await service.publishPending();
  expect(await stream.nextAlert()).toMatchObject({ targa: 'AA008AA', ver: 2 });
  await other.close();
  expect(await stream.nextAlert()).toBeNull();
});

it('an alert that could not be read when it was published is delivered soon, without another one', async () => {
  let failures = 0;
  // The database refuses what this dispatcher reads, as it does while another one takes over.
  const pool = new Proxy(plant.pool, {
    get(target, key) {
      if (key === 'query' && failures > 0) {
        failures -= 1;
        return () => Promise.reject(new Error('the database system is starting up'));
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const service = new AlertDispatcher({ pool, now: plant.deps.now, log: silentLog, onPublished: () => {} });
  const other = buildApp({ ...plant.deps, alerts: service });
  const stream = await openAndReadPing('operatore', undefined, await other.listen({ host: '127.0.0.1', port: 0 }));
  // A new stream first reads what it missed, on the working pool; after its first alert it depends on the dispatcher.
  await sendRead('AA009AA');
  expect((await stream.nextAlert())?.targa).toBe('AA009AA');
  failures = 2;
  await plant.pool.query(`update alert set seq = null, version = version + 1 where plate = 'AA009AA'`);
  await service.publishPending();
  expect(await stream.nextAlert()).toMatchObject({ targa: 'AA009AA', ver: 2 });
  expect(failures).toBe(0);
  await other.close();
});

it('PLAPI-25 a stream is pinged every 15 s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const service = new AlertDispatcher({ pool: plant.pool, now: plant.deps.now, log: silentLog, onPublished: () => {} });
  const other = buildApp({ ...plant.deps, alerts: service });
  try {
    const stream = await openAndReadPing('operatore', undefined, await other.listen({ host: '127.0.0.1', port: 0 }));
    vi.advanceTimersByTime(15_000);
    expect(await stream.nextEvent()).toMatchObject({ event: 'ping', data: { at: NOW } });
    vi.advanceTimersByTime(15_000);
    expect(await stream.nextEvent()).toMatchObject({ event: 'ping' });
  } finally {
    await other.close();
    vi.useRealTimers();
  }
});

it('security 9: a reader that takes nothing is cut at 256 KiB, and goes on behind its last place without loss', async () => {
  await sendRead('AA009AA');
  await plant.deps.alerts.publishPending();
  const streams = new AlertStreams(plant.deps);
  const { rows } = await plant.pool.query<{ uuid: string }>(`select uuid from plant_user where username = 'operatore'`);
  const user = await findUserByUuid(plant.deps.store.runner, rows[0]?.uuid ?? '');
  if (user === null) throw new Error('no user');
  const opened = (after: bigint | null) =>
    streams.open(
      { user, session: 'none', kinds: new Set(['blacklist'] as const), gates: null, after },
      new AbortController().signal,
      () => {},
    );
  const alertsOf = (text: string): number => (text.match(/^event: alert$/gm) ?? []).length;
  async function taken(stream: AsyncIterable<string>, alerts: number): Promise<string> {
    let text = '';
    for await (const part of stream) {
      text += part;
      if (alertsOf(text) >= alerts) break;
    }
    return text;
  }
  const slow = await opened(null);
  const quick = await opened(null);
  const columns = `kind, priority, plate, ts, gate, nation, brand, model, colour, vclass, flags, list, entry, entry_facts, closeness, is_interforce`;
  await plant.pool.query(
    `insert into alert (transit, ${columns}) select transit + n, ${columns} from alert, generate_series(1, 600) as n where plate = 'AA009AA'`,
  );
  plant.deps.alerts.requestPublish();
  expect(alertsOf(await taken(quick, 600))).toBe(600);
  // The queued events are sent first, then the stream ends instead of growing.
  const text = await taken(slow, 1_000);
  expect(text.length).toBeGreaterThan(256 * 1024);
  expect(alertsOf(text)).toBeLessThan(600);
  const last = BigInt(
    text
      .match(/^id: (\d+)$/gm)
      ?.at(-1)
      ?.slice(4) ?? '0',
  );
  const rest = 600 - alertsOf(text);
  expect(alertsOf(await taken(await opened(last), rest))).toBe(rest);
  await streams.endAll();
});
