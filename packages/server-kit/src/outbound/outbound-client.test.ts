import { createServer, type Server } from 'node:http';
import { isIP } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAddressRule } from './address-rules.ts';
import { createOutboundClient, type NameResolver, OutboundRefused } from './outbound-client.ts';

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
  '64:ff9b::a9fe:a9fe',
  '::ffff:0:a9fe:a9fe',
  '::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2001:0:a9fe:a9fe::1',
  '64:ff9b:1::a9fe:a9fe',
  'fe80::1%eth0',
  'fec0::1',
  '3fff::1',
  '5f00::1',
  '0177.0.0.1',
  '0x7f.1',
  '2130706433',
  '127.1',
  '127.0.0.1.',
  '192.0.0.8',
  '192.88.99.1',
  'not an address',
])('a server never calls %s by itself', (address) => {
  expect(createAddressRule([])(address)).toBe(false);
});

it('public addresses are allowed, private ones where the configuration names them', () => {
  expect(['8.8.8.8', '2a00:1450:4002::1', '::ffff:8.8.8.8'].map(createAddressRule([]))).toEqual([true, true, true]);
  expect(['64:ff9b::808:808', '8.8.8.8.'].map(createAddressRule([]))).toEqual([true, true]);
  const rule = createAddressRule(['10.1.0.0/16', 'fd12::/16']);
  expect(['10.1.2.3', '::ffff:a01:203', 'fd12::1', '10.2.2.3', '127.0.0.1'].map(rule)).toEqual([
    ...[true, true, true],
    ...[false, false],
  ]);
  // The own link, metadata service included, is no network of a town: no setting opens it.
  const wide = createAddressRule(['0.0.0.0/0', '::/0']);
  expect(['169.254.169.254', '::ffff:a9fe:a9fe', 'fe80::1', '224.0.0.1', '0.0.0.0', '::'].filter(wide)).toEqual([]);
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

it('a name is resolved once and the connection goes to the address that was checked', async () => {
  const answers = [['203.0.113.9', '127.0.0.1'], ['10.0.0.1'], ['::ffff:7f00:1'], ['2002:7f00:1::1'], []];
  let asked = 0;
  const resolve: NameResolver = (_name, _options, done) => {
    const addresses = answers[asked] ?? [];
    asked += 1;
    done(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
  };
  const rebinding = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'], resolve });
  const url = `http://plant.localhost:${port}/health`;
  expect((await rebinding.get(url, limits)).status).toBe(200);
  expect(asked).toBe(1);
  for (const _ of answers.slice(1, 2)) await expect(rebinding.get(url, limits)).rejects.toThrow(OutboundRefused);
  const strict = createOutboundClient({ allowedCidrs: [], resolve });
  for (const _ of answers.slice(2))
    await expect(strict.resolveAddress('mail.plants.example')).rejects.toThrow(OutboundRefused);
  expect(asked).toBe(answers.length);
});

it('a mail server given by number is judged like any other', async () => {
  for (const host of ['127.0.0.1', '0x7f.1', '[::ffff:0:a9fe:a9fe]', '[::a9fe:a9fe]', 'localhost.', '10.0.0.1'])
    await expect(closed.resolveAddress(host)).rejects.toThrow(OutboundRefused);
  expect(await open.resolveAddress('0177.1')).toBe('127.0.0.1');
});

it('no redirects, no user info, no plain http away from this machine, no other scheme', async () => {
  expect((await open.get(`http://localhost:${port}/redirect`, limits)).status).toBe(302);
  for (const url of [
    `http://a:b@localhost:${port}/`,
    'http://plant.example/',
    'http://127.plant.example/',
    'no address',
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
