import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { type CameraMapping, MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { findFreePort } from '@varco/server-kit/testing/free-port.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CameraSources, startCameraSources } from '../../../testing/camera-sources.ts';
import { NOW } from '../../../testing/test-plant.ts';

let sources: CameraSources;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  sources = await startCameraSources();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(() => sources.close());

/** Listens on a free port until the test is over. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

async function expectFault(id: number, fault: string | null): Promise<void> {
  await expect.poll(async () => (await sources.read(id)).guasto, { timeout: 20_000, interval: 200 }).toBe(fault);
}

test.each([
  ['a broker', { tipo: 'mqtt', indirizzo: 'mqtt://169.254.169.254', argomento: 'a/b', utente: '' }],
  ['a server that writes', { tipo: 'flusso', indirizzo: 'tcp://169.254.169.254:5000', utente: '' }],
] as const)('%s at an inner address is never called', async (_, reception) => {
  const id = await sources.add(reception);
  await expectFault(id, 'address_not_allowed');
  expect((await sources.read(id)).collegata_dal).toBeNull();
});

test('a camera that wants the password in the open does not get it', async () => {
  const seen: (string | undefined)[] = [];
  const server = createHttpServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="cam"' }).end();
  });
  const indirizzo = `http://127.0.0.1:${await listen(server)}/stream`;
  await expectFault(
    await sources.add({ tipo: 'flusso', indirizzo, utente: 'admin', password: 'segreta' }),
    'credentials_refused',
  );
  expect(new Set(seen)).toEqual(new Set([undefined]));
});

const MAPPING: CameraMapping = {
  each: '',
  fields: { plate: ['plate'], at: ['timestamp'] },
  dateOrder: 'dmy',
  confidenceScale: 'auto',
  noPlateWords: [],
};

/** A camera that sends over a raw connection from this machine, and what opens such a connection. */
async function addRawCamera(): Promise<() => Promise<Socket>> {
  const port = await findFreePort();
  await sources.add({ tipo: 'tcp', porta: port }, { reti: ['127.0.0.1/32'], famiglia: 'generic', mappatura: MAPPING });
  return async () => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    closing.push(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
}

test('a camera has four connections: a fifth ends the oldest, and is read', async () => {
  const open = await addRawCamera();
  const sockets: Socket[] = [];
  for (let i = 0; i < 5; i += 1) sockets.push(await open());
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false]);
  sockets[4]?.write(JSON.stringify({ plate: 'RW009AA', timestamp: toIsoInstant(parseInstantMs(NOW) - 4_000) }));
  await expect.poll(async () => (await sources.find('RW009AA')).length, { timeout: 20_000 }).toBe(1);
});

test(
  'a message that goes on without an end loses its connection after half a minute',
  { timeout: 60_000 },
  async () => {
    const socket = await (await addRawCamera())();
    socket.write('{"plate":"');
    const dripping = setInterval(() => socket.write('a'), 500);
    closing.push(() => clearInterval(dripping));
    await expect.poll(() => socket.destroyed, { timeout: 50_000, interval: 500 }).toBe(true);
  },
);

test.each([0, 1] as const)(
  'a message of a broker that is too long is refused once, and holds nothing up (quality of service %i)',
  async (qos) => {
    const broker = await Aedes.createBroker();
    const port = await listen(createServer(broker.handle));
    closing.push(() => new Promise<void>((resolve) => broker.close(() => resolve())));
    const topic = `varco/${qos}`;
    const publish = (payload: Buffer): Promise<void> =>
      new Promise((resolve) =>
        broker.publish({ cmd: 'publish', qos, dup: false, topic, payload, retain: false }, () => resolve()),
      );
    const id = await sources.add(
      { tipo: 'mqtt', indirizzo: `mqtt://127.0.0.1:${port}`, argomento: topic, utente: '' },
      { famiglia: 'generic', mappatura: MAPPING },
    );
    const read = async (plate: string): Promise<void> => {
      const message = { plate, timestamp: toIsoInstant(parseInstantMs(NOW) - 5_000) };
      await publish(Buffer.from(JSON.stringify(message)));
      await expect.poll(async () => (await sources.find(plate)).length, { timeout: 20_000, interval: 200 }).toBe(1);
    };
    await expectFault(id, null);
    const bytes = MAX_CAMERA_BODY_BYTES + 1024 * 1024;
    await publish(Buffer.alloc(bytes, 0x20));
    await read(`MQ01${qos}AA`);
    expect(await sources.readRefusals(id)).toEqual(['body_too_large']);
    expect(await sources.readSizes(id)).toEqual([bytes]);
    expect(await sources.read(id)).toMatchObject({ guasto: null, ultimo_guasto: null });
    // A broker repeats to the next connection what was not acknowledged.
    await sources.restart();
    await expectFault(id, null);
    await read(`MQ02${qos}AA`);
    expect(await sources.readRefusals(id)).toEqual(['body_too_large']);
  },
);
