import type { PlantSeed } from '../../apps/plant-server/src/seed/seed-plant.ts';

/** Plant users of the benchmark, all with the same password. Twenty, because twenty search concurrently. */
export const USERS = Array.from({ length: 20 }, (_, i) => `misura${i + 1}`);
export const PASSWORD = 'Varco-misura-42';
export const CAMERA_KEY = 'vk_bench_0000000000000000000000000000000000';
export const PLANT_PORT = 18_690;
export const PLANT_URL = `http://127.0.0.1:${PLANT_PORT}`;

/**
 * Configuration of the benchmark plant. Retention is unlimited, because the data is older than usual retention
 * periods. `today`: ISO day.
 */
export const buildBenchPlantSeed = (gates: number, today: string): PlantSeed => ({
  uuid: 'be7c4000-0000-4000-8000-000000000001',
  label: 'Misura',
  code: 'MIS',
  municipality: 'Misura',
  publicUrl: PLANT_URL,
  portalUrl: '',
  retention: {
    days: 3650,
    platePictureDays: 3650,
    contextPictureDays: 3650,
    basis: 'Measurement',
    act: 'Invented data',
  },
  reasons: [{ code: 'training', it: 'Addestramento', en: 'Training' }],
  license: { expiresOn: '2099-12-31', number: 'MIS-1', options: null },
  groups: [{ id: 1, name: 'fdo comando', level: 8 }],
  users: USERS.map((username, i) => ({
    id: i + 1,
    uuid: `be7c4000-0000-4000-9000-${String(i + 1).padStart(12, '0')}`,
    username,
    password: PASSWORD,
    groupId: 1,
    passwordSetOn: today,
  })),
  gates: Array.from({ length: gates }, (_, i) => ({
    id: i + 1,
    fullname: `Varco ${String(i + 1).padStart(3, '0')}`,
    lat: 44 + (i % 10) * 0.02,
    lon: 12 + Math.floor(i / 10) * 0.02,
    direction: 1 + ((i + 1) % 2),
  })),
  ingestKeys: [
    {
      id: 'be7c4000-0000-4000-a000-000000000001',
      label: 'Bench',
      kind: 'camera',
      key: CAMERA_KEY,
      createdAt: `${today}T00:00:00.000Z`,
    },
  ],
});
