import { searchTransits } from '@varco/contract/plant/transits.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { poolRunner } from '../../database/pg-runner.ts';
import { buildHikvisionBody } from '../../testing/camera-bodies.ts';
import { createPlantProcess, type KillTarget, type PlantProcess } from '../../testing/plant-process.ts';
import { insertCamera } from './cameras.repository.ts';

const KEY = 'k'.repeat(43);
const SENDERS = 3;
const READS_BEFORE_KILL = 60;
const VICTIMS: readonly KillTarget[] = ['plant', 'both'];

let plant: PlantProcess;
beforeAll(async () => {
  plant = await createPlantProcess();
  await plant.withDatabase((pool) =>
    insertCamera(
      poolRunner(pool),
      {
        name: 'Prova',
        gate: 1,
        family: 'auto',
        time_zone: 'Europe/Rome',
        speed_unit: 'kmh',
        mapping: null,
        networks: [],
        reception: { tipo: 'http' },
        device_filter: '',
        is_trial: false,
      },
      {
        uuid: '00000000-0000-4000-8000-0000000000cc',
        hash: hashSecretText(KEY).toString('hex'),
        digest: Buffer.alloc(0),
      },
      { at: new Date().toISOString(), by: 'prova' },
    ),
  );
  await plant.start();
}, 90_000);
afterAll(() => plant.remove(), 60_000);

const base = Date.now() - 3_600_000;
const buildPlate = (round: number, n: number): string => `KI${round}${String(n).padStart(4, '0')}`;

/** Sends one read; true: it was acknowledged. */
async function send(round: number, n: number): Promise<boolean> {
  const at = new Date(base + round * 600_000 + n * 50).toISOString();
  const { type, bytes } = buildHikvisionBody({ plate: buildPlate(round, n), at, uuid: `r${round}-${n}` });
  const answer = await fetch(`${plant.origin}/api/camera/${KEY}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(bytes),
  }).catch(() => null);
  return answer?.status === 200;
}

const Page = z.object({ objects: z.array(z.object({ targa: z.string() }).loose()) });
async function findPlates(round: number): Promise<readonly string[]> {
  const body = { f_targa: `KI${round}*`, page_size: 999, p: 1 };
  const answer = await plant.post(searchTransits.path, body, await plant.signIn());
  return Page.parse(await answer.json()).objects.map(({ targa }) => targa);
}

test('killed while cameras send, a plant keeps each read it acknowledged, and once when it is sent again', async () => {
  for (const [round, victim] of VICTIMS.entries()) {
    const acknowledged = new Set<number>();
    const open = new Set<number>();
    let next = 0;
    const kills: Promise<void>[] = [];
    const sender = async (): Promise<void> => {
      while (kills.length === 0) {
        const n = next++;
        open.add(n);
        if (!(await send(round, n))) continue;
        acknowledged.add(n);
        open.delete(n);
        if (acknowledged.size === READS_BEFORE_KILL) kills.push(plant.kill(victim));
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));
    await Promise.all(kills);
    await plant.start();
    const kept = new Set(await findPlates(round));
    expect(
      [...acknowledged].filter((n) => !kept.has(buildPlate(round, n))),
      victim,
    ).toEqual([]);
    const again = [...open, ...[...acknowledged].slice(-20)];
    for (const n of again) expect(await send(round, n)).toBe(true);
    const all = await findPlates(round);
    expect(new Set(all).size, victim).toBe(all.length);
    expect(all.length).toBe(acknowledged.size + open.size);
  }
}, 180_000);
