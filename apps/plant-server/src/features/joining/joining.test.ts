import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { listGates } from '@varco/contract/plant/gates.ts';
import { JoiningAnswer, type JoiningRequest } from '@varco/contract/joining.ts';
import * as api from '@varco/contract/plant/joining.ts';
import { parseJoiningCode } from '@varco/domain/joining/joining-code.ts';
import { buildJoiningAnswerText, type JoiningStep } from '@varco/domain/joining/joining-text.ts';
import { computeFingerprint, deriveJoiningKey } from '@varco/server-kit/auth/joining-key.ts';
import { isSignedBy, signJoiningRequest } from '@varco/server-kit/auth/joining-request.ts';
import { generateSigningKey, type SigningKey } from '@varco/server-kit/auth/signing-key.ts';
import { injectRaw, type InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOW, PLANT, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { sendHeartbeat } from '../heartbeat/heartbeat.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({}, { renewsTokens: true });
});
beforeEach(async () => {
  plant.clock.now = NOW;
  await plant.pool.query('delete from joining_code');
  await plant.pool.query('delete from joined_portal');
  await plant.pool.query(`update plant_settings set portal_url = ''`);
  await plant.deps.portalOrigins.refresh();
});
afterAll(() => plant.close());

const makeCode = async (body: { hours?: number; portal?: string | null } = {}) => {
  const answer = await plant.call(api.createJoiningCode, { body }, 'amministratore');
  const { code, info } = api.createJoiningCode.response.parse(answer.body);
  const parsed = parseJoiningCode(code);
  if (!parsed.ok) throw new Error(parsed.fault);
  return { text: code, info, ...parsed.code };
};
type Code = Awaited<ReturnType<typeof makeCode>>;
const list = async () => api.listJoining.response.parse((await plant.call(api.listJoining, {}, 'amministratore')).body);

interface Portal {
  readonly uuid: string;
  readonly origin: string;
  readonly key: SigningKey;
}
const createPortal = (origin = `https://p${randomUUID().slice(0, 8)}.example`): Portal => ({
  uuid: randomUUID(),
  origin,
  key: generateSigningKey(),
});

/** One portal's conversation with the plant about one code. */
function converse(portal: Portal, code: Pick<Code, 'secret'>, plantUuid = PLANT.uuid) {
  const nonce = randomBytes(16).toString('base64url');
  const sign = (step: JoiningStep, challenge: string, now = new Date(plant.clock.now)) =>
    signJoiningRequest({
      ...{ step, plantUuid, nonce, challenge, now },
      codeKey: deriveJoiningKey(code.secret),
      portalUuid: portal.uuid,
      portalOrigin: portal.origin,
      portalKey: portal.key,
    });
  const send = (step: JoiningStep, body: JoiningRequest): Promise<InjectResponse> =>
    injectRaw(plant.app, step === 'challenge' ? api.challengeJoining : api.acceptJoining, { body });
  return { sign, send, call: (step: JoiningStep, challenge = '') => send(step, sign(step, challenge).body) };
}
const faultOf = ({ status, body }: InjectResponse): string => {
  const { error } = body as { error?: { code: string; sub_code?: string } };
  return error === undefined ? String(status) : `${error.code}/${error.sub_code ?? ''}`;
};
async function join(portal: Portal, code: Pick<Code, 'secret'>): Promise<InjectResponse> {
  const talk = converse(portal, code);
  const first = await talk.call('challenge');
  return first.status === 200 ? talk.call('accept', JoiningAnswer.parse(first.body).challenge) : first;
}

describe('joining codes', () => {
  it('PLANT-12 an administrator makes a code; it says where and who the plant is, and is stored nowhere', async () => {
    const code = await makeCode();
    expect(code).toMatchObject({ plantUuid: PLANT.uuid, address: PLANT.publicUrl, name: PLANT.label });
    const ownKey = plant.deps.keys.current.publicKey.export({ format: 'jwk' }).x ?? '';
    expect(code.fingerprint).toEqual(computeFingerprint(Buffer.from(ownKey, 'base64url')));
    expect(code.info).toMatchObject({ state: 'open', created_by: 'amministratore', seen: null, portal: null });
    const { rows } = await plant.pool.query('select * from joining_code');
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(Buffer.from(code.secret).toString('hex'));
    expect(stored).not.toContain(code.text);
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'joining.create-code', detail: { code: code.info.id } });
    expect(JSON.stringify(plant.audit.records)).not.toContain(code.text);
  });

  it('PLANT-12 only administrators make, see and revoke; a code ends by time, by revocation, and there are few', async () => {
    const { info } = await makeCode({ hours: 1 });
    for (const user of ['operatore', 'comune']) {
      expect(faultOf(await plant.call(api.createJoiningCode, { body: {} }, user))).toMatch(/^no_perms/);
      expect(faultOf(await plant.call(api.listJoining, {}, user))).toMatch(/^no_perms/);
      expect(faultOf(await plant.call(api.revokeJoiningCode, { params: { id: info.id } }, user))).toMatch(/^no_perms/);
    }
    plant.clock.now = '2026-11-20T15:31:58.000Z';
    expect((await list()).codes[0]?.state).toBe('expired');
    const other = await makeCode();
    const gone = await plant.call(api.revokeJoiningCode, { params: { id: other.info.id } }, 'amministratore');
    expect(gone.status).toBe(204);
    expect((await list()).codes[0]).toMatchObject({ state: 'revoked', revoked_by: 'amministratore' });
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'joining.revoke-code' });
    for (let i = 0; i < api.MAX_OPEN_CODES; i += 1) await makeCode();
    expect(faultOf(await plant.call(api.createJoiningCode, { body: {} }, 'amministratore'))).toMatch(/^conflict/);
    for (const body of [{ hours: 0 }, { hours: 73 }, { portal: 'http://evil.example' }, { portal: 'https://a/b' }])
      expect((await plant.callRaw(api.createJoiningCode, { body }, 'amministratore')).status).toBe(400);
  });
});

describe('a portal joins', () => {
  it('PLANT-12 with the code it gets signed answers, and the plant trusts its pages and reports to it', async () => {
    const code = await makeCode();
    const portal = createPortal('https://portale.prova.example');
    const callFromPage = () => plant.call(listGates, { query: {} }, 'operatore', { origin: portal.origin });
    expect(faultOf(await callFromPage())).toBe('no_perms/origin_not_allowed');
    const talk = converse(portal, code);
    const { body, text } = talk.sign('challenge', '');
    const answer = JoiningAnswer.parse((await talk.send('challenge', body)).body);
    const signed = buildJoiningAnswerText({
      request: text,
      plantUuid: answer.plant_uuid,
      plantKey: answer.plant_key,
      label: answer.label,
      shortCode: answer.short_code,
      challenge: answer.challenge,
      serverTime: answer.server_time,
    });
    expect(isSignedBy(answer.plant_key, signed, answer.signature)).toBe(true);
    expect((await list()).codes[0]).toMatchObject({ state: 'open', seen: { origin: portal.origin } });
    // The portal that the plant was set up with gets heartbeats without a code, and is named until it joins.
    await plant.pool.query('update plant_settings set portal_url = $1', [portal.origin]);
    expect((await list()).named_portal).toBe(portal.origin);
    expect((await list()).portals).toEqual([]);
    expect((await talk.call('accept', answer.challenge)).status).toBe(200);
    expect(await list()).toMatchObject({
      named_portal: null,
      codes: [{ state: 'used', seen: { origin: portal.origin } }],
      portals: [{ uuid: portal.uuid, origin: portal.origin, joined_by: 'amministratore', revoked: null }],
    });
    expect(plant.audit.records.slice(-2).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['joining.challenge', 'ok'],
      ['joining.accept', 'ok'],
    ]);
    expect((await callFromPage()).status).toBe(200);
    const { rows } = await plant.pool.query('select portal_url from plant_settings');
    expect(rows).toEqual([{ portal_url: portal.origin }]);
  });

  it('PLANT-12 a code is used once: of two portals one wins, and the winner may repeat what it did', async () => {
    const code = await makeCode();
    const portals = [createPortal(), createPortal()];
    const results = await Promise.all(portals.map((portal) => join(portal, code)));
    expect(results.map(faultOf).toSorted()).toEqual(['200', 'conflict/code_used']);
    const winner = portals[results.findIndex(({ status }) => status === 200)];
    if (winner === undefined) throw new Error('nobody won');
    expect((await join(winner, code)).status).toBe(200);
    expect(plant.audit.records.at(-1)).toMatchObject({ detail: { repeated: true } });
    expect(faultOf(await join({ ...winner, key: generateSigningKey() }, code))).toBe('conflict/code_used');
    expect((await list()).portals).toHaveLength(1);
  });

  it('PLANT-12 expired, revoked and foreign codes are told apart, and recorded', async () => {
    const expired = await makeCode({ hours: 1 });
    const revoked = await makeCode();
    await plant.call(api.revokeJoiningCode, { params: { id: revoked.info.id } }, 'amministratore');
    const bound = await makeCode({ portal: 'https://altro.example/' });
    const portal = createPortal();
    expect(faultOf(await join(portal, revoked))).toBe('conflict/code_revoked');
    expect(faultOf(await join(portal, bound))).toBe('conflict/wrong_portal');
    expect(plant.audit.records.at(-1)).toMatchObject({ outcome: 'denied', detail: { fault: 'wrong_portal' } });
    plant.clock.now = '2026-11-20T15:31:59.000Z';
    expect(faultOf(await join(portal, expired))).toBe('conflict/code_expired');
    expect((await join(createPortal('https://altro.example'), bound)).status).toBe(200);
    expect((await list()).portals.map(({ origin }) => origin)).toEqual(['https://altro.example']);
  });

  it('security 3: without the code, its key or the right challenge nothing is learnt and nothing recorded', async () => {
    const code = await makeCode();
    const portal = createPortal();
    const talk = converse(portal, code);
    const { body } = talk.sign('challenge', '');
    const known = plant.audit.records.length;
    const forged: JoiningRequest[] = [
      converse(portal, { secret: randomBytes(16) }).sign('challenge', '').body,
      converse(portal, code, randomUUID()).sign('challenge', '').body,
      { ...body, portal_origin: 'https://evil.example' },
      { ...body, portal_key: createPublicKey() },
      { ...body, portal_signature: body.proof_signature },
      { ...body, proof_signature: body.portal_signature },
      { ...body, nonce: randomBytes(16).toString('base64url') },
      talk.sign('accept', '').body,
    ];
    for (const one of forged) expect(faultOf(await talk.send('challenge', one))).toBe('conflict/code_unknown');
    expect(plant.audit.records).toHaveLength(known);
    const { challenge } = JoiningAnswer.parse((await talk.send('challenge', body)).body);
    const others = [
      talk.call('accept', ''),
      talk.call('accept', `${challenge}A`),
      talk.call('accept', `zz${challenge}`),
      converse(createPortal(), code).call('accept', challenge),
      converse(portal, code).call('accept', challenge),
    ];
    for (const answer of await Promise.all(others)) expect(faultOf(answer)).toBe('conflict/challenge_expired');
    expect((await list()).codes[0]?.state).toBe('open');
    expect((await talk.call('accept', challenge)).status).toBe(200);
  });

  it('PLANT-12 clocks apart and a challenge left lying are refused with the reason', async () => {
    const talk = converse(createPortal(), await makeCode());
    const at = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1_000);
    const late = await talk.send('challenge', talk.sign('challenge', '', at(121)).body);
    expect(faultOf(late)).toBe('conflict/clocks_apart');
    expect(late.body).toMatchObject({ error: { data: { seconds: 121 } } });
    const { body } = talk.sign('challenge', '', at(-119));
    const { challenge } = JoiningAnswer.parse((await talk.send('challenge', body)).body);
    plant.clock.now = at(121).toISOString();
    expect(faultOf(await talk.call('accept', challenge))).toBe('conflict/challenge_expired');
  });

  it('hostile bodies are refused, huge ones before they are read', async () => {
    const { body } = converse(createPortal(), await makeCode()).sign('challenge', '');
    for (const change of [
      { proof: 'A' },
      { portal_key: 'A'.repeat(44) },
      { time: '2026-99-99T99:99:99.999' },
      { nonce: '' },
      { challenge: 'x'.repeat(121) },
      { portal_uuid: 'x' },
      { portal_origin: '' },
      { admin: true },
    ])
      expect((await injectRaw(plant.app, api.challengeJoining, { body: { ...body, ...change } })).status).toBe(400);
    const huge = { ...body, portal_origin: 'x'.repeat(20_000) };
    expect((await injectRaw(plant.app, api.challengeJoining, { body: huge })).status).toBe(413);
    const nonsense = { ...body, time: '2026-13-40T25:61:61.000Z' };
    expect(faultOf(await injectRaw(plant.app, api.challengeJoining, { body: nonsense }))).toBe('conflict/code_unknown');
    for (const origin of [
      'https://evil.example/path',
      'HTTPS://EVIL.example',
      'javascript:alert(1)',
      'http://a.example',
    ])
      expect(faultOf(await join(createPortal(origin), await makeCode()))).toBe('bad_request/invalid_field');
  });
});

describe('a portal that joined', () => {
  it('PLANT-12 joins again with another address and key; one that takes its address replaces it', async () => {
    const portal = createPortal();
    await join(portal, await makeCode());
    const moved = { ...portal, origin: 'https://nuovo.example', key: generateSigningKey() };
    expect((await join(moved, await makeCode())).status).toBe(200);
    expect(plant.audit.records.at(-1)).toMatchObject({ detail: { before: portal.origin } });
    expect((await list()).portals).toMatchObject([{ uuid: portal.uuid, origin: moved.origin, revoked: null }]);
    expect(plant.deps.portalOrigins.has(portal.origin)).toBe(false);
    const reinstalled = createPortal(moved.origin);
    await join(reinstalled, await makeCode());
    expect((await list()).portals).toMatchObject([
      { uuid: reinstalled.uuid, revoked: null },
      { uuid: portal.uuid, revoked_by: '' },
    ]);
  });

  it('PLANT-12 is revoked by an administrator: no heartbeat, no calls from its pages, no repetition', async () => {
    const calls: string[] = [];
    const server = createServer((request, response) => {
      calls.push(request.url ?? '');
      request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const portal = createPortal(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const other = createPortal('http://127.0.0.1:1');
    const code = await makeCode();
    await join(other, await makeCode());
    await join(portal, code);
    expect(await sendHeartbeat(plant.deps)).toBe('unreachable');
    expect(calls).toEqual(['/api/v1/peers/heartbeat']);
    const joined = (await list()).portals;
    expect(joined.map(({ origin, heartbeat }) => [origin, heartbeat?.result])).toEqual([
      [portal.origin, 'sent'],
      [other.origin, 'unreachable'],
    ]);
    const params = { id: joined[0]?.id ?? 0 };
    expect((await plant.call(api.revokePortal, { params }, 'amministratore')).status).toBe(204);
    expect(plant.audit.records.at(-1)).toMatchObject({
      action: 'joining.revoke-portal',
      detail: { portal: portal.uuid },
    });
    await sendHeartbeat(plant.deps);
    expect(calls).toHaveLength(1);
    expect(plant.deps.portalOrigins.has(portal.origin)).toBe(false);
    expect(faultOf(await join(portal, code))).toBe('conflict/code_used');
    const { rows } = await plant.pool.query('select portal_url from plant_settings');
    expect(rows).toEqual([{ portal_url: other.origin }]);
    server.close();
  });
});

it('security 11: guesses are counted by address', async () => {
  const limited = await startTestPlant({}, { hasRates: true });
  const body = signJoiningRequest({
    ...({ step: 'challenge', plantUuid: PLANT.uuid, challenge: '', now: new Date(NOW) } as const),
    nonce: randomBytes(16).toString('base64url'),
    codeKey: generateSigningKey(),
    portalUuid: randomUUID(),
    portalOrigin: 'https://a.example',
    portalKey: generateSigningKey(),
  }).body;
  const answers: string[] = [];
  for (let i = 0; i < 31; i += 1) answers.push(faultOf(await injectRaw(limited.app, api.challengeJoining, { body })));
  expect(new Set(answers.slice(0, 30))).toEqual(new Set(['conflict/code_unknown']));
  expect(answers.at(-1)).toBe('rate_limit_exceeded/');
  await limited.close();
});

const createPublicKey = (): string => generateSigningKey().publicKey.export({ format: 'jwk' }).x ?? '';
