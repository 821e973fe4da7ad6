import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KIT_MIGRATIONS } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createPool } from './pool.ts';

/** A way to the test database on which connections can go silent, as behind a firewall that forgot them. */
const answers = new Set<{ from: Socket; to: Socket }>();
const relay = createServer((client) => {
  const { host, port, path } = findTarget();
  const upstream = path === null ? connect(port, host) : connect(path);
  const way = { from: upstream, to: client };
  answers.add(way);
  for (const socket of [client, upstream]) {
    socket.on('error', () => {});
    socket.on('close', () => [client, upstream].forEach((one) => one.destroy()));
  }
  client.pipe(upstream);
  upstream.on('data', (chunk) => answers.has(way) && client.write(chunk));
});

let database: TestDatabase;
let address = '';
beforeAll(async () => {
  database = await createTestDatabase('silent', KIT_MIGRATIONS);
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const bound = relay.address();
  const url = new URL(database.url);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = typeof bound === 'object' && bound !== null ? String(bound.port) : '';
  address = url.href;
});
afterAll(async () => {
  relay.close();
  await database.drop();
});

function findTarget(): { host: string; port: number; path: string | null } {
  const url = new URL(database.url);
  const folder = url.searchParams.get('host');
  const port = Number(url.port === '' ? 5_432 : url.port);
  return { host: url.hostname, port, path: folder === null ? null : join(folder, `.s.PGSQL.${port}`) };
}

const ask = async (pool: Pool): Promise<unknown> => (await pool.query('select 7 as n')).rows;

test.each([true, false])(
  'statements on connections that went silent end in time, and the next ones are answered on new connections (pipelined: %s)',
  async (isPipelined) => {
    const options = { applicationName: 'silent', max: 2, statementTimeoutMs: 300, isPipelined };
    const pool = createPool({ url: address, ...options });
    expect(await Promise.all([ask(pool), ask(pool)])).toEqual([[{ n: 7 }], [{ n: 7 }]]);
    answers.clear();
    const both = await Promise.allSettled([ask(pool), ask(pool)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask(pool)).toEqual([{ n: 7 }]);
    await pool.end();
  },
);
