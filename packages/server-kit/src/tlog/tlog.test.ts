import { COMMANDS } from '@varco/cli/commands.ts';
import { runCommand } from '@varco/cli/run-command.ts';
import { formatAddCheckpoint } from '@varco/domain/audit/add-checkpoint.ts';
import { parseCheckpointNote } from '@varco/domain/audit/note-verify.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeCheckpoint } from '../audit/audit-checkpoint.repository.ts';
import { signNote } from '../audit/checkpoint-note.ts';
import { generateSigningKey } from '../auth/signing-key.ts';
import { findWitnessedUrl, introduce, startTlogServer, type TlogServer } from './tlog-test-world.ts';

let plant: TlogServer;
let portal: TlogServer;
beforeAll(async () => {
  [plant, portal] = await Promise.all([startTlogServer('cesena.example'), startTlogServer('portal.example')]);
  await introduce(plant, portal);
  await introduce(portal, plant);
  await plant.append(300);
  await portal.append(3);
});
afterAll(() => Promise.all([plant.close(), portal.close()]));

const publish = (server: TlogServer) => server.tlog.publish(new AbortController().signal);
const getText = async (url: string) => (await fetch(url)).text();
const getStatus = async (url: string) => (await fetch(url)).status;

/** Runs `varco audit verify` as somebody who has nothing but addresses and keys. */
async function verify(...args: string[]) {
  const said: string[] = [];
  const code = await runCommand(COMMANDS, ['audit', 'verify', ...args], {
    t: createI18n('en').t,
    env: {},
    print: (line) => said.push(line),
    warn: (line) => said.push(line),
  });
  return { code, said: said.join('\n') };
}
/** Keys as everybody can read them: of the log and of the witness of a server. */
const readKeys = async ({ witnessUrl }: TlogServer): Promise<string[]> =>
  (await getText(new URL('/audit/keys', witnessUrl).href)).trimEnd().split('\n');
async function listKeys(server: TlogServer, witness: TlogServer): Promise<string[]> {
  const [[log], [, cosigner]] = [await readKeys(server), await readKeys(witness)];
  return ['--key', log ?? '', '--witness', cosigner ?? ''];
}

test('both directions are cosigned, and each log verifies from its published files and keys alone', async () => {
  await publish(plant);
  await publish(portal);
  const whole = await verify('--tiles', plant.logUrl, ...(await listKeys(plant, portal)));
  expect(whole).toEqual({ code: 0, said: expect.stringContaining(`cesena.example/audit/${plant.uuid}/1: whole, 300`) });
  expect((await verify('--tiles', portal.logUrl, ...(await listKeys(portal, plant)))).code).toBe(0);
  // The log grows over the end of a tile; the witness gets the proof from the size it holds.
  await plant.append(250);
  await publish(plant);
  const kept = await findWitnessedUrl(plant, portal);
  const again = await verify('--tiles', plant.logUrl, '--checkpoint', kept, ...(await listKeys(plant, portal)));
  expect(again).toEqual({ code: 0, said: expect.stringContaining('whole, 550') });
  expect(parseCheckpointNote(await getText(kept))?.size).toBe(550);
  const combined = await verify('--tiles', plant.logUrl, '--database', plant.database.url);
  expect(combined).toEqual({ code: 0, said: expect.stringContaining('550 entries checked') });
});

test('signatures that are not those asked for are refused', async () => {
  const [, , , witness] = await listKeys(plant, portal);
  const other = await listKeys(portal, plant);
  const wrongLog = await verify('--tiles', plant.logUrl, '--key', other[1] ?? '');
  expect(wrongLog).toEqual({ code: 1, said: expect.stringContaining('not signed with the given key') });
  const uncosigned = await verify('--tiles', plant.logUrl, '--witness', other[3] ?? '');
  expect(uncosigned).toEqual({ code: 1, said: expect.stringContaining('not cosigned by') });
  expect((await verify('--tiles', plant.logUrl, '--witness', witness ?? '')).said).toContain('--key is missing');
  expect((await verify('--tiles', plant.logUrl, '--key', 'no-key')).code).toBe(2);
  expect((await verify('--tiles', `${plant.logUrl}9`)).code).toBe(2);
});

describe('published files', () => {
  test('are those of the standard, with its types, and never change', async () => {
    const tile = await fetch(`${plant.logUrl}/tile/0/000`);
    expect([tile.status, (await tile.arrayBuffer()).byteLength]).toEqual([200, 8_192]);
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    expect(tile.headers.get('cache-control')).toContain('immutable');
    const bundle = await fetch(`${plant.logUrl}/tile/entries/001.p/3`);
    const bytes = Buffer.from(await bundle.arrayBuffer());
    expect([bytes.length, bytes.readUInt16BE(0)]).toEqual([3 * 34, 32]);
    const note = await fetch(`${plant.logUrl}/checkpoint`);
    expect(note.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(note.headers.get('cache-control')).toBe('no-store');
  });

  test('hold hashes only: no name, address, plate or reason of any entry', async () => {
    for (const path of ['checkpoint', 'tile/entries/000', 'tile/0/000', 'tile/1/000.p/2']) {
      const text = Buffer.from(await (await fetch(`${plant.logUrl}/${path}`)).arrayBuffer()).toString('latin1');
      expect(text).not.toMatch(/rossi|192\.0\.2|AB123CD|stolen|Emilia/);
    }
  });

  test.each([
    'tile/0/002.p/255',
    'tile/0/000.p/256',
    'tile/0/0',
    'tile/0/../000',
    'tile/8/000',
    'tile/1/000.p/3',
    'tile/2/000.p/1',
    'tile/entries/999',
    'tile/entries/x999/x999/x999/x999/999',
    'tile/entries/x999/x999/x999/x999/x999/999',
    'tile/00/000',
    'tile/-1/000',
    'tile/0/%00',
  ])('what does not exist is not served: %s', async (path) => {
    expect([400, 404]).toContain(await getStatus(`${plant.logUrl}/${path}`));
  });

  test('another log, epoch or witness is not found', async () => {
    expect(await getStatus(plant.logUrl.replace(plant.uuid, portal.uuid))).toBe(404);
    expect(await getStatus(`${plant.logUrl.replace(/1$/, '2')}/checkpoint`)).toBe(404);
    expect(await getStatus(`${plant.logUrl.replace(plant.uuid, portal.uuid)}/checkpoint`)).toBe(404);
    expect(await getStatus(`${portal.witnessUrl}/${'0'.repeat(64)}/checkpoint`)).toBe(404);
  });
});

describe('a witness', () => {
  const submit = async (body: string | Uint8Array<ArrayBuffer>, type = 'application/octet-stream') => {
    const response = await fetch(`${portal.witnessUrl}/add-checkpoint`, {
      ...{ method: 'POST', body, headers: { 'content-type': type } },
    });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  let note = '';
  beforeAll(async () => {
    note = await getText(`${plant.logUrl}/checkpoint`);
  });

  test('answers 409 with the size it holds, 200 for the same checkpoint again, 422 for a proof that proves nothing', async () => {
    const early = await submit(formatAddCheckpoint({ oldSize: 0, proof: [], note }));
    expect(early).toEqual({ status: 409, type: 'text/x.tlog.size', text: '550\n' });
    const again = await submit(formatAddCheckpoint({ oldSize: 550, proof: [], note }));
    expect(again.status).toBe(200);
    expect(again.text).toMatch(/^\u2014 portal\.example\/audit\/[0-9a-f-]{36}\/witness [A-Za-z0-9+/=]{104}\n$/);
    const unproved = await submit(formatAddCheckpoint({ oldSize: 550, proof: [new Uint8Array(32)], note }));
    expect(unproved.status).toBe(422);
  });

  test.each([
    ['an unknown log', 404, (text: string) => text.replaceAll('cesena.example', 'altrove.example')],
    ['a changed size', 403, (text: string) => text.replace('\n550\n', '\n551\n')],
    ['no signature of the log', 403, (text: string) => text.replaceAll(/^\u2014 cesena.*$/gm, '\u2014 x AAAAAAAA')],
    ['broken base64', 400, (text: string) => text.replace(/=\n\n/, '\n\n')],
    ['nothing', 400, () => ''],
    ['a note without a checkpoint', 400, (text: string) => text.replace('\n550\n', '\nfive\n')],
    ['control characters', 400, (text: string) => text.replace('\n550\n', '\n550\t\n')],
  ])('refuses %s: %i', async (_name, status, change) => {
    expect((await submit(change(formatAddCheckpoint({ oldSize: 550, proof: [], note })))).status).toBe(status);
  });

  test('refuses what is too large, compressed, of another type or no text', async () => {
    expect((await submit('x'.repeat(20_000))).status).toBe(413);
    expect((await submit('old 0\n\n', 'text/html')).status).toBe(415);
    expect((await submit(Uint8Array.of(0xff, 0xfe, 0x0a))).status).toBe(400);
    expect((await submit(formatAddCheckpoint({ oldSize: 551, proof: [], note }))).status).toBe(400);
    expect((await submit(`old 550\n${'AAAA\n'.repeat(64)}\n${note}`)).status).toBe(400);
  });

  test('is not led back by the replay of an older submission, also when many arrive at once', async () => {
    const old = await getText(`${plant.logUrl}/checkpoint`);
    await plant.append(5);
    await publish(plant);
    const replays = await Promise.all(
      Array.from({ length: 20 }, () => submit(formatAddCheckpoint({ oldSize: 550, proof: [], note: old }))),
    );
    expect(new Set(replays.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['409 555\n']));
    expect(parseCheckpointNote(await getText(await findWitnessedUrl(plant, portal)))?.size).toBe(555);
  });

  test('takes no log from a server that is not its owner, and keeps what it cosigned', async () => {
    const own = await plant.tlog.describe();
    if (own === null) throw new Error('no log');
    expect(await portal.tlog.watch(own.log, portal.uuid)).toBe(false);
    expect(await portal.tlog.watch({ ...own.log, vkeys: ['x'] }, plant.uuid)).toBe(false);
    expect(await portal.tlog.watch({ ...own.log, origin: 'cesena.example/elsewhere' }, plant.uuid)).toBe(false);
    expect(await portal.tlog.watch(own.log, plant.uuid)).toBe(true);
    expect(parseCheckpointNote(await getText(await findWitnessedUrl(plant, portal)))?.size).toBe(555);
  });
});

test('a checkpoint from before a change of keys waits for the next one, which is signed anew', async () => {
  const server = await startTlogServer('lugo.example');
  try {
    await introduce(server, portal);
    await server.append(2);
    // As the version before the published log left it: signed with another key.
    await storeCheckpoint(server.database.app, async (text) => signNote([generateSigningKey()], text));
    await publish(server);
    const read = async () => (await server.database.app.query('select size from audit_cosignature')).rows;
    expect(await read()).toEqual([]);
    expect(server.logText()).not.toContain('refused');
    await server.append(1);
    await publish(server);
    expect(await read()).toEqual([{ size: '3' }]);
  } finally {
    await server.close();
  }
});

test('a log from before the tiles gets them with its next checkpoint', async () => {
  const server = await startTlogServer('faenza.example');
  try {
    await introduce(server, portal);
    await server.append(600);
    await publish(server);
    await server.database.admin.query('set session_replication_role = replica; delete from audit_node');
    await server.append(1);
    await publish(server);
    expect(await verify('--tiles', server.logUrl, ...(await listKeys(server, portal)))).toMatchObject({ code: 0 });
  } finally {
    await server.close();
  }
});

test('a witness that is away is no refusal of the log, and cosigns when it is back', async () => {
  const witness = await portal.tlog.describe();
  const vkey = witness?.witness ?? '';
  await plant.tlog.setWitnesses([{ vkey, url: 'http://127.0.0.1:1/audit/witness' }]);
  await plant.append(1);
  await publish(plant);
  expect(plant.logText()).toContain('witness not reachable');
  expect(plant.logText()).not.toContain('checkpoint refused by a witness');
  await plant.tlog.setWitnesses([{ vkey, url: portal.witnessUrl }]);
  await publish(plant);
  expect(plant.logText()).toContain('witness cosigns again');
  expect(await verify('--tiles', plant.logUrl, ...(await listKeys(plant, portal)))).toMatchObject({ code: 0 });
});

test('a witness that was not told of a log yet is no refusal of it; one that forgets a log it cosigned is', async () => {
  const [server, witness] = [await startTlogServer('ravenna.example'), await startTlogServer('testimone.example')];
  try {
    const vkey = (await witness.tlog.describe())?.witness ?? '';
    await server.tlog.setWitnesses([{ vkey, url: witness.witnessUrl }]);
    await server.append(1);
    await publish(server);
    expect(server.logText()).toContain('log not known to a witness yet');
    expect(server.logText()).not.toContain('checkpoint refused by a witness');
    await introduce(server, witness);
    await publish(server);
    expect(server.logText()).toContain('witness cosigns again');
    await witness.database.admin.query('delete from witnessed_log');
    await server.append(1);
    await publish(server);
    expect(server.logText()).toContain('checkpoint refused by a witness');
  } finally {
    await server.close();
    await witness.close();
  }
});
