import { z } from 'zod';
import { endpoint } from '@varco/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { createServerApp } from '../http/create-app.ts';
import { implement } from '../http/implement.ts';
import type { Viewer } from '../http/viewer.ts';
import { silentLog } from '../log/log.ts';
import { signPlantCall, verifyPlantCall } from './plant-call.ts';
import { generateSigningKey } from './signing-key.ts';

const PLANT = '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81';
const now = new Date('2026-11-20T10:00:00Z');
const key = generateSigningKey();
const beat = endpoint({
  id: 'beat',
  method: 'POST',
  path: '/api/beat',
  summary: 'Beat',
  body: z.object({ a: z.int() }),
  response: z.object({ plant: z.string().nullable() }),
  errors: ['invalid_api_key'],
  access: { who: 'plant-signature' },
  audit: null,
  limit: 'report',
});
interface PlantCaller extends Viewer {
  readonly uuid: string;
}

const used = new Set<string>();
const app = createServerApp<{ 'plant-signature': PlantCaller }>({
  log: silentLog,
  now: () => now,
  auditSink: null,
  allowedOrigins: null,
  authenticators: {
    'plant-signature': {
      async authenticate(request) {
        const keysOf = async (uuid: string) => (uuid === PLANT ? [key.publicKey] : []);
        const useOnce = async (uuid: string, nonce: string) =>
          !used.has(uuid + nonce) && used.add(uuid + nonce).size > 0;
        const uuid = await verifyPlantCall(request, { findKeys: keysOf, nonces: { useOnce }, now });
        return { uuid, actor: { kind: 'plant', id: uuid, name: null, group: null, level: null, session: null } };
      },
      authorize: () => null,
    },
  },
});
implement(app, beat, (_input, ctx) => ({ plant: ctx.viewer.uuid }));

const call = {
  keys: { current: key, previous: null },
  plantUuid: PLANT,
  method: 'POST',
  path: '/api/beat',
  body: '{"a":1}',
  now,
};
const send = (headers: Record<string, string>, payload = '{"a":1}') =>
  app.inject({
    method: 'POST',
    url: '/api/beat',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
const codeOf = async (headers: Record<string, string>, payload?: string): Promise<unknown> =>
  (await send(headers, payload)).json<{ error: { code: string } }>().error.code;

test('a call signed by the plant passes once', async () => {
  const headers = signPlantCall(call);
  const first = await send(headers);
  expect([first.statusCode, first.json()]).toEqual([200, { plant: PLANT }]);
  expect(await codeOf(headers)).toBe('invalid_api_key');
});

test('while the key is replaced, a call passes for who knows the former key and for who knows the new one', async () => {
  const replaced = { current: generateSigningKey(), previous: key };
  const headers = signPlantCall({ ...call, keys: replaced });
  expect((await send(headers)).statusCode).toBe(200);
  const known = signPlantCall({ ...call, keys: { current: key, previous: generateSigningKey() } });
  expect((await send(known)).statusCode).toBe(200);
  const { 'x-varco-former-signature': _former, ...withoutFormer } = signPlantCall({ ...call, keys: replaced });
  expect(await codeOf(withoutFormer)).toBe('invalid_api_key');
  expect(await codeOf({ ...withoutFormer, 'x-varco-former-signature': 'short' })).toBe('invalid_api_key');
});

test('another body, path, method, time, plant or key does not pass', async () => {
  expect(await codeOf(signPlantCall(call), '{"a":2}')).toBe('invalid_api_key');
  expect(await codeOf(signPlantCall({ ...call, path: '/api/other' }))).toBe('invalid_api_key');
  expect(await codeOf(signPlantCall({ ...call, method: 'PUT' }))).toBe('invalid_api_key');
  expect(await codeOf(signPlantCall({ ...call, keys: { current: generateSigningKey(), previous: null } }))).toBe(
    'invalid_api_key',
  );
  expect(await codeOf(signPlantCall({ ...call, plantUuid: PLANT.replace('7b', '7c') }))).toBe('invalid_api_key');
  for (const seconds of [-121, 121])
    expect(await codeOf(signPlantCall({ ...call, now: new Date(now.getTime() + seconds * 1_000) }))).toBe(
      'invalid_api_key',
    );
  for (const seconds of [-119, 119])
    expect((await send(signPlantCall({ ...call, now: new Date(now.getTime() + seconds * 1_000) }))).statusCode).toBe(
      200,
    );
  expect(await codeOf({ ...signPlantCall(call), 'x-varco-signature': 'short' })).toBe('invalid_api_key');
  expect(await codeOf({})).toBe('missing_api_key');
});
