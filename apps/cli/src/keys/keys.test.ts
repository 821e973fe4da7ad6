import { join } from 'node:path';
import { plantKeys, PlantKeys } from '@varco/contract/plant/exports.ts';
import { startEmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLANT_ANSWERS, PORTAL_ANSWERS } from '../testing/sample-answers.ts';
import { createTestInstallation, type TestInstallation } from '../testing/test-installation.ts';

/** Ports of this file alone: test files run beside each other. */
const PORTS = { portal: 18_882, plant: 18_884 };

let world: TestInstallation;
beforeAll(async () => {
  world = await createTestInstallation(startEmbeddedPostgres);
  const database = (name: string) => ({ admin_address_file: world.adminFile, name });
  for (const [name, answers, words] of [
    ['portal', { ...PORTAL_ANSWERS, port: PORTS.portal }, ['portal']],
    ['borgo', { ...PLANT_ANSWERS, port: PORTS.plant }, ['plant', 'borgo']],
  ] as const) {
    const file = await world.answers(name, {
      ...answers,
      data_folder: join(world.folder, 'data', name),
      database: database(`varco_${name}`),
    });
    const { code, err } = await world.varco('setup', ...words, '--from', file, '--settings', world.etc);
    if (code !== 0) throw new Error(err);
  }
});
afterAll(() => world.remove());

const keys = (...args: string[]) => world.varco('keys', ...args, '--settings', world.etc);

/** Name, state and public half of each key a command printed. */
const readPrinted = (out: string) =>
  [...out.matchAll(/^(server|log|witness) +(signs|former|retired) +\d{4}-\d\d-\d\d .* ([\w-]{43})$/gm)].map(
    ([, name, state, publicKey]) => ({ name, state, publicKey }),
  );

/** Public halves of the keys a running plant publishes, in their order. */
async function readPublishedKeys(): Promise<string[]> {
  const server = await world.start('plant', 'plant-borgo');
  const answer = await fetch(`http://127.0.0.1:${PORTS.plant}${plantKeys.path}`);
  await server.stop();
  return PlantKeys.parse(await answer.json()).keys.map(({ x }) => x);
}

/** Changes a key and returns what is printed about the keys of that name. */
async function change(action: 'add' | 'retire', server: string, name: string) {
  const { code, out, err } = await keys(action, server, name);
  expect([code, err]).toEqual([0, '']);
  return readPrinted(out);
}

test('the key of a plant is replaced: added, used beside the former one from the next start, which is then retired', async () => {
  const [second, first] = await change('add', 'plant-borgo', 'server');
  expect([second?.state, first?.state]).toEqual(['signs', 'former']);
  expect(await readPublishedKeys()).toEqual([second?.publicKey, first?.publicKey]);
  expect((await keys('add', 'plant-borgo', 'server')).err).toBe(
    'Failed: There is a former key already: retire it first.\n',
  );
  expect((await change('retire', 'plant-borgo', 'server')).map(({ state }) => state)).toEqual(['signs', 'retired']);
  expect(await readPublishedKeys()).toEqual([second?.publicKey]);
  expect((await keys('retire', 'plant-borgo', 'server')).err).toBe('Failed: There is no other key: add one first.\n');
}, 120_000);

test('each change has an entry in the consultation log', async () => {
  const written = await world.sql<{ action: string }>(
    'varco_borgo',
    `select action from audit_entry where action like 'server-key.%' order by epoch, seq`,
  );
  expect(written.map(({ action }) => action)).toEqual(['server-key.add', 'server-key.retire']);
});

test('the keys of the log and those of the portal are replaced in the same way, and listed with the retired ones', async () => {
  // A server that never started has none.
  expect(await change('add', 'portal', 'server')).toMatchObject([{ state: 'signs' }]);
  for (const [server, name] of [
    ['plant-borgo', 'log'],
    ['portal', 'server'],
  ] as const) {
    const [added, former] = await change('add', server, name);
    expect(await change('retire', server, name)).toEqual([added, { ...former, state: 'retired' }]);
  }
  const { out } = await keys('list', 'plant-borgo');
  expect(readPrinted(out).map(({ name, state }) => `${name} ${state}`)).toEqual([
    ...['server signs', 'server retired', 'log signs', 'log retired', 'witness signs'],
  ]);
}, 120_000);

test('another server, another key and too few words change nothing and say what is wrong', async () => {
  expect((await keys('add', 'plant-altro', 'server')).code).toBe(2);
  expect((await keys('add', 'plant-borgo')).code).toBe(2);
  expect((await keys('add', '../plant-borgo', 'server')).code).toBe(2);
  expect((await keys('add', 'plant-borgo', 'vault')).err).toBe('The key is one of: server, log, witness.\n');
  const before = "select 1 from plant_key where created_at > now() - interval '1 hour'";
  expect(await world.sql('varco_borgo', before)).toHaveLength(2);
}, 120_000);
