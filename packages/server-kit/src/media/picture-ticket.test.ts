import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuditTestDatabase } from '../audit/audit-test-database.ts';
import { verifyTicket, signTicket } from './picture-ticket.ts';
import { consumeTicket, deleteExpiredTickets } from './picture-ticket.repository.ts';

const keys = { current: randomBytes(32) };
const grant = { resource: '1145698732100096017', variant: 't400', user: '12', session: 'a1b2c3d4' } as const;
const NOW = 1_795_219_200;
let database: Awaited<ReturnType<typeof openAuditTestDatabase>>;
beforeAll(async () => {
  database = await openAuditTestDatabase();
});
afterAll(() => database.close());

test('a ticket says what it opens, for whom and until when', () => {
  const ticket = signTicket(keys, grant, NOW);
  expect(ticket).toMatch(/^m1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/);
  expect(ticket.length).toBeLessThan(180);
  expect(verifyTicket(keys, ticket, NOW + 119)).toMatchObject({ ...grant, expires: NOW + 120 });
});

test('expired is nothing', () => {
  const ticket = signTicket(keys, grant, NOW);
  expect(verifyTicket(keys, ticket, NOW + 120)).toBeNull();
});

test('every single changed character makes it nothing', () => {
  const ticket = signTicket(keys, grant, NOW);
  for (let at = 0; at < ticket.length; at++) {
    const other = ticket[at] === 'A' ? 'B' : 'A';
    expect(verifyTicket(keys, `${ticket.slice(0, at)}${other}${ticket.slice(at + 1)}`, NOW)).toBeNull();
  }
});

test('rewritten for another user, another picture or another life it is nothing', () => {
  const [, payload, signature] = signTicket(keys, grant, NOW).split('.');
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString());
  for (const change of [{ u: '13' }, { r: '1' }, { v: 'full' }, { s: 'other' }, { e: NOW + 9_999 }, { admin: true }]) {
    const forged = Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
    expect(verifyTicket(keys, `m1.${forged}.${signature}`, NOW)).toBeNull();
  }
});

test.each([
  '',
  'm1',
  'm1..',
  'm2.e30.AAAAAAAAAAAAAAAAAAAAAA',
  `m1.${'A'.repeat(10_000)}.AAAAAAAAAAAAAAAAAAAAAA`,
  'eyJhbGciOiJub25lIn0.e30.',
])('what is not a ticket is nothing (%#)', (text) => {
  expect(verifyTicket(keys, text, NOW)).toBeNull();
});

test('another server key opens nothing, the key before a rotation still does', () => {
  const ticket = signTicket(keys, grant, NOW);
  const next = randomBytes(32);
  expect(verifyTicket({ current: next }, ticket, NOW)).toBeNull();
  expect(verifyTicket({ current: next, previous: keys.current }, ticket, NOW)).toMatchObject(grant);
});

test('of twenty at once one gets the picture, and later none', async () => {
  const claims = verifyTicket(keys, signTicket(keys, grant, NOW), NOW)!;
  const results = await Promise.all(Array.from({ length: 20 }, () => consumeTicket(database.app, claims)));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await consumeTicket(database.app, claims)).toBe(false);
});

test('used tickets are kept until they have expired', async () => {
  await deleteExpiredTickets(database.app);
  const nowS = Math.floor(Date.now() / 1000);
  const live = verifyTicket(keys, signTicket(keys, grant, nowS), nowS)!;
  const old = verifyTicket(keys, signTicket(keys, grant, nowS - 600), nowS - 600)!;
  await consumeTicket(database.app, live);
  await consumeTicket(database.app, old);
  expect(await deleteExpiredTickets(database.app)).toBe(1);
  expect(await consumeTicket(database.app, live)).toBe(false);
});
