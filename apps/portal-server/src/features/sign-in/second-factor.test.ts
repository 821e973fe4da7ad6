import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatError, createPerson, seedPeople, tryLogin } from '../../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';

const SECRET = Uint8Array.from({ length: 20 }, (_, index) => index + 1);
const CODES = ['01-AAAA-BBBB-CCCC', '02-DDDD-EEEE-FFFF'];
const STEP_MS = 30_000;

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [
    createPerson('bruni', { totpSecret: SECRET, recoveryCodes: CODES }),
    createPerson('verdi', { totpSecret: SECRET }),
    createPerson('neri', { recoveryCodes: CODES }),
    createPerson('rossi'),
  ]);
});
afterAll(() => portal.close());

const passcode = (offsetMs = 0): string =>
  new TOTP({ secret: new Secret({ buffer: SECRET.buffer }), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: portal.clock.now().getTime() + offsetMs,
  });
const outcome = async (name: string, code?: string): Promise<string> => {
  const answer = await tryLogin(portal, name, { ip: '10.70.0.1', ...(code === undefined ? {} : { passcode: code }) });
  return answer.status === 200 ? 'in' : `${answer.status} ${formatError(answer)}`;
};

it('TFA-01 LOGIN-08 with the second factor on, the password alone asks for the code, also when sent empty', async () => {
  expect(await outcome('bruni')).toBe('401 no_auth/passcode_required');
  expect(await outcome('bruni', ' ')).toBe('401 no_auth/passcode_required');
  expect(await outcome('bruni', passcode())).toBe('in');
});

it('TFA-01 each step opens once: not twice, not in parallel, not an earlier one after a later', async () => {
  portal.clock.advance(10 * STEP_MS);
  const code = passcode();
  const both = await Promise.all([outcome('bruni', code), outcome('bruni', code)]);
  expect(both.toSorted()).toEqual(['401 bad_credentials/bad_otp', 'in']);
  expect(await outcome('bruni', code)).toBe('401 bad_credentials/bad_otp');
  expect(await outcome('bruni', passcode(-STEP_MS))).toBe('401 bad_credentials/bad_otp');
});

it('TFA-01 the previous step is accepted, older and future ones are not', async () => {
  portal.clock.advance(10 * STEP_MS);
  for (const offset of [-2 * STEP_MS, STEP_MS])
    expect(await outcome('verdi', passcode(offset))).toBe('401 bad_credentials/bad_otp');
  expect(await outcome('verdi', passcode(-STEP_MS))).toBe('in');
  expect(await outcome('verdi', passcode())).toBe('in');
});

it('TFA-02 a recovery code stands in for the passcode, once, in any case', async () => {
  expect(await outcome('bruni', '01-aaaa-bbbb-cccc')).toBe('in');
  expect(await outcome('bruni', '01-AAAA-BBBB-CCCC')).toBe('401 bad_credentials/bad_otp');
  expect(await outcome('bruni', '01-DDDD-EEEE-FFFF')).toBe('401 bad_credentials/bad_otp');
  const both = await Promise.all([outcome('bruni', '02-DDDD-EEEE-FFFF'), outcome('bruni', '02-DDDD-EEEE-FFFF')]);
  expect(both.toSorted()).toEqual(['401 bad_credentials/bad_otp', 'in']);
});

it('TFA-01 without a passcode generator the recovery code is asked for', async () => {
  expect(await outcome('neri')).toBe('401 no_auth/recovery_code_required');
  expect(await outcome('neri', '000000')).toBe('401 bad_credentials/bad_otp');
  expect(await outcome('neri', CODES[0])).toBe('in');
});

it('TFA-03 wrong codes count in the slow-down; a missing code does not', async () => {
  portal.clock.advance(2 * 3_600_000);
  for (let i = 0; i < 8; i += 1) expect(await outcome('verdi')).toBe('401 no_auth/passcode_required');
  for (let i = 0; i < 5; i += 1) expect(await outcome('verdi', '000000')).toBe('401 bad_credentials/bad_otp');
  expect(await outcome('verdi', passcode())).toBe('429 rate_limit_exceeded');
});

it('TFA-01 odd codes are wrong codes, and the password is judged first', async () => {
  portal.clock.advance(2 * 3_600_000);
  for (const code of ['12345', '1234567', '11-AAAA-BBBB-CCCC'])
    expect(await outcome('verdi', code)).toBe('401 bad_credentials/bad_otp');
  const wrong = await tryLogin(portal, 'verdi', { password: 'sbagliata', passcode: passcode() });
  expect(formatError(wrong)).toBe('bad_credentials');
});

it('TFA-09 enable_2fa tells whether it is on', async () => {
  portal.clock.advance(2 * 3_600_000);
  const user = (body: unknown): unknown => Reflect.get(Object(Reflect.get(Object(body), 'user')), 'enable_2fa');
  expect(user((await tryLogin(portal, 'verdi', { passcode: passcode() })).body)).toBe(true);
  expect(user((await tryLogin(portal, 'rossi')).body)).toBe(false);
});

it('the secret is sealed for its own account', async () => {
  const rows = await portal.deps.db
    .selectFrom('portal_user')
    .where('totp_sealed', 'is not', null)
    .select('totp_sealed')
    .execute();
  for (const row of rows) expect(row.totp_sealed?.includes(Buffer.from(SECRET))).toBe(false);
  await portal.deps.db
    .updateTable('portal_user')
    .set((set) => ({
      totp_sealed: set.selectFrom('portal_user').where('username', '=', 'verdi').select('totp_sealed'),
    }))
    .where('username', '=', 'bruni')
    .execute();
  expect(await outcome('bruni', passcode())).toBe('500 internal');
});
