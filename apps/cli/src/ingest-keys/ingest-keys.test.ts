import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ingestGates, ingestReads } from '@varco/contract/plant/ingest.ts';
import { startEmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLANT_ANSWERS } from '../testing/sample-answers.ts';
import { createTestInstallation, type TestInstallation } from '../testing/test-installation.ts';

/** Port of this file alone: test files run beside each other. */
const PORT = 18_886;

let world: TestInstallation;
beforeAll(async () => {
  world = await createTestInstallation(startEmbeddedPostgres);
  const file = await world.answers('borgo', {
    ...PLANT_ANSWERS,
    port: PORT,
    gates: ['V01 Via di Prova', 'V02 Ponte, lato fiume', 'V03 Rampa'].map((name) => ({
      ...PLANT_ANSWERS.gates[0],
      name,
    })),
    data_folder: join(world.folder, 'data'),
    database: { admin_address_file: world.adminFile, name: 'varco_borgo' },
  });
  const { code, err } = await world.varco('setup', 'plant', 'borgo', '--from', file, '--settings', world.etc);
  if (code !== 0) throw new Error(err);
}, 120_000);
afterAll(() => world.remove());

const run = (...args: string[]) => world.varco('ingest-keys', ...args, '--settings', world.etc);

/** Makes a key and returns it with its id. */
async function add(...args: string[]): Promise<{ readonly key: string; readonly id: string }> {
  const { code, out, err } = await run('add', 'plant-borgo', ...args);
  expect([code, err]).toEqual([0, 'The key is shown only now: the plant stores its hash.\n']);
  const { out: listed } = await run('list', 'plant-borgo', '--json');
  const [newest]: { id: string }[] = JSON.parse(listed);
  return { key: out.trim(), id: newest?.id ?? '' };
}

/** Status with which the running plant answers a sender. */
const askWith = async (key: string): Promise<number> => {
  const address = `http://127.0.0.1:${PORT}${ingestGates.path}`;
  return (await fetch(address, { headers: { 'x-api-key': key } })).status;
};

test('an import key made by the command imports a file; once revoked it is refused at once, and the others work on', async () => {
  const imports = await add('import', '--label', 'Archivio 2024');
  const camera = await add('camera', '--gate', 'v01 via di prova', '--network', '127.0.0.77/8');
  expect((await run('list', 'plant-borgo')).out.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(
      / camera {2}\d{4}-\d\d-\d\d {2}valid {2}varco ingest-keys .*\(V01 Via di Prova; 127\.0\.0\.0\/8\)$/,
    ),
    expect.stringMatching(/ import {2}\d{4}-\d\d-\d\d {2}valid {2}Archivio 2024 {2}\(all gates\)$/),
  ]);
  const server = await world.start('plant', 'plant-borgo');
  const [file, keyFile] = [join(world.folder, 'reads.csv'), join(world.folder, 'key')];
  await writeFile(file, 'time;gate;plate\n2026-11-28 10:00:00;V01 Via di Prova;AB123CD\n');
  await writeFile(keyFile, `${imports.key}\n`);
  const plant = `http://127.0.0.1:${PORT}`;
  const imported = await world.varco('import', file, '--plant', plant, '--key-file', keyFile, '--yes');
  expect([imported.code, imported.err]).toEqual([0, '']);
  expect(await world.sql('varco_borgo', "select 1 from transit where plate = 'AB123CD'")).toHaveLength(1);

  expect([await askWith(imports.key), await askWith(camera.key)]).toEqual([200, 200]);
  const revoked = await run('revoke', 'plant-borgo', imports.id);
  expect([revoked.code, revoked.out]).toEqual([
    0,
    expect.stringMatching(/ revoked on \d{4}-\d\d-\d\d {2}Archivio 2024/),
  ]);
  expect([await askWith(imports.key), await askWith(camera.key)]).toEqual([401, 200]);
  expect((await run('revoke', 'plant-borgo', imports.id)).err).toBe('Failed: There is no such key in use.\n');
  await server.stop();
}, 180_000);

test('a key limited to several gates sends for each of them, is listed with them, and for no other', async () => {
  const gates = ['V02 Ponte, lato fiume', 'V03 Rampa'];
  const repeated = gates.concat('v03 rampa').flatMap((name) => ['--gate', name]);
  const { key, id } = await add('camera', ...repeated, '--label', 'Motore del ponte');
  const listed = JSON.parse((await run('list', 'plant-borgo', '--json')).out);
  expect(listed[0]).toMatchObject({ id, gates });
  expect((await run('list', 'plant-borgo')).out).toContain('Motore del ponte  (V02 Ponte, lato fiume, V03 Rampa)');
  const server = await world.start('plant', 'plant-borgo');
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const address = `http://127.0.0.1:${PORT}`;
  const own = ingestGates.response.parse(await (await fetch(`${address}${ingestGates.path}`, { headers })).json());
  expect(own.objects.map(({ fullname }) => fullname)).toEqual(gates);
  const numbers = await world.sql<{ id: number }>('varco_borgo', 'select id from gate order by fullname');
  const data = new Date(Date.now() - 60_000).toISOString();
  const reads = numbers.map((gate) => ({ varco_id: gate.id, targa: 'AB200CD', data }));
  const body = JSON.stringify({ reads });
  const answer = await fetch(`${address}${ingestReads.path}`, { method: 'POST', headers, body });
  expect(ingestReads.response.parse(await answer.json()).results.map(({ state, reason }) => reason ?? state)).toEqual([
    'gate_not_allowed',
    'stored',
    'stored',
  ]);
  await server.stop();
}, 120_000);

test('each change has an entry in the consultation log', async () => {
  const written = await world.sql<{ action: string; name: string }>(
    'varco_borgo',
    `select action, body::jsonb -> 'actor' ->> 'name' as name from audit_entry
      where action in ('ingest.key', 'ingest.revoke') order by epoch, seq`,
  );
  expect(written.map(({ action, name }) => `${action} ${name}`)).toEqual([
    ...['ingest.key varco ingest-keys', 'ingest.key varco ingest-keys', 'ingest.revoke varco ingest-keys'],
    'ingest.key varco ingest-keys',
  ]);
});

test.each([
  [['add', 'portal', 'camera'], 2, 'The portal receives no reads: name a plant.'],
  [['add', 'plant-borgo', 'vault'], 2, 'The kind of the key is one of: camera, import.'],
  [
    ['add', 'plant-borgo', 'camera', '--gate', 'V99 Inventato'],
    1,
    'The plant has no gate with the name V99 Inventato.',
  ],
  [
    ['add', 'plant-borgo', 'camera', '--gate', 'V01 Via di Prova', '--gate', 'V99 Inventato'],
    1,
    'The plant has no gate with the name V99 Inventato.',
  ],
  [
    ['add', 'plant-borgo', 'camera', '--gate', 'V01 Via di Prova', '--network', '::/0', '--network', '::/0'],
    2,
    'Options not valid.',
  ],
  [['add', 'plant-borgo', 'camera', '--network', '192.0.2.0'], 1, 'The network must be like 192.0.2.0/24'],
  [['add', 'plant-borgo', 'camera', '--network', "::/0'; drop table gate"], 1, 'The network must be like'],
  [['add', 'plant-borgo', 'camera', '--label', 'x'.repeat(61)], 1, 'The label has more than 60 characters.'],
  [['revoke', 'plant-borgo', 'tutte'], 1, 'The key is named by its id, as it is listed.'],
  [['revoke', 'plant-borgo', '0c6f2b52-9d3c-4a1e-8c0c-0a3f5a1b2c3d'], 1, 'There is no such key in use.'],
])(
  '%j ends with %i, says why, and changes nothing',
  async (args, code, text) => {
    const state = () => world.sql('varco_borgo', 'select id, revoked_at from ingest_key order by id');
    const before = await state();
    const answer = await run(...args);
    expect(answer.code).toBe(code);
    expect(`${answer.out}${answer.err}`).toContain(text);
    expect(await state()).toEqual(before);
  },
  60_000,
);
