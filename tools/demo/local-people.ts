import { randomUUID } from 'node:crypto';
import type { PlantSeed, UserSeed } from '../../apps/plant-server/src/seed/seed-plant.ts';
import { addDays } from '@varco/domain/time/rome.ts';

/** Ids above those of portal users. */
const FIRST_ID = 101;

const DISTRICT_USER = 'p.gatti';

/** A user of a single plant, without a portal account. */
interface LocalPerson extends Pick<
  UserSeed,
  'username' | 'fullname' | 'active' | 'description' | 'remoteActivity' | 'tMax'
> {
  readonly fullname: string;
  /** Days from today until the account expires; negative: it has expired. */
  readonly endsIn?: number;
  readonly seesSomeGates?: boolean;
  /** Managed by the plant's user manager, if the plant has one. */
  readonly isManaged?: boolean;
}

/** All invented. One user for each state that the list of users can show. */
const PEOPLE: readonly LocalPerson[] = [
  {
    username: 'a.conti',
    fullname: 'Alessia Conti',
    description: 'Pattuglia 4, notte',
    isManaged: true,
    remoteActivity: 1,
  },
  { username: 'l.moretti', fullname: 'Lorenzo Moretti', description: 'Pattuglia 7', isManaged: true, endsIn: 12 },
  { username: 'g.serra', fullname: 'Giada Serra', description: 'Centrale operativa', isManaged: true, tMax: 2880 },
  {
    username: 'r.villa',
    fullname: 'Renzo Villa',
    description: 'Aggregato fino a ottobre',
    endsIn: -40,
    isManaged: true,
  },
  { username: 'm.longhi', fullname: 'Mara Longhi', description: 'Ufficio viabilità', seesSomeGates: true },
  { username: 't.greco', fullname: 'Tullio Greco', description: 'In congedo', active: 0, remoteActivity: 0 },
  { username: DISTRICT_USER, fullname: 'Piero Gatti', description: 'Un distretto solo' },
  { username: 'f.sanna', fullname: 'Francesca Sanna', description: 'Nuova assegnata', active: -1 },
];

/**
 * Users of a single plant. Nobody can sign in as one of them: their passwords are discarded.
 * @param groups of the plant
 * @param manager id of the account that manages a team's users, null: none
 * @param today ISO day
 */
export function buildLocalUsers(
  { groups, gates }: { readonly groups: PlantSeed['groups']; readonly gates: readonly number[] },
  { plant, manager, today }: { readonly plant: number; readonly manager: number | null; readonly today: string },
): readonly UserSeed[] {
  const group = groups.find(({ name, level }) => level < 8 && name.startsWith('fdo')) ?? groups[0];
  return PEOPLE.map(({ endsIn, seesSomeGates, isManaged, ...person }, index) => ({
    ...person,
    id: FIRST_ID + index,
    uuid: `5a3c0000-0000-4000-8${String(plant).padStart(3, '0')}-0000000000${String(index + 16)}`,
    email: `${person.username}@varco-citta.example`,
    password: `${randomUUID()}-A1`,
    groupId: group?.id ?? 1,
    passwordSetOn: today,
    passwordExpiresOn: addDays(today, 90),
    ...(endsIn === undefined ? {} : { expiresOn: addDays(today, endsIn) }),
    ...(seesSomeGates === true ? { gates: gates.slice(0, 4) } : {}),
    ...(isManaged === true && manager !== null ? { ownedBy: manager } : {}),
  }));
}

/** Two districts that each contain half of the gates, one with a user assigned, and two devices waiting for users. */
export function buildDistrictsAndDevices(
  gates: readonly { readonly order: number }[],
  people: readonly UserSeed[],
): Pick<PlantSeed, 'districts' | 'devices'> {
  const orders = gates.map(({ order }) => order);
  const half = Math.ceil(orders.length / 2);
  const users = people.filter(({ username }) => username === DISTRICT_USER).map(({ id }) => id);
  return {
    districts: [
      { name: 'Primo distretto', gates: orders.slice(0, half), users },
      { name: 'Secondo distretto', gates: orders.slice(half), users: [] },
    ],
    devices: [
      { kind: 'pc', name: 'Postazione di guardia' },
      ...users.map((user) => ({ kind: 'smartphone' as const, name: 'Pattuglia 3', user, androidId: 'c0ffee0301' })),
    ],
  };
}
