import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatError, createPerson, seedPeople, signInAs, tryLogin } from '../../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(
    portal,
    ['bruni', 'verdi', 'neri', 'rossi', 'gialli', 'viola'].map((name) => createPerson(name)),
  );
});
afterAll(() => portal.close());

/** The address of all who are not told another. */
const HERE = '10.70.0.1';
const right = (name: string, options: { ip?: string; cookie?: string } = {}) =>
  tryLogin(portal, name, { ip: HERE, ...options });
const wrong = (name: string, ip = HERE, cookie?: string) =>
  tryLogin(portal, name, { password: 'sbagliata', ip, ...(cookie === undefined ? {} : { cookie }) });

it('LOGIN-09 five free failures per account and address, then waits up to 40 seconds told in Retry-After', async () => {
  for (let i = 0; i < 5; i += 1) expect((await wrong('bruni')).status).toBe(401);
  for (const waitS of [5, 10, 20, 40, 40]) {
    const refused = await right('bruni');
    expect([refused.status, formatError(refused), refused.headers['retry-after']]).toEqual([
      429,
      'rate_limit_exceeded',
      String(waitS),
    ]);
    portal.clock.advance(waitS * 1000 - 1);
    expect((await right('bruni')).status).toBe(429);
    portal.clock.advance(1);
    expect((await wrong('bruni')).status).toBe(401);
  }
  portal.clock.advance(40_000);
  expect((await right('bruni')).status).toBe(200);
  expect((await wrong('bruni')).status).toBe(401);
});

it('LOGIN-09 1 000 wrong passwords from one address lock nobody out who knows the password', async () => {
  const ip = '10.77.0.9';
  const owner = await signInAs(portal, 'verdi');
  const runs = portal.hashRuns();
  const answers = [];
  for (let i = 0; i < 1000; i += 1) answers.push((await wrong('verdi', ip)).status);
  expect(answers.filter((status) => status === 401)).toHaveLength(5);
  expect(answers.filter((status) => status === 429)).toHaveLength(995);
  expect(portal.hashRuns() - runs).toBe(5);
  // Another device at once, a known one also at the guesser's address, and everybody else there.
  expect((await right('verdi', { ip: '10.78.0.1' })).status).toBe(200);
  expect((await right('verdi', { ip, cookie: owner.deviceCookie })).status).toBe(200);
  expect((await right('rossi', { ip })).status).toBe(200);
  // At the guesser's own address: within 40 seconds.
  expect((await right('verdi', { ip })).status).toBe(429);
  portal.clock.advance(40_000);
  expect((await right('verdi', { ip })).status).toBe(200);
});

it('LOGIN-09 a clock that is put back does not stretch the wait', async () => {
  for (let i = 0; i < 6; i += 1) await wrong('viola');
  expect((await right('viola')).status).toBe(429);
  portal.clock.advance(-3 * 3_600_000);
  expect((await wrong('viola')).status).toBe(401);
  expect((await right('viola')).headers['retry-after']).toBe('10');
  portal.clock.advance(10_000);
  expect((await right('viola')).status).toBe(200);
  portal.clock.advance(3 * 3_600_000);
});

it('LOGIN-09 several right sign-ins at the same moment succeed or wait, although each success deletes the counter', async () => {
  const statuses = new Set<number>();
  for (let i = 0; i < 20; i += 1) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => right('rossi', { ip: '10.81.0.1' })));
    for (const { status } of answers) statuses.add(status);
    portal.clock.advance(40_000);
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
});

it('LOGIN-09 guesses in parallel are not all the first', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => wrong('neri')));
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
});

it('LOGIN-09 guesses from many addresses have one attempt each, and so has the owner', async () => {
  const from = (host: number) => `10.79.0.${host}`;
  for (let i = 0; i < 100; i += 1) expect((await wrong('neri', from(i))).status).toBe(401);
  expect((await wrong('neri', '10.80.0.1')).status).toBe(401);
  expect((await wrong('neri', '10.80.0.1')).headers['retry-after']).toBe('40');
  expect((await right('neri', { ip: '10.80.0.2' })).status).toBe(200);
});

it('LOGIN-09 the addresses of one IPv6 household are one', async () => {
  const v6 = (host: number) => `2001:db8:1:2::${host}`;
  for (let i = 0; i < 5; i += 1) expect((await wrong('nessuno', v6(i))).status).toBe(401);
  expect((await wrong('nessuno', v6(99))).status).toBe(429);
});

it('LOGIN-09 unknown names are slowed like known ones', async () => {
  for (let i = 0; i < 5; i += 1) await wrong('fantasma');
  const refused = await wrong('Fantasma');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
});

it('LOGIN-09 a device is known for its own accounts only, has a count of its own, and cannot be made up', async () => {
  const device = (await signInAs(portal, 'gialli')).deviceCookie;
  for (let i = 0; i < 5; i += 1) await wrong('rossi');
  expect((await right('rossi', { cookie: device })).status).toBe(429);
  for (let i = 0; i < 5; i += 1) expect((await wrong('gialli', undefined, device)).status).toBe(401);
  expect((await wrong('gialli', undefined, device)).status).toBe(429);
  // The same account from elsewhere still has its own five.
  expect((await wrong('gialli')).status).toBe(401);
  const forged = device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await right('rossi', { cookie: forged })).status).toBe(429);
});
