import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { OutboundRefused } from '@varco/server-kit/outbound/outbound-client.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPortal } from './portal-call.ts';

let server: Server;
let url: URL;
/** Number of calls by connection. */
const calls = new Map<Socket, number>();
const bodies: string[] = [];
let dropsSecond = false;
beforeAll(async () => {
  server = createServer((request, response) => {
    const { socket } = request;
    calls.set(socket, (calls.get(socket) ?? 0) + 1);
    if (dropsSecond && calls.get(socket) === 2) return void socket.resetAndDestroy();
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      bodies.push(`${request.headers['content-length'] ?? '-'} ${body}`);
      if (request.url === '/silent') return;
      response.end(request.url === '/long' ? 'x'.repeat(2_000) : 'fatto');
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const call = (path: string, signal = AbortSignal.timeout(10_000), allowedCidrs = ['127.0.0.0/8']) =>
  callPortal(new URL(path, url), {
    ...{ method: 'PUT', headers: {}, body: new TextEncoder().encode('pezzo'), signal, maxResponseBytes: 1_000 },
    allowedCidrs,
  });

it('sends its bytes over a kept connection, and again when the portal had just closed that', async () => {
  expect(await call('/a')).toEqual({ status: 200, text: 'fatto' });
  dropsSecond = true;
  expect(await call('/b')).toEqual({ status: 200, text: 'fatto' });
  dropsSecond = false;
  expect(bodies).toEqual(['5 pezzo', '5 pezzo']);
  expect([...calls.values()]).toEqual([2, 1]);
});

it('security 13: a portal at an inner address that is not allowed is not called', async () => {
  const before = bodies.length;
  await expect(call('/a', AbortSignal.timeout(10_000), [])).rejects.toThrow(OutboundRefused);
  expect(bodies).toHaveLength(before);
});

it('takes no answer that is too long, and goes when it is told to', async () => {
  await expect(call('/long')).rejects.toThrow('too long');
  const stopping = new AbortController();
  const waiting = call('/silent', stopping.signal);
  setTimeout(() => stopping.abort(new Error('over')), 50);
  await expect(waiting).rejects.toThrow('over');
});
