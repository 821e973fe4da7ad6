import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import type { CameraReception } from '@varco/contract/plant/camera-reception.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { poolRunner } from '../../../database/pg-runner.ts';
import { buildHikvisionXml } from '../../../testing/camera-bodies.ts';
import { createPlantProcess, type KillTarget, type PlantProcess } from '../../../testing/plant-process.ts';
import { insertCamera } from '../cameras.repository.ts';
import { toCameraUser } from '../camera-user.ts';

const READS = 60;
const VICTIMS: readonly KillTarget[] = ['plant', 'both'];
const FOLDER_UUID = '00000000-0000-4000-8000-0000000000c1';
const TOPIC_UUID = '10000000-0000-4000-8000-0000000000c2';

let plant: PlantProcess;
const broker = await Aedes.createBroker();
const subscribed = new Promise((resolve) => broker.once('subscribe', resolve));
const server = createServer(broker.handle).listen(0, '127.0.0.1');
beforeAll(async () => {
  plant = await createPlantProcess({ env: { VARCO_OUTBOUND_CIDRS: '127.0.0.0/8' } });
  const { port } = server.address() as AddressInfo;
  await addCamera(FOLDER_UUID, 1, { tipo: 'cartella' });
  await addCamera(TOPIC_UUID, 2, {
    ...{ tipo: 'mqtt', indirizzo: `mqtt://127.0.0.1:${port}`, argomento: 'varchi/2', utente: '' },
  });
  await plant.start();
}, 90_000);
afterAll(async () => {
  await plant.remove();
  await new Promise<void>((resolve) => broker.close(() => resolve()));
  await new Promise((resolve) => server.close(resolve));
}, 60_000);

const addCamera = (uuid: string, gate: number, reception: CameraReception): Promise<unknown> =>
  plant.withDatabase((pool) =>
    insertCamera(
      poolRunner(pool),
      {
        ...{ name: `Prova ${gate}`, gate, family: 'hikvision', time_zone: 'Europe/Rome', speed_unit: 'kmh' },
        ...{ mapping: null, networks: [], reception, device_filter: '', is_trial: false },
      },
      { uuid, hash: `${gate}`.repeat(64), digest: Buffer.alloc(0) },
      { at: new Date().toISOString(), by: 'prova' },
    ),
  );

const base = Date.now() - 3_600_000;
const buildRead = (plate: string, round: number, n: number): string =>
  buildHikvisionXml({ plate, at: new Date(base + round * 600_000 + n * 1_000).toISOString() });
const buildPlate = (source: 'FO' | 'MQ', round: number, n: number): string =>
  `${source}${round}${String(n).padStart(3, '0')}Z`;

const Page = z.object({ objects: z.array(z.object({ targa: z.string() }).loose()) });
async function findPlates(pattern: string, session: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const body = { f_targa: pattern, page_size: 999, p: 1 };
  const answer = await plant.post(searchTransits.path, body, session);
  return Page.parse(await answer.json()).objects.map(({ targa }) => targa);
}

const getFolder = (): string => join(plant.dataDir, 'cameras', toCameraUser(FOLDER_UUID));
const countFiles = async (): Promise<number> => (await readdir(getFolder())).length;

/** Puts a file in place at once, as an FTP server does after the upload. */
async function upload(plate: string, text: string): Promise<void> {
  const folder = getFolder();
  await mkdir(folder, { recursive: true });
  await writeFile(join(plant.dataDir, `${plate}.part`), text);
  await rename(join(plant.dataDir, `${plate}.part`), join(folder, `${plate}.xml`));
}
const publish = (payload: string): Promise<void> =>
  new Promise((resolve) =>
    broker.publish({ cmd: 'publish', qos: 1, dup: false, topic: 'varchi/2', payload, retain: false }, () => resolve()),
  );

test('killed while files and MQTT messages arrive, a plant stores each of them, and once', async () => {
  // From its first subscription on the broker keeps what the plant does not acknowledge.
  await subscribed;
  for (const [round, victim] of VICTIMS.entries()) {
    for (let n = 0; n < READS; n += 1) {
      const [file, message] = [buildPlate('FO', round, n), buildPlate('MQ', round, n)];
      await upload(file, buildRead(file, round, n));
      await publish(buildRead(message, round, n));
      // The plant dies among the files: it has begun to take them.
      if (n === READS / 2) await expect.poll(countFiles, { timeout: 20_000, interval: 20 }).toBeLessThan(n);
      if (n === READS / 2 + 10) await plant.kill(victim);
    }
    await plant.start();
    const session = await plant.signIn();
    const expected = Array.from({ length: READS }, (_, n) => n);
    for (const source of ['FO', 'MQ'] as const)
      await expect
        .poll(async () => (await findPlates(`${source}${round}*`, session)).toSorted(), {
          timeout: 40_000,
          interval: 1_000,
        })
        .toEqual(expected.map((n) => buildPlate(source, round, n)));
    await expect.poll(countFiles, { timeout: 20_000 }).toBe(0);
  }
}, 180_000);
