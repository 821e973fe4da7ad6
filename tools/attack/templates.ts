import { NEW_USER } from '@varco/plant-server/testing/users-fixture.ts';
import { NOW } from '@varco/plant-server/testing/test-plant.ts';
import type { Rng } from '@varco/sim/random.ts';

const HOUR_MS = 3_600_000;
const ago = (hours: number): string => new Date(Date.parse(NOW) - hours * HOUR_MS).toISOString();

/** A user form whose rights are varied: what a manager tries to give away. */
const buildUser = (rng: Rng): object => ({
  ...NEW_USER,
  username: `nuovo.${rng.int(1_000_000)}`,
  email: `nuovo.${rng.int(1_000_000)}@gdf.it`,
  group_id: 1 + rng.int(4),
  admin: rng.chance(0.3),
  can_manage_users: rng.chance(0.3),
  can_manage_districts: rng.chance(0.3),
  sees_plates: rng.chance(0.7),
  t_max: rng.pick([0, 60, 10_000]),
  varchi_abilitati: rng.pick<unknown>([null, [1], [2, 4], [1, 3]]),
  active: rng.pick([0, 1]),
});

/** The plant that the attacked portal knows, whose calls one caller signs. */
export const PORTAL_PLANT = {
  uuid: '5d0b6a1e-58f7-4c5c-9f0a-6f3f0c9d2b11',
  url: 'https://cesena.plants.example',
  label: 'Cesena',
} as const;

const buildHeartbeat = (rng: Rng): object => ({
  ...{ plant_uuid: PORTAL_PLANT.uuid, url: PORTAL_PLANT.url, label: PORTAL_PLANT.label, server_time: NOW },
  status_message: rng.pick(['ok', 'disco pieno', '<script>alert(1)</script>']),
  ...{ last_plate_date: rng.pick([null, ago(1)]), license_expiration: null, version: '0.9.375' },
});

/** An export over the plant of the portal: what it makes is then asked for by everybody else. */
const buildExport = (rng: Rng, plate: unknown): object => ({
  guid: `00000000-0000-4000-8000-${String(rng.int(1_000_000_000)).padStart(12, '0')}`,
  label: `Caso ${rng.int(100)}`,
  peers: [
    { url: PORTAL_PLANT.url, label: PORTAL_PLANT.label, jwt: 'a.b.c', filter: { f_targa: plate }, peer_number: 1 },
  ],
  encryption_key: 'k'.repeat(43),
  ...{ without_images: rng.chance(0.5), with_context_images: false, notes: 'fascicolo', watermark_tag: '' },
});

/**
 * Bodies whose fields must agree with each other, which no schema says: a valid one for each of these calls.
 * `plate`: gives one that may be sent.
 */
export function buildTemplate(endpoint: string, rng: Rng, plate: () => unknown): object | null {
  const days = { dal: ago(rng.pick([2, 48, 240])), al: NOW };
  const gates = rng.pick([[1], [2], [1, 2], [1, 3], [2, 4]]);
  switch (endpoint) {
    case 'createPlantUser':
      return buildUser(rng);
    case 'updatePlantUser':
      return { ...buildUser(rng), password: '' };
    case 'destinations':
      return { varchi: gates, ...days };
    case 'gateToGate':
      return {
        varchi: rng.pick([
          [1, 2],
          [2, 4],
          [1, 3],
        ]),
        ...days,
      };
    case 'relatedEvents':
      return { eventi: gates.map((gate) => ({ varchi: [gate], ...days })) };
    case 'searchAccomplices':
      return { targa: plate(), time_start: days.dal, time_end: days.al, delta_minutes: 1 + rng.int(30), ...days };
    case 'searchSuspects':
      return { start_time: days.dal, end_time: days.al };
    case 'heartbeat':
      return buildHeartbeat(rng);
    case 'startExport':
      return buildExport(rng, plate());
    case 'passageTokens':
      return { ...days, sale: '0123456789abcdef0123456789abcdef' };
    case 'insertFigurehead':
      return { codice: '01234560007' };
    case 'addAlertRecipient':
      return { canale: 'mail', nome: 'Centrale', indirizzo: `c${rng.int(1000)}@gdf.it`, tipi: ['blacklist'] };
    default:
      return null;
  }
}
