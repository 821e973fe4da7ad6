import { countUse } from '@varco/contract/portal/analytics.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, seedPeople, signInAs } from '../../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
let token: string;
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [createPerson('agente')]);
  token = (await signInAs(portal, 'agente')).token;
});
afterAll(() => portal.close());

const count = (counts: unknown, options: object = { token }) =>
  injectRaw(portal.app, countUse, { body: { counts } }, options);
const stored = async (): Promise<readonly unknown[]> =>
  (await sql`select counter, n::int as n from use_counter`.execute(portal.deps.db)).rows;

it('PTAPI-07 API-11 a counts map with one counter is accepted and added up; who counted is not kept', async () => {
  expect(await count({ api_get_suspect: 1 })).toMatchObject({ status: 200, body: { counted: 1 } });
  await count({ api_get_suspect: 2 });
  expect(await stored()).toEqual([{ counter: 'api_get_suspect', n: 3 }]);
});

it.each([
  ['no counter', {}],
  ['an unknown one', { api_get_everything: 1 }],
  ['none', { api_get_suspect: 0 }],
  ['too many', { api_get_suspect: 1_001 }],
  ['a text', { api_get_suspect: '1; drop table use_counter' }],
  ['no map', null],
])('%s is refused', async (_, counts) => {
  expect((await count(counts)).status).toBe(400);
});

it('signed out nothing is counted', async () => {
  expect((await count({ api_get_suspect: 1 }, {})).status).toBe(401);
});
