import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatError, createPerson, seedPeople, signInAs, tryLogin } from '../../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(
    portal,
    ['bruni', 'verdi', 'neri', 'rossi', 'gialli'].map((name) => createPerson(name)),
  );
});
afterAll(() => portal.close());

const wrong = (name: string, ip?: string, cookie?: string) =>
  tryLogin(portal, name, {
    password: 'sbagliata',
    ...(ip === undefined ? {} : { ip }),
    ...(cookie === undefined ? {} : { cookie }),
  });

it('LOGIN-09 five free failures per account from anywhere, then doubling waits told in Retry-After', async () => {
  for (let i = 0; i < 5; i += 1) expect((await wrong('bruni')).status).toBe(401);
  for (const waitS of [5, 10, 20, 40]) {
    const refused = await tryLogin(portal, 'bruni');
    expect([refused.status, formatError(refused), refused.headers['retry-after']]).toEqual([
      429,
      'rate_limit_exceeded',
      String(waitS),
    ]);
    portal.clock.advance(waitS * 1000 - 1);
    expect((await tryLogin(portal, 'bruni')).status).toBe(429);
    portal.clock.advance(1);
    expect((await wrong('bruni')).status).toBe(401);
  }
  portal.clock.advance(80_000);
  expect((await tryLogin(portal, 'bruni')).status).toBe(200);
  expect((await wrong('bruni')).status).toBe(401);
});

it('LOGIN-09 1 000 wrong passwords: nearly none is tried, the owner on a known device is not locked out', async () => {
  const owner = await signInAs(portal, 'verdi');
  const runs = portal.hashRuns();
  const answers = [];
  for (let i = 0; i < 1000; i += 1) answers.push((await wrong('verdi')).status);
  expect(answers.filter((status) => status === 401)).toHaveLength(5);
  expect(answers.filter((status) => status === 429)).toHaveLength(995);
  expect(portal.hashRuns() - runs).toBe(5);
  expect((await tryLogin(portal, 'verdi')).status).toBe(429);
  expect((await tryLogin(portal, 'verdi', { cookie: owner.deviceCookie })).status).toBe(200);
});

it('LOGIN-09 guesses in parallel are not all the first', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => wrong('neri')));
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
});

it('LOGIN-09 an address that guesses over many names is slowed, also for names nobody has', async () => {
  const ip = '10.77.0.1';
  for (let i = 0; i < 5; i += 1) expect((await wrong(`nessuno${i}`, ip)).status).toBe(401);
  expect((await wrong('altro', ip)).status).toBe(429);
  expect((await tryLogin(portal, 'rossi', { ip })).status).toBe(429);
  expect((await tryLogin(portal, 'rossi')).status).toBe(200);
  const v6 = (host: number) => `2001:db8:1:2::${host}`;
  for (let i = 0; i < 5; i += 1) expect((await wrong(`nessuno${i}`, v6(i))).status).toBe(401);
  expect((await wrong('altro', v6(99))).status).toBe(429);
});

it('LOGIN-09 unknown names are slowed like known ones', async () => {
  for (let i = 0; i < 5; i += 1) await wrong('fantasma');
  const refused = await wrong('Fantasma');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
});

it('LOGIN-09 a device is known for its own accounts only, has a count of its own, and cannot be made up', async () => {
  const device = (await signInAs(portal, 'gialli')).deviceCookie;
  for (let i = 0; i < 5; i += 1) await wrong('rossi');
  expect((await tryLogin(portal, 'rossi', { cookie: device })).status).toBe(429);
  for (let i = 0; i < 5; i += 1) expect((await wrong('gialli', undefined, device)).status).toBe(401);
  expect((await wrong('gialli', undefined, device)).status).toBe(429);
  // The same account from elsewhere still has its own five.
  expect((await wrong('gialli')).status).toBe(401);
  const forged = device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await tryLogin(portal, 'rossi', { cookie: forged })).status).toBe(429);
});
