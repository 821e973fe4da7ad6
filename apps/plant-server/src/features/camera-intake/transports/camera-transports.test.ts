import { appendFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import * as api from '@varco/contract/plant/camera-intake.ts';
import { listCameraMessages } from '@varco/contract/plant/camera-messages.ts';
import type { ReceptionBody } from '@varco/contract/plant/camera-reception.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { findFreePort } from '@varco/server-kit/testing/free-port.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createPhoto } from '../../../testing/send-pictures.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../../testing/test-plant.ts';
import { CameraTransports } from './camera-transports.ts';
import { PendingBytes } from './follow-connection.ts';

let plant: TestPlant;
let transports: CameraTransports;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  plant = await startTestPlant();
  const outbound = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
  transports = new CameraTransports({ ...plant.deps, outbound, now: () => new Date() }, '127.0.0.1');
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  await transports.stop();
  await plant.close();
});

const ADMIN = 'amministratore';
const at = (secondsAgo: number): string => toIsoInstant(parseInstantMs(NOW) - secondsAgo * 1000);

async function add(ricezione: ReceptionBody, more: Partial<api.CameraBody> = {}): Promise<api.CameraWithKey> {
  const body: api.CameraBody = {
    ...{ nome: `${ricezione.tipo} ${Math.random()}`, varco_id: 1, famiglia: 'auto', fuso: 'Europe/Rome', unita: 'kmh' },
    ...{ mappatura: null, reti: [], prova: false, ricezione },
    ...more,
  };
  const made = await plant.callRaw(api.createCamera, { body }, ADMIN);
  expect(made.body).toMatchObject({ camera: { ricezione: { tipo: ricezione.tipo } } });
  await transports.refresh();
  return api.CameraWithKey.parse(made.body);
}
const find = async (f_targa: string) =>
  TransitPage.parse((await plant.call(searchTransits, { body: { f_targa } }, 'operatore', REASON)).body).objects;
async function expectPlate(plate: string, n = 1): Promise<void> {
  await expect.poll(async () => (await find(plate)).length, { timeout: 20_000, interval: 100 }).toBe(n);
}
const readFault = async ({ camera }: api.CameraWithKey) => {
  await transports.refresh();
  const { body } = await plant.call(api.listCameras, {}, ADMIN);
  return api.listCameras.response.parse(body).objects.find(({ id }) => id === camera.id)?.guasto;
};
async function expectFault(made: api.CameraWithKey, fault: string | null): Promise<void> {
  await expect.poll(() => readFault(made), { timeout: 20_000, interval: 200 }).toBe(fault);
}

const tattile = (plate: string, seconds: number): string =>
  `<root><PLATE_STRING>${plate}</PLATE_STRING><DATE>2026-11-20</DATE><TIME>15-3${seconds}-00-000</TIME></root>`;
const json = (plate: string, seconds: number): string => JSON.stringify({ plate, timestamp: at(seconds) });
const MAPPED: Pick<api.CameraBody, 'famiglia' | 'mappatura'> = {
  famiglia: 'generic',
  mappatura: {
    each: '',
    fields: { plate: ['plate'], at: ['timestamp'] },
    dateOrder: 'dmy',
    confidenceScale: 'auto',
    noPlateWords: [],
  },
};

async function openSocket(port: number) {
  const socket = connect({ host: '127.0.0.1', port });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

test('a raw connection from the network of a camera: documents in any pieces, each read once and durable', async () => {
  const port = await findFreePort();
  await add({ tipo: 'tcp', porta: port }, { reti: ['127.0.0.1/32'], ...MAPPED });
  const socket = await openSocket(port);
  socket.setNoDelay(true);
  const text = `${json('TC001AA', 10)}${json('TC002AA', 9)}\r\n\u0002${json('TC003AA', 8)}\u0003`;
  for (let from = 0; from < text.length; from += 11) {
    // Each piece leaves on its own, before the next is written.
    await new Promise((resolve) => socket.write(text.slice(from, from + 11), resolve));
  }
  await expectPlate('TC00*', 3);
  expect((await find('TC00*')).map(({ targa }) => targa)).toEqual(['TC003AA', 'TC002AA', 'TC001AA']);
  socket.end();
});

test('a connection from elsewhere is closed unread; a port is shared by networks, not by one', async () => {
  const port = await findFreePort();
  await add({ tipo: 'tcp', porta: port }, { reti: ['10.1.2.0/24'], ...MAPPED });
  const socket = await openSocket(port);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.write(json('TC009AA', 5));
  await closed;
  expect(await find('TC009AA')).toEqual([]);
  const body = { nome: 'Altra', varco_id: 1, famiglia: 'auto', fuso: 'Europe/Rome', unita: 'kmh' as const };
  const rest = { ...body, mappatura: null, prova: false, ricezione: { tipo: 'tcp' as const, porta: port } };
  const shared = await plant.call(api.createCamera, { body: { ...rest, reti: ['10.1.2.0/24'] } }, ADMIN);
  expect([shared.status, shared.body]).toMatchObject([409, { error: { sub_code: 'port_shared' } }]);
  const nowhere = await plant.call(api.createCamera, { body: { ...rest, reti: [] } }, ADMIN);
  expect(nowhere.status).toBe(400);
  expect((await plant.call(api.createCamera, { body: { ...rest, reti: ['10.1.3.0/24'] } }, ADMIN)).status).toBe(200);
});

test('a flood without an end and a frame too long end their connection; others go on', async () => {
  const port = await findFreePort();
  await add({ tipo: 'tcp', porta: port }, { reti: ['127.0.0.1/32'], ...MAPPED });
  const flood = await openSocket(port);
  flood.on('error', () => {});
  const piece = Buffer.alloc(1024 * 1024, 0x61);
  flood.write('{"plate":"');
  for (let i = 0; i < 12; i += 1) flood.write(piece);
  // Before the time of a message ends it too.
  await expect.poll(() => flood.destroyed, { timeout: 15_000 }).toBe(true);
  const good = await openSocket(port);
  good.end(json('TC010AA', 7));
  await expectPlate('TC010AA');
});

test('a port that is taken is told and opened when it is free', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const { port } = blocker.address() as AddressInfo;
  const made = await add({ tipo: 'tcp', porta: port }, { reti: ['127.0.0.1/32'], ...MAPPED });
  await expectFault(made, 'port_in_use');
  await new Promise((resolve) => blocker.close(resolve));
  await expectFault(made, null);
  (await openSocket(port)).end(json('TC011AA', 6));
  await expectPlate('TC011AA');
  expect(await find('TC011AA')).toMatchObject([{ varco_id: 1 }]);
});

test('files of a folder: a description with its pictures, one that is uploaded slowly; links are not followed', async () => {
  const made = await add({ tipo: 'cartella' }, MAPPED);
  const { ricezione } = made.camera;
  const folder = ricezione.tipo === 'cartella' ? ricezione.percorso : '';
  await mkdir(join(folder, '2026/11'), { recursive: true });
  await writeFile(join(folder, '2026/11/evento_1.json'), json('FO001AA', 10));
  await writeFile(join(folder, '2026/11/evento_1_plate.jpg'), await createPhoto('#334455'));
  await writeFile(join(folder, 'parziale.json'), json('FO002AA', 9).slice(0, 10));
  await writeFile(`${folder}-altrove.json`, json('FO003AA', 8));
  await symlink(`${folder}-altrove.json`, join(folder, 'link.json'));
  await expectPlate('FO001AA');
  expect(await find('FO001AA')).toMatchObject([{ has_plate_image: true }]);
  await appendFile(join(folder, 'parziale.json'), json('FO002AA', 9).slice(10));
  await expectPlate('FO002AA');
  expect(await find('FO003AA')).toEqual([]);
  await expect.poll(async () => (await readdir(folder)).sort()).toEqual(['2026', 'link.json']);
});

test('a topic of a broker: what arrived while the plant was away is delivered, once; a wrong password is told', async () => {
  const broker = await Aedes.createBroker();
  broker.authenticate = (_client, user, password, done) =>
    done(null, user === 'varchi' && String(password) === 'segreta');
  const server = createServer(broker.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(async () => {
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const reception = {
    tipo: 'mqtt' as const,
    indirizzo: `mqtt://127.0.0.1:${port}`,
    argomento: 'varco/+',
    utente: 'varchi',
  };
  const publish = (payload: string, retain = false) =>
    new Promise<void>((resolve) =>
      broker.publish({ cmd: 'publish', qos: 1, dup: false, topic: 'varco/1', payload, retain }, () => resolve()),
    );
  const wrong = await add({ ...reception, password: 'sbagliata' }, MAPPED);
  await expectFault(wrong, 'credentials_refused');
  const { updated, ...camera } = wrong.camera;
  const body = {
    ...MAPPED,
    nome: camera.nome,
    varco_id: 1,
    fuso: camera.fuso,
    unita: camera.unita,
    reti: [],
    prova: false,
  };
  const input = {
    params: { id: camera.id },
    body: { ...body, ricezione: { ...reception, password: 'segreta' }, updated },
  };
  expect((await plant.callRaw(api.updateCamera, input, ADMIN)).body).toMatchObject({
    ricezione: { ha_password: true },
  });
  await expectFault(wrong, null);
  await publish(json('MQ001AA', 10));
  await expectPlate('MQ001AA');
  await transports.stop();
  await publish(json('MQ002AA', 9));
  const outbound = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
  transports = new CameraTransports({ ...plant.deps, outbound, now: () => new Date() }, '127.0.0.1');
  await transports.refresh();
  await expectPlate('MQ002AA');
  await publish(json('MQ001AA', 10));
  await publish(json('MQ003AA', 8));
  await expectPlate('MQ003AA');
  await expectPlate('MQ001AA');
});

test('the event stream of a camera with a digest: an event with the pictures that follow it', async () => {
  const xml = `<EventNotificationAlert><eventType>ANPR</eventType><dateTime>${at(20)}</dateTime><ANPR><licensePlate>ST001AA</licensePlate></ANPR></EventNotificationAlert>`;
  const picture = await createPhoto('#998811');
  const seen: (string | undefined)[] = [];
  const server = createHttpServer((request, response) => {
    seen.push(request.headers.authorization);
    if (request.headers.authorization === undefined) {
      response
        .writeHead(401, { 'www-authenticate': 'Digest realm="cam", nonce="abc", qop="auth", algorithm=MD5' })
        .end();
      return;
    }
    response.writeHead(200, { 'content-type': 'multipart/mixed; boundary=edge' });
    const part = (head: string, bytes: Buffer): void => {
      response.write(`--edge\r\n${head}\r\nContent-Length: ${bytes.length}\r\n\r\n`);
      response.write(bytes);
      response.write('\r\n');
    };
    part(
      'Content-Type: application/xml',
      Buffer.from('<EventNotificationAlert><eventType>videoloss</eventType></EventNotificationAlert>'),
    );
    part('Content-Type: application/xml', Buffer.from(xml));
    part(
      'Content-Disposition: form-data; name="licensePlatePicture"; filename="licensePlatePicture.jpg"\r\nContent-Type: image/jpeg',
      Buffer.from(picture),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const indirizzo = `http://127.0.0.1:${port}/ISAPI/Event/notification/alertStream`;
  const made = await add(
    { tipo: 'flusso', indirizzo, utente: 'admin', password: 'segreta' },
    { famiglia: 'hikvision' },
  );
  await expectPlate('ST001AA');
  expect(await find('ST001AA')).toMatchObject([{ has_plate_image: true }]);
  expect(seen[1]).toContain('username="admin"');
  expect(seen.join(' ')).not.toContain('segreta');
  await expectFault(made, null);
  const { body } = await plant.call(listCameraMessages, { params: { id: made.camera.id } }, ADMIN);
  expect(body).toEqual({ objects: [] });
  const elsewhere = await add({ tipo: 'flusso', indirizzo: 'http://169.254.169.254/latest', utente: '' });
  await expectFault(elsewhere, 'address_not_allowed');
});

test('a server that writes to whoever connects; only the reads of the device that counts become transits', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    const read = (plate: string, camera: string): string => JSON.stringify({ plate, timestamp: at(30), camera });
    socket.write(`${read('SV001AA', 'sud')}${read('SV002AA', 'nord')}`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const mappatura = { ...MAPPED.mappatura, fields: { ...MAPPED.mappatura?.fields, device: ['camera'] } };
  const made = await add(
    { tipo: 'flusso', indirizzo: `tcp://127.0.0.1:${port}`, utente: '' },
    { famiglia: 'generic', mappatura: api.CameraMapping.parse(mappatura), dispositivo: 'Nord' },
  );
  await expectPlate('SV002AA');
  expect(await find('SV001AA')).toEqual([]);
  await expectFault(made, null);
  await plant.callRaw(api.revokeCamera, { params: { id: made.camera.id } }, ADMIN);
  await transports.refresh();
});

test('messages that have begun hold only so much memory of all connections together', () => {
  const pending = new PendingBytes(10);
  pending.change(8);
  expect(() => pending.change(4)).toThrow('too many messages');
  pending.change(-6);
  expect(() => pending.change(4)).not.toThrow();
});

test('a password stays while address and user do, and is never shown', async () => {
  const reception = { tipo: 'mqtt' as const, indirizzo: 'mqtts://broker.invalid', argomento: 'a/b', utente: 'u' };
  const made = await add({ ...reception, password: 'nascosta' });
  expect(JSON.stringify(made)).not.toContain('nascosta');
  const { nome, fuso, unita } = made.camera;
  let { updated } = made.camera;
  const save = async (ricezione: ReceptionBody | undefined) => {
    const base = { nome, varco_id: 1, famiglia: 'auto', fuso, unita, mappatura: null, reti: [], prova: false, updated };
    const body = ricezione === undefined ? base : { ...base, ricezione };
    const saved = await plant.callRaw(api.updateCamera, { params: { id: made.camera.id }, body }, ADMIN);
    const camera = api.Camera.parse(saved.body);
    updated = camera.updated;
    return camera.ricezione;
  };
  expect(await save(undefined)).toEqual({ ...reception, ha_password: true });
  expect(await save(reception)).toEqual({ ...reception, ha_password: true });
  expect(await save({ ...reception, utente: 'altro' })).toMatchObject({ ha_password: false });
  expect(await save({ tipo: 'http' })).toEqual({ tipo: 'http' });
});

test('Tattile over a raw connection', async () => {
  const port = await findFreePort();
  await add({ tipo: 'tcp', porta: port }, { reti: ['127.0.0.1/32'], famiglia: 'tattile' });
  const socket = await openSocket(port);
  socket.write(tattile('TT001AA', 0));
  socket.end(tattile('TT002AA', 1));
  await expectPlate('TT00*', 2);
  expect((await find('TT00*')).map(({ targa }) => targa)).toEqual(['TT002AA', 'TT001AA']);
});
