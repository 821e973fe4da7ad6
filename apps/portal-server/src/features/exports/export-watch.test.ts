import * as parts from '@varco/contract/portal/export-parts.ts';
import * as api from '@varco/contract/portal/exports.ts';
import { closeGracefully } from '@varco/server-kit/http/close-gracefully.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ExportFixture } from '../../testing/export-fixture.ts';

let world: ExportFixture;
let origin: string;
const open: Watched[] = [];
beforeAll(async () => {
  world = await ExportFixture.open();
  origin = await world.portal.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => world.reset());
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
afterAll(async () => {
  await closeGracefully(world.portal.app, 300);
  await world.close();
});

interface Watched {
  readonly status: number;
  readonly retryAfter: string | null;
  /** Names of the events so far. */
  readonly heard: string[];
  readonly ended: Promise<unknown>;
  readonly close: () => void;
}

async function watch(who: string, token = world.tokenOf(who)): Promise<Watched> {
  const ending = new AbortController();
  const answer = await fetch(`${origin}${api.watchExports.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
    signal: ending.signal,
  });
  const heard: string[] = [];
  const read = async (): Promise<void> => {
    const text = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
    for await (const part of text) for (const [, name = ''] of part.matchAll(/^event: (\w+)$/gm)) heard.push(name);
  };
  const one = {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    heard,
    ended: read().catch(() => undefined),
    close: () => ending.abort(),
  };
  open.push(one);
  return one;
}

/** Listens, and what it said at its beginning was heard. */
async function standing(who: string): Promise<Watched> {
  const one = await watch(who);
  expect(one.status).toBe(200);
  // Any change at all may have come before: it is looked once.
  await world.portal.deps.pool.query("select pg_notify('export_change', id::text) from portal_user");
  await vi.waitFor(() => expect(one.heard).toContain('changed'), { timeout: 10_000 });
  // Changes of before may still be under way on a busy machine.
  for (; one.heard.length > 0; await quiet()) one.heard.splice(0);
  return one;
}

/** Longer than changes are gathered. */
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 700));

const hears = (one: Watched): Promise<void> =>
  vi.waitFor(() => expect(one.heard).toContain('changed'), { timeout: 10_000 });

it('EXP-19 EXP-08 who watches hears at once of the own exports, of nobody else’s, and nothing about them', async () => {
  const [anna, bruno] = [await standing('anna'), await standing('bruno')];
  anna.heard.splice(0);
  const guid = await world.begin('anna');
  await hears(anna);
  await quiet();
  expect(bruno.heard).toEqual([]);
  anna.heard.splice(0);
  await world.runOnce();
  await quiet();
  anna.heard.splice(0);
  await world.cesena.call(
    parts.reportExportPart,
    { export: guid },
    { state: 'running', progress_count: 5, progress_over: 10, fault: null },
  );
  await hears(anna);
  await quiet();
  anna.heard.splice(0);
  await world.call('anna', api.cancelExports, { query: { job_id: guid } });
  await hears(anna);
  expect(bruno.heard).toEqual([]);
});

it('pieces of a part that change nothing a person sees are no news', async () => {
  const guid = await world.begin();
  await world.runOnce();
  const anna = await standing('anna');
  await world.portal.deps.pool.query(
    'update export_part set received = received + 1, last_sign_at = now() where guid = $1',
    [guid],
  );
  await quiet();
  expect(anna.heard).toEqual([]);
});

it('a lost connection to the database is listened on again, and what was missed is looked for', async () => {
  const anna = await standing('anna');
  const { rows } = await world.portal.deps.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen export_change' and datname = current_database()`,
  );
  expect(rows.length).toBeGreaterThan(0);
  await hears(anna);
  await quiet();
  anna.heard.splice(0);
  await world.begin('anna');
  await hears(anna);
});

it('nobody without a token watches, and one person at most five times', async () => {
  expect((await watch('', 'x')).status).toBe(401);
  for (let n = 0; n < 5; n += 1) expect((await watch('carla')).status).toBe(200);
  const sixth = await watch('carla');
  expect([sixth.status, sixth.retryAfter]).toEqual([429, '5']);
  expect((await watch('anna')).status).toBe(200);
  open.find(({ status }) => status === 200)?.close();
  await vi.waitFor(async () => expect((await watch('carla')).status).toBe(200), { timeout: 10_000 });
});
