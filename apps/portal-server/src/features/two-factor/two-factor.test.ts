import { listSessions } from '@varco/contract/portal/sessions.ts';
import * as api from '@varco/contract/portal/two-factor.ts';
import { getUser } from '@varco/contract/portal/user.ts';
import { type InjectResponse, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type BrowserSession,
  formatError,
  PASSWORD,
  createPerson,
  seedPeople,
  signInAs,
  tryLogin,
} from '../../testing/test-people.ts';
import { createTestPortal, buildProof, type TestPortal } from '../../testing/test-portal.ts';

const STEP_MS = 30_000;
let portal: TestPortal;
beforeEach(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [createPerson('bruni'), createPerson('verdi'), createPerson('capo', { isAdmin: true })]);
});
afterEach(() => portal.close());

const password = buildProof(PASSWORD);
const ask = (browser: BrowserSession, id = browser.userId) => ({ browser, id });
type SentCall = ReturnType<typeof ask>;
const send = (
  { browser, id }: SentCall,
  endpoint: Parameters<typeof injectRaw>[1],
  body?: object,
): Promise<InjectResponse> =>
  injectRaw(
    portal.app,
    endpoint,
    { params: { id }, ...(body === undefined ? {} : { body }) },
    { token: browser.token, headers: { cookie: browser.cookie } },
  );
const start = (requested: SentCall, proof = password) => send(requested, api.startTwoFactor, { password: proof });
const verify = (requested: SentCall, passcode: string) => send(requested, api.verifyTwoFactor, { passcode });
const enable = (requested: SentCall) => send(requested, api.enableTwoFactor);
const disable = (requested: SentCall, passcode: string, proof = password) =>
  send(requested, api.disableTwoFactor, { password: proof, passcode });
const renew = (requested: SentCall, passcode: string) =>
  send(requested, api.renewRecoveryCodes, { password, passcode });
const state = async (requested: SentCall) => (await send(requested, api.twoFactorState)).body;
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: portal.clock.now().getTime(),
  });
const secretOf = ({ body }: InjectResponse): string => api.startTwoFactor.response.parse(body).secret;
const codesOf = ({ body }: InjectResponse): string[] => api.RecoveryCodes.parse(body).recovery_codes;
const loginWith = async (passcode?: string): Promise<string> => {
  const answer = await tryLogin(portal, 'bruni', passcode === undefined ? {} : { passcode });
  return answer.status === 200 ? 'in' : formatError(answer);
};
/** Two-factor on for bruni: the browser, secret and recovery codes. */
async function switchedOn(): Promise<{ asked: SentCall; secret: string; codes: string[] }> {
  const requested = ask(await signInAs(portal, 'bruni'));
  const secret = secretOf(await start(requested));
  expect((await verify(requested, codeOf(secret))).status).toBe(204);
  return { asked: requested, secret, codes: codesOf(await enable(requested)) };
}

it('TFA-04 TFA-09 started, verified and enabled, the next sign-in asks for a code; disabled, no longer', async () => {
  const requested = ask(await signInAs(portal, 'bruni'));
  const other = await signInAs(portal, 'bruni');
  const begun = await start(requested);
  const { secret, uri } = api.startTwoFactor.response.parse(begun.body);
  expect(uri).toBe(`otpauth://totp/Varco:bruni?issuer=Varco&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
  expect(await loginWith()).toBe('in');
  const used = codeOf(secret);
  await verify(requested, used);
  expect(await state(requested)).toEqual({ enabled: false, required: false, recovery_codes_left: 0 });
  expect(codesOf(await enable(requested))).toHaveLength(10);
  expect(await state(requested)).toEqual({ enabled: true, required: false, recovery_codes_left: 10 });
  // All other sessions end; the code that proved the secret opens no sign-in.
  expect((await send(ask(other), api.twoFactorState)).status).toBe(401);
  expect(await loginWith()).toBe('no_auth/passcode_required');
  expect(await loginWith(used)).toBe('bad_credentials/bad_otp');
  portal.clock.advance(STEP_MS);
  expect(await loginWith(codeOf(secret))).toBe('in');
  portal.clock.advance(STEP_MS);
  expect((await disable(requested, codeOf(secret))).status).toBe(204);
  expect(await loginWith()).toBe('in');
  expect(await state(requested)).toEqual({ enabled: false, required: false, recovery_codes_left: 0 });
  const acts = portal.audit.records.map(({ action }) => action).filter((action) => action.includes('2fa'));
  expect(acts).toEqual(['user.2fa-start', 'user.2fa-verify', 'user.2fa-enable', 'user.2fa-disable']);
  const mails = await portal.deps.db.selectFrom('mail_outbox').select('kind').orderBy('id').execute();
  expect(mails.map(({ kind }) => kind)).toEqual(['two_factor_on', 'two_factor_off']);
});

it('TFA-02 ten recovery codes are told once, open once each, and are void after a renewal', async () => {
  const { asked: requested, secret, codes } = await switchedOn();
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code, index) => code.startsWith(`${String(index + 1).padStart(2, '0')}-`))).toBe(true);
  expect(codes.join(' ')).toMatch(/^(\d\d(-[0-9A-HJKMNP-TV-Z]{4}){3} ?)+$/);
  const rows = await portal.deps.db.selectFrom('recovery_code').selectAll().execute();
  expect(rows.every(({ code_hash: hash }) => hash.startsWith('$argon2id$'))).toBe(true);
  expect(await loginWith(codes[3])).toBe('in');
  expect(await loginWith(codes[3])).toBe('bad_credentials/bad_otp');
  expect(await state(requested)).toMatchObject({ recovery_codes_left: 9 });
  portal.clock.advance(STEP_MS);
  const renewed = codesOf(await renew(requested, codeOf(secret)));
  expect(await state(requested)).toMatchObject({ recovery_codes_left: 10 });
  expect(await loginWith(codes[0])).toBe('bad_credentials/bad_otp');
  expect(await loginWith(renewed[0])).toBe('in');
});

it('TFA-05 TFA-06 TFA-07 TFA-08 a step in the wrong state says which one it wants', async () => {
  const requested = ask(await signInAs(portal, 'bruni'));
  expect(formatError(await verify(requested, '123456'))).toBe('conflict/tfa_not_started');
  expect(formatError(await enable(requested))).toBe('conflict/tfa_not_started');
  expect(formatError(await disable(requested, '123456'))).toBe('conflict/tfa_not_enabled');
  expect(formatError(await renew(requested, '123456'))).toBe('conflict/tfa_not_enabled');
  const first = secretOf(await start(requested));
  expect(formatError(await enable(requested))).toBe('conflict/tfa_not_verified');
  // A second start makes another secret; codes of the first are worth nothing.
  const second = secretOf(await start(requested));
  expect(formatError(await verify(requested, codeOf(first)))).toBe('bad_credentials/bad_otp');
  portal.clock.advance(15 * 60_000);
  const later = ask(await signInAs(portal, 'bruni'));
  expect(formatError(await verify(later, codeOf(second)))).toBe('conflict/tfa_not_started');
  const third = secretOf(await start(later));
  await verify(later, codeOf(third));
  await enable(later);
  expect(formatError(await start(later))).toBe('conflict/tfa_not_disabled');
  expect(formatError(await enable(later))).toBe('conflict/tfa_not_disabled');
});

it('TFA-04 start wants the password, disable and renewal the password and a code; guesses are slowed down', async () => {
  const { asked: requested, secret } = await switchedOn();
  portal.clock.advance(STEP_MS);
  expect(formatError(await disable(requested, codeOf(secret), buildProof('sbagliata')))).toBe('bad_credentials');
  expect(formatError(await disable(requested, '000000'))).toBe('bad_credentials/bad_otp');
  expect(formatError(await renew(requested, 'parola'))).toBe('bad_credentials/bad_otp');
  expect(formatError(await start(ask(await signInAs(portal, 'verdi')), buildProof('sbagliata')))).toBe(
    'bad_credentials',
  );
  for (let i = 0; i < 2; i += 1) await disable(requested, '000000');
  expect(formatError(await disable(requested, codeOf(secret)))).toBe('rate_limit_exceeded');
  expect(await state(requested)).toMatchObject({ enabled: true });
});

it('TFA-04 a code serves once: not for a sign-in and then to switch two-factor off', async () => {
  const { asked: requested, secret } = await switchedOn();
  portal.clock.advance(STEP_MS);
  const code = codeOf(secret);
  expect(await loginWith(code)).toBe('in');
  expect(formatError(await disable(requested, code))).toBe('bad_credentials/bad_otp');
  expect(await state(requested)).toMatchObject({ enabled: true });
});

it('TFA-04 nobody touches another’s two-factor, administrators neither; the secret lies sealed', async () => {
  const { asked: requested } = await switchedOn();
  for (const name of ['verdi', 'capo']) {
    const foreign = ask(await signInAs(portal, name), requested.id);
    for (const answer of [
      await start(foreign),
      await verify(foreign, '123456'),
      await enable(foreign),
      await disable(foreign, '123456'),
      await renew(foreign, '123456'),
      await send(foreign, api.twoFactorState),
    ])
      expect(formatError(answer)).toBe('no_perms');
  }
  expect(portal.logText()).not.toContain('otpauth');
});

it('TFA-04 GUARD-08 where two-factor is compulsory, administrators and provider staff do nothing before it is on, and never switch it off', async () => {
  await portal.close();
  portal = await createTestPortal({ settings: { two_factor_required: true } });
  await seedPeople(portal, [
    createPerson('bruni'),
    createPerson('capo', { isAdmin: true }),
    createPerson('luca', { email: 'luca@varco.example' }),
  ]);
  const record = (browser: BrowserSession, id = browser.userId) =>
    injectRaw(portal.app, getUser, { params: { id } }, { token: browser.token });
  const bruni = await signInAs(portal, 'bruni');
  expect((await record(bruni)).body).toMatchObject({ must_enable_2fa: false });
  expect((await send(ask(bruni), listSessions)).status).toBe(200);
  for (const name of ['capo', 'luca']) {
    const browser = await signInAs(portal, name);
    const requested = ask(browser);
    expect((await record(browser)).body).toMatchObject({ must_enable_2fa: true });
    expect(formatError(await send(requested, listSessions))).toBe('no_perms/tfa_required');
    expect(formatError(await record(browser, bruni.userId))).toBe(
      name === 'capo' ? 'no_perms/tfa_required' : 'no_perms',
    );
    const secret = secretOf(await start(requested));
    await verify(requested, codeOf(secret));
    await enable(requested);
    expect((await record(browser)).body).toMatchObject({ must_enable_2fa: false, enable_2fa: true });
    expect((await send(requested, listSessions)).status).toBe(200);
    portal.clock.advance(STEP_MS);
    expect(formatError(await disable(requested, codeOf(secret)))).toBe('no_perms/tfa_required');
  }
});

it('TFA-04 ACCT-19 who must change the password or complete the first access does that before two-factor', async () => {
  await seedPeople(portal, [
    createPerson('cambio', { mustChange: true }),
    createPerson('nuovo', { isFirstAccess: true }),
  ]);
  for (const name of ['cambio', 'nuovo']) {
    const requested = ask(await signInAs(portal, name));
    expect(formatError(await start(requested))).toBe('pass_change_required');
    expect(formatError(await enable(requested))).toBe('pass_change_required');
    expect(formatError(await send(requested, api.twoFactorState))).toBe('pass_change_required');
  }
});
