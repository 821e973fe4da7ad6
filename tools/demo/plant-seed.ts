import { randomUUID } from 'node:crypto';
import type { PlantSeed, UserSeed } from '../../apps/plant-server/src/seed/seed-plant.ts';
import type { SimPlant } from '@varco/sim/plant-types.ts';
import type { DemoPlant } from './layout.ts';
import type { PlantKeys } from './plant-keys.ts';
import { buildLocalUsers, buildDistrictsAndDevices } from './local-people.ts';
import { DEMO_PEOPLE, type DemoPerson, type DemoRights } from './people.ts';

/** Reasons every demo plant offers (decisions, "Reason of a consultation"). */
const REASONS = [
  { code: 'judicial-police', it: 'Indagine di polizia giudiziaria', en: 'Judicial police case' },
  { code: 'stolen-vehicle', it: 'Veicolo rubato', en: 'Stolen vehicle' },
  { code: 'missing-person', it: 'Persona scomparsa', en: 'Missing person' },
  { code: 'accident', it: 'Incidente o pirateria stradale', en: 'Accident or hit and run' },
  { code: 'administrative-check', it: 'Controllo amministrativo', en: 'Administrative check' },
  { code: 'audit-review', it: 'Controllo delle consultazioni', en: 'Review of consultations' },
  { code: 'own-system', it: 'Controllo del proprio sistema', en: 'Control of own system' },
  { code: 'training', it: 'Addestramento', en: 'Training' },
] as const;

/** Plants that refuse a search without a stated reason. */
const REASON_REQUIRED: ReadonlySet<string> = new Set(['RIM']);
const RETENTION_DAYS = 90;
/**
 * Rights without the permission that the faulty plant should lack; given to operators instead of their normal rights.
 */
const WITHOUT_PERMISSION: DemoRights = { level: 3, group: 'pl' };

/** Rights of a user on a plant, adjusted by the plant's fault; null: no account there. */
function findRights(person: DemoPerson, { code, fault }: SimPlant): DemoRights | null {
  const rights = person.plants[code];
  if (rights === undefined) return null;
  return fault.kind === 'no-permission' && rights.level < 8 && rights.readsAudit !== true ? WITHOUT_PERMISSION : rights;
}

/** Username and password of a demo user on a plant; different on every plant. */
export const buildPlantAccount = (person: DemoPerson, code: string): { username: string; password: string } => ({
  username: (person.username.split('@')[0] ?? person.username).slice(0, 40),
  password: `Varco-${code}-${person.password.slice(-6)}.42`,
});

/** Complete configuration of a demo plant before its first read. `now`: ISO instant used for the dates of passwords. */
export function buildDemoPlantSeed(plant: DemoPlant, portalUrl: string, keys: PlantKeys, now: string): PlantSeed {
  const { sim } = plant;
  const accounts = DEMO_PEOPLE.flatMap((person, index) => {
    const rights = findRights(person, sim);
    return rights === null ? [] : [{ person, rights, index }];
  });
  const groups = [...new Set(accounts.map(({ rights }) => `${rights.level} ${rights.group}`))].map((text, index) => ({
    id: index + 1,
    level: Number(text.slice(0, 1)),
    name: text.slice(2),
    defaults: { insert_bl: Number(text.slice(0, 1)) >= 5, notifica_rubati: Number(text.slice(0, 1)) >= 5 },
    // Who reviews how data is used answers the people whose data it is.
    handlesRequests: accounts.some(({ rights }) => rights.readsAudit === true && rights.group === text.slice(2)),
  }));
  const locals = buildLocalUsers(
    { groups, gates: sim.gates.map(({ order }) => order) },
    { plant: sim.index, manager: findManager(accounts), today: now.slice(0, 10) },
  );
  return {
    uuid: plant.uuid,
    label: sim.label,
    code: sim.code,
    municipality: sim.municipality,
    publicUrl: plant.url,
    portalUrl,
    retention: {
      days: RETENTION_DAYS,
      platePictureDays: RETENTION_DAYS,
      contextPictureDays: RETENTION_DAYS,
      basis: 'dimostrazione con dati inventati',
      act: 'Demo 1/2026',
    },
    requiresReason: REASON_REQUIRED.has(sim.code),
    reasons: REASONS,
    license: {
      expiresOn: '2027-12-31',
      number: '4711',
      options: { rca_rev: true, visure: true, adv_charts: { expiration_date: null, g2g: true, population: true } },
    },
    watermarkText: `Varco demo ${sim.code}`,
    faults: buildFaults(sim),
    groups,
    users: [
      ...accounts.map(({ person, rights, index }) => buildUserSeed(plant, person, rights, { index, groups, now })),
      ...locals,
    ],
    ...buildDistrictsAndDevices(sim.gates, locals),
    gates: sim.gates.map((gate) => ({
      id: gate.order,
      fullname: gate.name,
      ...(gate.lat === 0 && gate.lon === 0 ? {} : { lat: gate.lat, lon: gate.lon }),
      direction: gate.direction,
      cameraModel: gate.cameraModel,
      lane2: gate.lanes === 2,
    })),
    ingestKeys: [
      { id: randomUUID(), label: 'Demo cameras', kind: 'camera', key: keys.camera, createdAt: now },
      { id: randomUUID(), label: 'Demo imports', kind: 'import', key: keys.import, createdAt: now },
    ],
  };
}

/** Id of the account that manages users without being an administrator of the plant. */
function findManager(accounts: readonly { readonly rights: DemoRights; readonly index: number }[]): number | null {
  const found = accounts.find(({ rights }) => rights.managesUsers === true && rights.level >= 5);
  return found === undefined ? null : found.index + 1;
}

function buildUserSeed(
  plant: DemoPlant,
  person: DemoPerson,
  rights: DemoRights,
  context: { index: number; groups: PlantSeed['groups']; now: string },
): UserSeed {
  const { fault, code, index: plantIndex } = plant.sim;
  const isLimited = fault.kind === 'limited' && rights.level < 8;
  const group = context.groups.find((one) => one.name === rights.group && one.level === rights.level);
  return {
    id: context.index + 1,
    uuid: `5a3c0000-0000-4000-9${String(plantIndex).padStart(3, '0')}-0000000000${String(context.index + 16).padStart(2, '0')}`,
    ...buildPlantAccount(person, code),
    fullname: person.fullname,
    email: person.email,
    groupId: group?.id ?? 1,
    passwordSetOn: context.now.slice(0, 10),
    ...findTrouble(person, code),
    ...(isLimited ? { gates: fault.gateOrders, tMax: fault.rangeHours * 60 } : {}),
    seesPlates: rights.isRedacted !== true,
    canManageUsers: rights.level >= 8 || rights.managesUsers === true,
    auditRead: rights.readsAudit === true,
    notificaRubati: rights.level >= 5,
    // Local police may query insurance, but not paid look-ups.
    visurePagamento: rights.level >= 6,
  };
}

/** A date in the past, so that the account has expired whatever today is. */
const PAST_DATE = '2026-01-31';

function findTrouble(person: DemoPerson, code: DemoPlant['sim']['code']): Partial<UserSeed> {
  const trouble = person.troubles?.[code];
  if (trouble === 'expired') return { expiresOn: PAST_DATE };
  if (trouble === 'password-expired') return { passwordExpiresOn: PAST_DATE };
  return trouble === 'disabled' ? { active: 0 } : {};
}

function buildFaults({ fault }: SimPlant): { slowMs?: number; failOneIn?: number } {
  if (fault.kind === 'slow') return { slowMs: Math.round((fault.answerMs[0] + fault.answerMs[1]) / 2) };
  return fault.kind === 'flaky' ? { failOneIn: Math.max(2, Math.round(1 / fault.failShare)) } : {};
}
