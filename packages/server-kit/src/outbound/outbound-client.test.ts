import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAddressRule } from './address-rules.ts';
import { createOutboundClient, OutboundRefused } from './outbound-client.ts';

let server: Server;
let port = 0;
let calls = 0;
beforeAll(async () => {
  server = createServer((request, answer) => {
    calls += 1;
    if (request.url === '/redirect') answer.writeHead(302, { location: `http://localhost:${port}/health` }).end();
    else if (request.url === '/huge') for (let i = 0; i < 200; i += 1) answer.write(Buffer.alloc(16_384));
    else if (request.url === '/silent') return;
    else answer.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const limits = { timeoutMs: 2_000, maxBytes: 64 * 1024, signal: new AbortController().signal };
const open = createOutboundClient({ allowedCidrs: ['127.0.0.0/8', '::1/128'] });
const closed = createOutboundClient({ allowedCidrs: [] });

it.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  'not an address',
])('a server never calls %s by itself', (address) => {
  expect(createAddressRule([])(address)).toBe(false);
});

it('public addresses are allowed, private ones where the configuration names them', () => {
  expect(['8.8.8.8', '2a00:1450:4002::1', '::ffff:8.8.8.8'].map(createAddressRule([]))).toEqual([true, true, true]);
  const rule = createAddressRule(['10.1.0.0/16']);
  expect(['10.1.2.3', '10.2.2.3', '127.0.0.1'].map(rule)).toEqual([true, false, false]);
  expect(() => createAddressRule(['nonsense'])).toThrow('not an address range');
});

it('calls a plant on this machine only where allowed, by name and by number, in every spelling', async () => {
  expect(await open.get(`http://localhost:${port}/health`, limits)).toMatchObject({
    status: 200,
    date: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const before = calls;
  for (const host of ['localhost', '127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
    await expect(closed.get(`http://${host}:${port}/health`, limits)).rejects.toThrow(OutboundRefused);
  expect(calls).toBe(before);
});

it('no redirects, no user info, no plain http away from this machine, no other scheme', async () => {
  expect((await open.get(`http://localhost:${port}/redirect`, limits)).status).toBe(302);
  for (const url of [
    `http://a:b@localhost:${port}/`,
    'http://plant.example/',
    'file:///etc/passwd',
    'ftp://localhost/',
  ])
    await expect(open.get(url, limits)).rejects.toThrow(OutboundRefused);
});

it('gives up on silence, endless answers and when told to', async () => {
  await expect(open.get(`http://localhost:${port}/silent`, { ...limits, timeoutMs: 100 })).rejects.toThrow('aborted');
  await expect(open.get(`http://localhost:${port}/huge`, limits)).rejects.toThrow('too long');
  await expect(open.get(`http://localhost:${port}/health`, { ...limits, signal: AbortSignal.abort() })).rejects.toThrow(
    'aborted',
  );
});
