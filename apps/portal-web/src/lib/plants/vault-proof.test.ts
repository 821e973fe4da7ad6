import { createKdf } from '@varco/vault/kdf.ts';
import { unwrapResult } from '@varco/vault/result.ts';
import { createVaultFromMaster } from '@varco/vault/vault-from-master.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { createCredential } from '../../../test/plant-sessions.ts';
import { type RespondTo, type TestServer, sendError, sendJson, startTestServer } from '../../../test/test-server.ts';
import { closeVault, setOpenVault } from '../session/vault-store.ts';
import { signInPlant } from './plant-sessions.ts';
import { clearPlants, setPlants } from './plant-store.ts';

const UUID = '0c6f2b52-9d3c-4a1e-8c0c-0a3f5a1b2c3d';
const servers: TestServer[] = [];

beforeEach(async () => {
  const master = new Uint8Array(32).fill(7);
  const made = await createVaultFromMaster({ userUuid: UUID, kdf: createKdf(), master, credentials: [] });
  setOpenVault(unwrapResult(made).vault);
});
afterEach(async () => {
  closeVault();
  clearPlants();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const signIn: RespondTo = (_request, response) => sendJson(response, buildPlantLoginResponse('p1', UUID));

/** Plants `c0`, `c1`, … that answer so. */
async function startPlants(...answers: readonly RespondTo[]): Promise<void> {
  for (const answer of answers) servers.push(await startTestServer(answer));
  setPlants(new Map(servers.map(({ origin }, i) => [`c${i}`, createCredential({ url: origin })])), []);
}

const getProofs = (at: number): unknown[] => (servers[at]?.seen ?? []).map(({ body }) => JSON.parse(body).vault_proof);

test('each plant gets a proof of the vault of its own, the same at every sign-in', async () => {
  await startPlants(signIn, signIn);
  for (const id of ['c0', 'c1', 'c0']) expect(await signInPlant(id)).toBe('p1');
  const [first, second] = getProofs(0);
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(second).toBe(first);
  expect(getProofs(1)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(getProofs(1)).not.toEqual([first]);
});

test('a plant that does not know the proof is signed in to without it', async () => {
  await startPlants((request, response) => {
    if (request.body.includes('vault_proof')) sendError(response, 400, 'bad_request', 'unknown_field');
    else signIn(request, response);
  });
  expect(await signInPlant('c0')).toBe('p1');
  expect(getProofs(0)).toEqual([expect.any(String), undefined]);
});

test('without an open vault no proof is sent', async () => {
  closeVault();
  await startPlants(signIn);
  expect(await signInPlant('c0')).toBe('p1');
  expect(getProofs(0)).toEqual([undefined]);
});
