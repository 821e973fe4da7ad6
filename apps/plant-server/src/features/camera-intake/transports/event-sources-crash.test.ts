import type { CameraReception } from '@varco/contract/plant/camera-reception.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { poolRunner } from '../../../database/pg-runner.ts';
import { createPlantProcess, type KillTarget, type PlantProcess } from '../../../testing/plant-process.ts';
import { AxisCamera, buildAxisEvent, type StandInAxis } from '../../../testing/stand-in-axis.ts';
import { buildOnvifEvent, OnvifCamera, type StandInOnvif } from '../../../testing/stand-in-onvif.ts';
import { insertCamera } from '../cameras.repository.ts';

const READS = 40;
const VICTIMS: readonly KillTarget[] = ['plant', 'both'];

let plant: PlantProcess;
let axis: StandInAxis;
let onvif: StandInOnvif;
beforeAll(async () => {
  // Without a password, so that it needs none that is sealed with the secret of the process.
  [axis, onvif] = [await AxisCamera.start('open'), await OnvifCamera.start({ behaviour: 'open' })];
  plant = await createPlantProcess({ env: { VARCO_OUTBOUND_CIDRS: '127.0.0.0/8' } });
  await addCamera(1, 'axis', { tipo: 'flusso', indirizzo: axis.address, utente: '' });
  await addCamera(2, 'onvif', { tipo: 'onvif', indirizzo: onvif.address, utente: '' });
  await plant.start();
}, 90_000);
afterAll(async () => {
  await plant.remove();
  await axis.close();
  await onvif.close();
}, 60_000);

const addCamera = (gate: number, family: string, reception: CameraReception): Promise<unknown> =>
  plant.withDatabase((pool) =>
    insertCamera(
      poolRunner(pool),
      {
        ...{ name: `Prova ${gate}`, gate, family, time_zone: 'Europe/Rome', speed_unit: 'kmh' },
        ...{ mapping: null, networks: [], reception, device_filter: '', is_trial: false },
      },
      { uuid: `20000000-0000-4000-8000-00000000000${gate}`, hash: `${gate}`.repeat(64), digest: Buffer.alloc(0) },
      { at: new Date().toISOString(), by: 'prova' },
    ),
  );

const base = Date.now() - 3_600_000;
const timeOf = (round: number, n: number): number => base + round * 600_000 + n * 1_000;
const buildPlate = (source: 'AX' | 'OV', round: number, n: number): string =>
  `${source}${round}${String(n).padStart(3, '0')}Z`;

const Page = z.object({ objects: z.array(z.object({ targa: z.string() }).loose()) });
async function findPlates(pattern: string, session: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const answer = await plant.post(searchTransits.path, { f_targa: pattern, page_size: 999, p: 1 }, session);
  return Page.parse(await answer.json()).objects.map(({ targa }) => targa);
}

/** One vehicle at both cameras, which offer it again to whoever connects later. */
function pass(round: number, n: number): void {
  const [ms, plate] = [timeOf(round, n), buildPlate('AX', round, n)];
  axis.offer(buildAxisEvent({ text: plate, carID: plate, carState: 'new', capture_timestamp: String(ms) }));
  onvif.offer(buildOnvifEvent(buildPlate('OV', round, n), new Date(ms).toISOString()));
}

test('killed while it asks cameras, a plant stores each event that they offer again, and once', async () => {
  for (const [round, victim] of VICTIMS.entries()) {
    for (let n = 0; n < READS / 2; n += 1) pass(round, n);
    const session = await plant.signIn();
    // It dies among the events: it has begun to take them.
    const taken = async (): Promise<number> => (await findPlates(`AX${round}*`, session)).length;
    await expect.poll(taken, { timeout: 40_000, interval: 50 }).toBeGreaterThan(0);
    for (let n = READS / 2; n < READS; n += 1) pass(round, n);
    await plant.kill(victim);
    await plant.start();
    const again = await plant.signIn();
    for (const source of ['AX', 'OV'] as const)
      await expect
        .poll(async () => (await findPlates(`${source}${round}*`, again)).toSorted(), {
          timeout: 60_000,
          interval: 500,
        })
        .toEqual(Array.from({ length: READS }, (_, n) => buildPlate(source, round, n)));
  }
}, 240_000);
