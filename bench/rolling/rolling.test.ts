import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { buildCaddyfile } from './caddy.ts';
import { listFaults, type RollingResult } from './report.ts';
import { findKind, Tally } from './tally.ts';
import { watchStream } from './watch-stream.ts';

const SHIPPED = readFileSync(join(import.meta.dirname, '../../tools/package/files/etc/Caddyfile'), 'utf8');

test('the proxy runs the snippet that the package ships, with the ports of the bench and nothing of the examples', () => {
  const text = buildCaddyfile(SHIPPED, [{ port: 1, upstreams: [2, 3] }]);
  expect(text).toContain('(varco-two) {');
  expect(text).toContain('health_uri /ready');
  expect(text).toContain('https://localhost:1 {\n\tbind 127.0.0.1\n\timport varco-two 127.0.0.1:2 127.0.0.1:3\n}');
  expect(text).not.toContain('portale.example');
});

test('calls are counted by what they are for; rates and a decision taken before are no failures, all else is', () => {
  expect(findKind('/api/ingest/reads-with-pictures')).toBe('reads with a picture');
  expect(findKind('/api/lpr/export/push/x/file')).toBe('exports');
  expect(findKind('/api/v1/login')).toBe('portal sessions');
  expect(findKind('/elsewhere')).toBe('other calls');
  const tally = new Tally();
  const note = (path: string, status: number): void => tally.note('POST', path, { status, body: null }, 1);
  for (const status of [200, 429, 409]) note('/api/alerts/7/verify', status);
  for (const status of [0, 409, 502, 503]) note('/api/blacklist', status);
  expect(tally.rows().map(({ kind, failed, refused }) => [kind, failed, refused])).toEqual([
    ['list changes', 4, 0],
    ['alerts', 0, 2],
  ]);
  expect(tally.failures).toHaveLength(4);
});

test('a failed call, a stream that broke, an unheard alert and a loss are faults each', () => {
  const good: RollingResult = {
    ...{ rows: [{ kind: 'reads', times: null, failed: 0, refused: 3 }], restarts: [], exportsDone: 1 },
    ...{ streams: { opened: 2, announced: 1, broken: 0 }, losses: [], missed: 0 },
  };
  expect(listFaults(good)).toEqual([]);
  const bad: RollingResult = {
    ...good,
    ...{ rows: [{ kind: 'reads', times: null, failed: 2, refused: 0 }], missed: 4 },
    ...{ streams: { opened: 2, announced: 0, broken: 3 }, losses: [{ what: 'read', how: 'lost', detail: 'x' }] },
  };
  expect(listFaults(bad)).toEqual([
    ...['2 calls failed', '3 streams ended without a word', '4 alerts were not heard', 'read lost: x'],
  ]);
});

test('a stream is opened again after its last event; announced ends, broken ends and refusals are told apart', async () => {
  const bodies: unknown[] = [];
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.end('event: alert\nid: 7\ndata: 1\n\nevent: reopen\nretry: 200\ndata: 200\n\n'),
    (response) => response.end('event: alert\nid: 8\ndata: 2\n\n'),
    (response) => response.writeHead(503).end('{}'),
    (response) => void response.write('event: alert\nid: 9\ndata: 3\n\n'),
  ];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(JSON.parse(body));
      answers.shift()?.(response);
    });
  });
  const url = await listen(server);
  const tally = new Tally();
  const heard: string[] = [];
  const ending = new AbortController();
  const target = {
    ...{ url, path: '/api/notifications/receive', headers: () => ({}), buildBody: (last: string | null) => ({ last }) },
    onEvent: (_name: string, data: string) => {
      heard.push(data);
      if (data === '3') ending.abort();
    },
  };
  const counts = await watchStream(target, tally, ending.signal);
  server.closeAllConnections();
  server.close();
  expect(heard).toEqual(['1', '2', '3']);
  expect(bodies).toEqual([{ last: null }, { last: '7' }, { last: '8' }, { last: '8' }]);
  expect(counts).toEqual({ opened: 3, announced: 1, broken: 1 });
  expect(tally.rows()).toMatchObject([{ kind: 'alerts', failed: 1, times: { n: 4 } }]);
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
