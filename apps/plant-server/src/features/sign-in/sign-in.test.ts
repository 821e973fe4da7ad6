import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import { PlantLoginResponse, plantChangePassword, plantLogin } from '@varco/contract/plant/auth.ts';
import { listGates } from '@varco/contract/plant/gates.ts';
import { generateSigningKey } from '@varco/server-kit/auth/signing-key.ts';
import { signToken } from '@varco/server-kit/auth/token.ts';
import { buildUserSeed, PASSWORD, PLANT, startTestPlant, USERS, type TestPlant } from '../../testing/test-plant.ts';
import { forgetUnusedVaults } from './known-vault.repository.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());
beforeEach(async () => {
  await plant.pool.query('delete from sign_in_failure');
  plant.audit.records.length = 0;
});

const login = (username: string, password = PASSWORD) => plant.call(plantLogin, { body: { username, password } });
const parseErrorCode = (body: unknown): string => ErrorEnvelope.parse(body).error.code;

describe('sign-in (PAPI-01)', () => {
  it('PAPI-01 PAPI-02 answers token, expiry, user, licence, parameters and watermark', async () => {
    const answer = await login('LIMITATO');
    const body = PlantLoginResponse.parse(answer.body);
    expect(answer.status).toBe(200);
    expect(body).toMatchObject({
      username: 'limitato',
      expire: Math.floor(Date.parse(plant.clock.now) / 1000) + 3600,
      user: {
        ID: 5,
        level: 5,
        group: 'fdo carabinieri',
        active: 1,
        varchi_abilitati: [1, 3],
        varchi_abilitati_eff: [1, 3],
        t_max: 0,
      },
      license_info: {
        expiration_date: '2027-06-30',
        lic_scadenza: '30/06/2027',
        license_numeric: 'LIC-0001',
        license_options: { rca_rev: true, visure: true },
      },
      parameters: { plant_uuid: PLANT.uuid, code: 'PRN', retention_days: 90, requires_reason: false },
      watermark_text: 'Prova',
    });
    expect(plant.audit.records).toMatchObject([{ action: 'plant.login', outcome: 'ok', actor: { name: 'limitato' } }]);
  });

  it('nothing of rights is in the token', async () => {
    const { token } = PlantLoginResponse.parse((await login('amministratore')).body);
    const part = (index: number): unknown =>
      JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8'));
    expect(part(0)).toMatchObject({ alg: 'EdDSA', typ: 'plant+jwt' });
    const claims = part(1);
    expect(Object.keys(Object(claims)).sort()).toEqual(['amr', 'aud', 'exp', 'iat', 'iss', 'nbf', 'sid', 'sub', 'ver']);
  });

  it.each([
    ['spento', PASSWORD, 'user_not_enabled'],
    ['scaduto', PASSWORD, 'user_expired'],
    ['vecchia', PASSWORD, 'expired_password'],
    ['cambia', PASSWORD, 'expired_password'],
    ['debole', 'debole', 'weak_password'],
    ['operatore', 'sbagliata', 'bad_credentials'],
    ['nessuno', PASSWORD, 'bad_credentials'],
    ['spento', 'sbagliata', 'bad_credentials'],
    ["' or 1=1 --", PASSWORD, 'bad_credentials'],
    ['ope\u0000ratore', PASSWORD, 'bad_credentials'],
  ])('%s with %s: %s', async (username, password, code) => {
    const answer = await login(username, password);
    expect([answer.status, parseErrorCode(answer.body)]).toEqual([401, code]);
    expect(plant.audit.records).toMatchObject([{ action: 'plant.login', outcome: 'denied', detail: { code } }]);
  });

  it.each([
    {},
    { username: 'operatore' },
    { username: 'operatore', password: 'x'.repeat(201) },
    { username: 'operatore', password: PASSWORD, admin: true },
  ])('refuses a body that is not the contract: %j', async (body) =>
    expect((await plant.callRaw(plantLogin, { body })).status).toBe(400),
  );

  it('slows guesses down after five, also for a name nobody has, and lets the person in again later', async () => {
    for (const username of ['operatore', 'fantasma']) {
      await plant.pool.query('delete from sign_in_failure');
      for (let i = 0; i < 5; i += 1)
        expect(parseErrorCode((await login(username, 'sbagliata')).body)).toBe('bad_credentials');
      const slowed = await login(username);
      expect([slowed.status, parseErrorCode(slowed.body)]).toEqual([429, 'rate_limit_exceeded']);
      expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
    }
    plant.clock.now = '2026-11-20T14:32:38.000Z';
    expect((await login('operatore')).status).toBe(200);
    plant.clock.now = '2026-11-20T14:31:58.000Z';
  });

  const from = async (ip: string, username: string, password = PASSWORD): Promise<number> => {
    const answer = await plant.app.inject({
      method: 'POST',
      url: plantLogin.path,
      remoteAddress: ip,
      payload: { username, password },
    });
    return answer.statusCode;
  };

  it('a wrong password costs the same work for a name nobody has', async () => {
    const times: Record<string, number[]> = { operatore: [], fantasma: [] };
    for (let i = 0; i < 9; i += 1)
      for (const [username, spent] of Object.entries(times)) {
        const startedAt = performance.now();
        expect(await from(`10.82.0.${i}`, username, 'sbagliata')).toBe(401);
        spent.push(performance.now() - startedAt);
      }
    // The quickest of nine, so that a busy machine changes nothing: without the work it would be a tenth.
    const quickest = (username: string): number => Math.min(...(times[username] ?? []));
    expect(quickest('fantasma')).toBeGreaterThan(quickest('operatore') / 2);
  });

  it('LOGIN-09 1 000 wrong passwords from one address stop neither the person elsewhere nor others there', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 1000; i += 1) statuses.push(await from('10.77.0.9', 'operatore', 'sbagliata'));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(await from('10.78.0.1', 'operatore')).toBe(200);
    expect(await from('10.77.0.9', 'limitato')).toBe(200);
    expect(await from('10.77.0.9', 'operatore')).toBe(429);
    plant.clock.now = '2026-11-20T14:32:38.000Z';
    expect(await from('10.77.0.9', 'operatore')).toBe(200);
    plant.clock.now = '2026-11-20T14:31:58.000Z';
  });

  it('LOGIN-09 guesses from many addresses have one attempt each, and so has the person', async () => {
    await plant.pool.query('delete from sign_in_failure');
    const statuses: number[] = [];
    for (let i = 0; i < 100; i += 1) statuses.push(await from(`10.79.0.${i}`, 'operatore', 'sbagliata'));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await from('10.80.0.1', 'operatore', 'sbagliata')).toBe(401);
    expect(await from('10.80.0.1', 'operatore')).toBe(429);
    expect(await from('10.80.0.2', 'operatore')).toBe(200);
  });

  it('LOGIN-09 a clock that is put back does not stretch the wait', async () => {
    await plant.pool.query('delete from sign_in_failure');
    for (let i = 0; i < 6; i += 1) await login('operatore', 'sbagliata');
    expect((await login('operatore')).status).toBe(429);
    plant.clock.now = '2026-11-20T11:31:58.000Z';
    expect((await login('operatore', 'sbagliata')).status).toBe(401);
    expect((await login('operatore')).status).toBe(429);
    plant.clock.now = '2026-11-20T11:32:38.000Z';
    expect((await login('operatore')).status).toBe(200);
    plant.clock.now = '2026-11-20T14:31:58.000Z';
  });

  it('a vault from which the account signed in before is not stopped by guesses at its address', async () => {
    const vault = (letter: string, username = 'operatore', password = PASSWORD) =>
      plant.call(plantLogin, { body: { username, password, vault_proof: letter.repeat(43) } });
    const guess = async (n: number): Promise<number[]> => {
      const statuses: number[] = [];
      for (let i = 0; i < n; i += 1) statuses.push((await login('operatore', 'sbagliata')).status);
      return statuses;
    };
    await plant.pool.query('delete from sign_in_failure');
    expect((await vault('a')).status).toBe(200);
    expect(await guess(6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await login('operatore')).status).toBe(429);
    expect((await vault('a')).status).toBe(200);
    // A vault the account never signed in from, or another account's, counts as none.
    expect((await vault('b')).status).toBe(429);
    expect((await login('limitato')).status).toBe(200);
    expect(await guess(1)).toEqual([429]);
    // A known vault is no way to guess: it is slowed down by itself.
    const own: number[] = [];
    for (let i = 0; i < 6; i += 1) own.push((await vault('a', 'operatore', 'sbagliata')).status);
    expect(own).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await vault('a')).status).toBe(429);
  });

  it('a vault is forgotten after 90 days without use', async () => {
    await plant.pool.query('delete from known_vault');
    const proof = 'c'.repeat(43);
    await plant.call(plantLogin, { body: { username: 'operatore', password: PASSWORD, vault_proof: proof } });
    const count = async (): Promise<number> => (await plant.pool.query('select 1 from known_vault')).rowCount ?? 0;
    const runner = plant.deps.store.runner;
    await forgetUnusedVaults(runner, '2027-02-18T14:31:58.000Z');
    expect(await count()).toBe(1);
    await forgetUnusedVaults(runner, '2027-02-18T14:31:59.000Z');
    expect(await count()).toBe(0);
  });

  it.each(['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}!`, 'a'.repeat(900)])(
    'refuses "%s" as proof of a vault',
    async (proof) => {
      const body = { username: 'operatore', password: PASSWORD, vault_proof: proof };
      expect((await plant.callRaw(plantLogin, { body })).status).toBe(400);
    },
  );
});

describe('change of password (PAPI-04)', () => {
  const change = (username: string, old_password: string, password: string) =>
    plant.call(plantChangePassword, { body: { username, old_password, password } });

  it.each([
    ['nine characters', 'Ab12345!x'],
    ['no upper case', 'varco-prova-42'],
    ['no lower case', 'VARCO-PROVA-42'],
    ['one digit', 'Varco-prova-x4'],
    ['no special character', 'Varcoprova42'],
    ['the old one', PASSWORD],
    ['the name inside', 'Operatore-42!'],
    ['a common one', 'Password2026!'],
    ['a common one in disguise', 'P@ssw0rd-2026'],
    ['two common words', 'Juventus-Milano-88'],
  ])('refuses %s', async (_name, password) => {
    const answer = await change('operatore', PASSWORD, password);
    expect([answer.status, parseErrorCode(answer.body)]).toEqual([401, 'weak_password']);
  });

  it('PAPI-04 changes it, ends older tokens, and the new one signs in', async () => {
    const old = PlantLoginResponse.parse((await login('vecchia2')).body).token;
    expect((await change('vecchia2', PASSWORD, 'Nuova-parola-77')).status).toBe(200);
    expect(parseErrorCode((await login('vecchia2')).body)).toBe('bad_credentials');
    expect((await login('vecchia2', 'Nuova-parola-77')).status).toBe(200);
    const stale = await plant.app.inject({ url: listGates.path, headers: { authorization: `Bearer ${old}` } });
    expect([stale.statusCode, stale.json().error.sub_code]).toEqual([401, 'session_revoked']);
  });

  it.each([
    ['vecchia', PASSWORD],
    ['cambia', PASSWORD],
    ['debole', 'debole'],
  ])('an expired, to be changed or weak password (%s) is changed this way', async (username, old) => {
    expect((await change(username, old, 'Nuova-parola-77')).status).toBe(200);
    expect((await login(username, 'Nuova-parola-77')).status).toBe(200);
  });

  it('a wrong old password or a disabled account changes nothing', async () => {
    expect(parseErrorCode((await change('operatore', 'sbagliata', 'Nuova-parola-77')).body)).toBe('bad_credentials');
    expect(parseErrorCode((await change('spento', PASSWORD, 'Nuova-parola-77')).body)).toBe('user_not_enabled');
    expect((await login('operatore')).status).toBe(200);
  });
});

describe('tokens of others', () => {
  const call = async (token: string) => {
    const answer = await plant.app.inject({ url: listGates.path, headers: { authorization: `Bearer ${token}` } });
    return [answer.statusCode, answer.json().error?.sub_code];
  };
  const requested = () => ({
    sub: USERS[0]?.uuid ?? '',
    sid: 's',
    ver: 1,
    amr: ['pwd'],
    lifeS: 60,
    now: new Date(plant.clock.now),
  });

  it('a token of another plant, of the portal, of another key, expired or of a disabled user is refused', async () => {
    const { tokens } = plant.deps;
    const foreign = generateSigningKey();
    const foreignKeys = { current: foreign, previous: null, tokenKey: foreign };
    expect(await call(signToken(tokens, requested()))).toEqual([200, undefined]);
    expect(
      (
        await call(signToken({ ...tokens, issuer: 'varco-plant:other', audience: 'varco-plant:other' }, requested()))
      )[0],
    ).toBe(401);
    expect((await call(signToken({ ...tokens, type: 'at+jwt' }, requested())))[0]).toBe(401);
    expect((await call(signToken({ ...tokens, keys: foreignKeys }, requested())))[0]).toBe(401);
    expect(await call(signToken(tokens, { ...requested(), lifeS: -120 }))).toEqual([401, 'jwt_expired']);
    expect(await call(signToken(tokens, { ...requested(), sub: USERS[7]?.uuid ?? '' }))).toEqual([
      401,
      'session_revoked',
    ]);
    expect(await call(signToken(tokens, { ...requested(), ver: 2 }))).toEqual([401, 'session_revoked']);
    const hs256 = await new SignJWT({ sid: 's', ver: 1 })
      .setProtectedHeader({ alg: 'HS256', typ: 'plant+jwt', kid: tokens.keys.current.kid })
      .sign(Buffer.alloc(32));
    expect((await call(hs256))[0]).toBe(401);
    expect((await call('a.b.c'))[0]).toBe(401);
  });

  it('GEN-02 of two plants each refuses the credentials and the token of the other', async () => {
    const own = 'Altra-prova-77';
    const users = [buildUserSeed(1, 'operatore', 1, { password: own })];
    const uuid = '22222222-2222-4333-8444-555555555555';
    const other = await startTestPlant({
      uuid,
      label: 'Prova Sud',
      code: 'PRS',
      publicUrl: 'http://localhost:18701',
      users,
    });
    try {
      const signInThere = (password: string) =>
        other.call(plantLogin, { body: { username: 'operatore', password } }).then(({ body }) => body);
      expect(parseErrorCode(await signInThere(PASSWORD))).toBe('bad_credentials');
      expect(parseErrorCode((await login('operatore', own)).body)).toBe('bad_credentials');
      const theirs = PlantLoginResponse.parse(await signInThere(own)).token;
      const callThere = async (token: string): Promise<number> =>
        (await other.app.inject({ url: listGates.path, headers: { authorization: `Bearer ${token}` } })).statusCode;
      expect(await callThere(theirs)).toBe(200);
      expect((await call(theirs))[0]).toBe(401);
      expect(await callThere(await plant.token('operatore'))).toBe(401);
    } finally {
      await other.close();
    }
  });

  it('an origin that is no portal is refused before anything else', async () => {
    const answer = await plant.app.inject({
      method: 'POST',
      url: plantLogin.path,
      headers: { origin: 'https://evil.example' },
      payload: { username: 'operatore', password: PASSWORD },
    });
    expect([answer.statusCode, answer.json().error.sub_code]).toEqual([403, 'origin_not_allowed']);
  });
});
