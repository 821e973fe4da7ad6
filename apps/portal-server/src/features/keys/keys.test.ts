import { createHash, randomUUID } from 'node:crypto';
import { listOwnKeys } from '@varco/contract/portal/keys.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createPerson, seedPeople, signInAs } from '../../testing/test-people.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [createPerson('capo', { isAdmin: true }), createPerson('agente'), createPerson('nuova')]);
});
afterAll(() => portal.close());

/** Puts a key there as an administrator's call will, bound to these people. */
async function bindKey(
  name: string,
  people: readonly string[],
  change: { is_enabled?: boolean } = {},
): Promise<string> {
  const id = randomUUID();
  const now = portal.clock.now().toISOString();
  const { db } = portal.deps;
  const secret_hash = createHash('sha256').update(id).digest();
  const row = { id, name, kind: 'read' as const, prefix: 'vk_3f9c', secret_hash, created_at: now, updated_at: now };
  await db
    .insertInto('portal_key')
    .values({ ...row, ...change })
    .execute();
  const users = await db
    .selectFrom('portal_user')
    .where('username', 'in', [...people])
    .select('id')
    .execute();
  await db
    .insertInto('portal_key_user')
    .values(users.map((user) => ({ key_id: id, user_id: user.id })))
    .execute();
  return id;
}

async function keysOf(username: string) {
  const { token } = await signInAs(portal, username);
  const answer = await injectRaw(portal.app, listOwnKeys, {}, { token });
  expect(answer.status).toBe(200);
  return { ...listOwnKeys.response.parse(answer.body), text: answer.bytes.toString() };
}

it("API-17 PTAPI-11 the keys associated with the caller only, newest first, an administrator's too", async () => {
  await bindKey('Cruscotto', ['agente']);
  portal.clock.advance(1_000);
  await bindKey('Turni', ['agente', 'nuova'], { is_enabled: false });
  portal.clock.advance(1_000);
  await bindKey('Archivio', ['capo']);
  expect((await keysOf('agente')).keys).toMatchObject([
    { name: 'Turni', type: 'read', key: 'vk_3f9c', enabled: false },
    { name: 'Cruscotto', enabled: true },
  ]);
  expect((await keysOf('capo')).keys.map(({ name }) => name)).toEqual(['Archivio']);
  expect((await keysOf('nuova')).keys.map(({ name }) => name)).toEqual(['Turni']);
});

it('API-17 what proves a key is never told, and of the vault only how its keys are sealed', async () => {
  const id = await bindKey('Ponte', ['agente']);
  const { vault, text } = await keysOf('agente');
  const { db } = portal.deps;
  const stored = await db
    .selectFrom('vault')
    .innerJoin('portal_user', 'portal_user.id', 'vault.user_id')
    .where('username', '=', 'agente')
    .select('peer_creds')
    .executeTakeFirstOrThrow();
  const { v, rev, kdf, keys } = stored.peer_creds;
  expect(vault).toEqual({ v, rev, kdf, keys });
  expect(text).not.toContain('secret');
  expect(text).not.toContain(createHash('sha256').update(id).digest('base64').slice(0, 12));
  expect(text).not.toContain('"items"');
});

it('API-17 signed out nothing is told', async () => {
  expect((await injectRaw(portal.app, listOwnKeys, {}, {})).status).toBe(401);
});
