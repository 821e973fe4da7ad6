import { portalSystemLog } from '@varco/contract/portal/system-log.ts';
import {
  type SystemEventStore,
  deleteOldEvents,
  createSystemEventStore,
} from '@varco/server-kit/events/system-event-store.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { formatError, createPerson, createPlant, seedPeople, signInAs } from '../../testing/test-people.ts';
import { probePeers } from '../peer/probe.service.ts';

let portal: TestPortal;
let keeper: SystemEventStore;
let admin: string;
let user: string;
const away = createPlant('Lontano', { url: 'http://127.0.0.1:1' });

beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [createPerson('capo', { isAdmin: true }), createPerson('agente')], [away]);
  keeper = createSystemEventStore(silentLog, portal.deps.now);
  keeper.start(portal.deps.pool);
  admin = (await signInAs(portal, 'capo')).token;
  user = (await signInAs(portal, 'agente')).token;
});
afterAll(async () => {
  await keeper.stop();
  await portal.close();
});

async function read(query: Readonly<Record<string, string>> = {}, token: string | null = admin) {
  const answer = await injectRaw(portal.app, portalSystemLog, { query }, token === null ? {} : { token });
  return { status: answer.status, code: answer.status === 200 ? '' : formatError(answer), body: answer.body };
}
const page = async (query: Readonly<Record<string, string>> = {}) =>
  portalSystemLog.response.parse((await read(query)).body);

describe('the system log of the portal', () => {
  it('CLOG-05 what went wrong is there for administrators, newest first, with its code and never its message', async () => {
    const failure = Object.assign(new Error('password of Rossi is 12345'), { code: 'ECONNREFUSED' });
    keeper.log.error('job failed', { error: failure });
    portal.clock.advance(1_000);
    keeper.log.warn('mail not sent', { code: 'verify_email' });
    await keeper.flush();
    const { events } = await page();
    expect(events.map(({ event, level, code, times }) => [event, level, code, times])).toEqual([
      ['mail not sent', 'warn', 'verify_email', 1],
      ['job failed', 'error', 'ECONNREFUSED', 1],
    ]);
    expect(JSON.stringify(events)).not.toContain('Rossi');
  });

  it('CLOG-05 the same thing several times within moments is one row; lines of single calls and debugging are not kept', async () => {
    for (let i = 0; i < 40; i += 1) {
      keeper.log.warn('plate index error');
      keeper.log.info('request', { status: 200 });
      keeper.log.debug('plant not reached');
      portal.clock.advance(10);
    }
    await keeper.flush();
    const { events } = await page({ limit: '3' });
    expect(events[0]).toMatchObject({ event: 'plate index error', times: 40 });
    expect(Date.parse(events[0]?.last_at ?? '') - Date.parse(events[0]?.at ?? '')).toBe(390);
    expect(events[1]?.event).toBe('mail not sent');
  });

  it('CLOG-05 a plant that stops answering is an event, once; that it answers again too', async () => {
    const client = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
    const was = new Map<string, boolean>([[away.uuid, true]]);
    const deps = { ...portal.deps, log: keeper.log };
    await probePeers(deps, client, new AbortController().signal, was);
    await probePeers(deps, client, new AbortController().signal, was);
    await keeper.flush();
    const [newest, before] = (await page({ level: 'warn' })).events;
    expect(newest).toMatchObject({ event: 'plant not reachable', level: 'warn', plant: away.uuid, times: 1 });
    expect(before?.event).not.toBe('plant not reachable');
  });

  it('CLOG-05 pages go on where the one before ended, and the grave ones can be asked for alone', async () => {
    for (let i = 0; i < 5; i += 1) keeper.log.info('listening', { code: `n${i}` });
    keeper.log.error('audit entry not written');
    await keeper.flush();
    const first = await page({ limit: '3' });
    const second = await page({ limit: '3', before: first.next ?? '' });
    const ids = [...first.events, ...second.events].map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(6);
    const grave = await page({ level: 'error' });
    expect(new Set(grave.events.map(({ level }) => level))).toEqual(new Set(['error']));
    expect(grave.next).toBeNull();
  });

  it('is searched by part of an event, code or route, by events in the words of a reader, and from an instant on', async () => {
    keeper.log.error('mail not sent', { code: '100%_sure' });
    keeper.log.warn('witness not reachable');
    await keeper.flush();
    const find = async (query: Readonly<Record<string, string>>): Promise<readonly string[]> =>
      (await page(query)).events.map(({ event }) => event);
    expect(await find({ q: 'WITNESS' })).toEqual(['witness not reachable']);
    expect(new Set(await find({ q: '0%_s' }))).toEqual(new Set(['mail not sent']));
    expect(await find({ q: '%' })).toEqual(['mail not sent']);
    expect(await find({ q: 'testimone', events: 'witness not reachable|mail not sent', limit: '2' })).toEqual([
      'witness not reachable',
      'mail not sent',
    ]);
    expect(await find({ q: 'testimone', level: 'error', events: 'witness not reachable' })).toEqual([]);
    expect(await find({ q: "' or 1=1 --" })).toEqual([]);
    portal.clock.advance(60_000);
    keeper.log.info('listening', { code: 'later' });
    await keeper.flush();
    expect(await find({ from: portal.deps.now().toISOString() })).toEqual(['listening']);
  });

  it('CLOG-05 while the database is away events wait, and are written when it is back', async () => {
    const { pool } = portal.deps;
    const gone = createPool({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'gone' });
    const waiting = createSystemEventStore(silentLog, portal.deps.now);
    waiting.log.error('database connection lost');
    waiting.start(gone);
    await expect(waiting.flush()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    waiting.log.error('database ended, starting it again');
    await waiting.stop();
    waiting.start(pool);
    await waiting.flush();
    await waiting.stop();
    await gone.end();
    const { events } = await page({ limit: '2' });
    expect(events.map(({ event }) => event)).toEqual(['database ended, starting it again', 'database connection lost']);
  });

  it('CLOG-05 after 30 days it is forgotten', async () => {
    await deleteOldEvents(portal.deps.pool, new Date(portal.deps.now().getTime() + 29 * 86_400_000));
    expect((await page()).events.length).toBeGreaterThan(5);
    await deleteOldEvents(portal.deps.pool, new Date(portal.deps.now().getTime() + 31 * 86_400_000));
    expect((await page()).events).toEqual([]);
  });

  it.each([
    [{}, null, 401],
    [{}, 'user', 403],
    [{ level: 'debug' }, 'admin', 400],
    [{ before: "1' or '1'='1" }, 'admin', 400],
    [{ limit: '100000' }, 'admin', 400],
    [{ user: 'Rossi' }, 'admin', 400],
    [{ q: 'x'.repeat(81) }, 'admin', 400],
    [{ q: 'x\u0000' }, 'admin', 400],
    [{ q: 'x', events: 'a|'.repeat(41) }, 'admin', 400],
    [{ from: 'yesterday' }, 'admin', 400],
  ] as const)('CLOG-05 %j by %s is refused', async (query, who, status) => {
    const token = who === null ? null : who === 'admin' ? admin : user;
    expect((await read(query, token)).status).toBe(status);
  });
});
