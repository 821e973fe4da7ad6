import { verifyLog } from '@varco/cli/audit/audit-verify.repository.ts';
import { plantLogin, plantLogout } from '@varco/contract/plant/auth.ts';
import { pictureTickets } from '@varco/contract/plant/media.ts';
import { delegateTestExport } from '@varco/plant-server/testing/export-fixture.ts';
import { INGEST_KEYS } from '@varco/plant-server/testing/ingest-keys.ts';
import {
  buildUserSeed,
  NOW,
  PASSWORD,
  PLANT,
  startTestPlant,
  type TestPlant,
  USERS,
} from '@varco/plant-server/testing/test-plant.ts';
import { type AuditWriter, openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { Client, type Pool } from 'pg';
import type { ServerName } from './attack-request.ts';
import { buildUnsignedToken, type Caller, createHeaderCaller, createTokenCaller } from './caller.ts';
import { raiseAlerts } from './raise-alerts.ts';
import { seedAttackedTransits, type SeededTransit } from './seeded-transits.ts';

const UNUSABLE = ['spento', 'scaduto', 'vecchia', 'cambia'];
/** Users of the attacked plant beyond those of the server tests. */
const MORE_USERS = [
  buildUserSeed(16, 'garante', 90),
  buildUserSeed(17, 'corto', 91),
  buildUserSeed(18, 'decisore', 92),
  buildUserSeed(20, 'gestore', 1, { gates: [1, 3], tMax: 2_880, canManageUsers: true }),
  buildUserSeed(21, 'revisore', 3, { auditRead: true }),
  buildUserSeed(22, 'capo', 2),
  buildUserSeed(23, 'distretto', 1),
  buildUserSeed(24, 'uscito', 1),
  buildUserSeed(25, 'finito', 1),
  buildUserSeed(26, 'unvarco', 2, { gates: [2], tMax: 60 }),
];
/** Groups of theirs: one works off requests of people, one needs a second person, one is that person. */
const MORE_GROUPS = [
  { id: 90, name: 'ufficio privacy', level: 3, handlesRequests: true },
  { id: 91, name: 'fdo vaglio', level: 5, lookBackDays: 1, rowsPerDay: 2_000 },
  { id: 92, name: 'fdo consenso', level: 5, approves: true },
];
/** Who signs in at the start; the others of the seed cannot, or are like these. */
const SIGNED_IN: readonly string[] = [
  ...['operatore', 'amministratore', 'comune', 'quattro', 'limitato', 'breve', 'oscurato', 'senzavarchi', 'pagante'],
  ...['gestore', 'revisore', 'capo', 'distretto', 'unvarco', 'garante', 'corto', 'decisore'],
];

export interface AttackedPlant {
  readonly plant: TestPlant;
  readonly origin: string;
  readonly transits: readonly SeededTransit[];
  readonly callers: readonly Caller[];
  /** User names by uuid. */
  readonly usernames: ReadonlyMap<string, string>;
  /** Checks the consultation log; null: whole, else what is wrong. */
  checkLog(): Promise<string | null>;
  close(): Promise<void>;
}

export interface PlantWorldOptions {
  readonly server: ServerName;
  readonly prefix: string;
  readonly timeLimit: 'window' | 'age';
  readonly uuid: string;
  /** True: a few users and no pictures, for a plant that is only there to be another. */
  readonly isSmall: boolean;
}

/** Signed in at a small plant. */
const FEW = ['operatore', 'amministratore'];

/** Starts a plant with its own consultation log, transits nobody else has, and every kind of caller. */
export async function startAttackedPlant(options: PlantWorldOptions): Promise<AttackedPlant> {
  const writers: AuditWriter[] = [];
  const openAuditSink = async (pool: Pool): Promise<AuditWriter> => {
    const writer = await openAuditWriter({ pool, identity: { host: 'prova.example', log: options.uuid } });
    writers.push(writer);
    return writer;
  };
  const plant = await startTestPlant(
    {
      uuid: options.uuid,
      users: [...USERS, ...MORE_USERS].filter(({ username }) => !options.isSmall || FEW.includes(username)),
      groups: [...PLANT.groups, ...MORE_GROUPS],
      ingestKeys: Object.values(INGEST_KEYS),
      districts: options.isSmall ? [] : [{ name: 'Nord', gates: [2], users: [23] }],
      license: {
        ...{ expiresOn: '2027-06-30', number: 'LIC-0001' },
        options: { rca_rev: true, visure: true, adv_charts: { expiration_date: null, g2g: true, population: true } },
      },
    },
    { openAuditSink },
  );
  await plant.pool.query('update plant_settings set time_limit = $1', [options.timeLimit]);
  const transits = await seedAttackedTransits(plant, options.prefix, !options.isSmall);
  if (!options.isSmall) await raiseAlerts(plant);
  const origin = await plant.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    plant,
    origin,
    transits,
    callers: await createPlantCallers(plant, options),
    usernames: new Map([...USERS, ...MORE_USERS].map(({ uuid, username }) => [uuid, username])),
    checkLog: () => checkLog(plant.adminUrl),
    async close() {
      plant.app.server.closeAllConnections();
      for (const writer of writers) await writer.close();
      await plant.close();
    },
  };
}

async function checkLog(url: string): Promise<string | null> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const report = await verifyLog(client, {});
    return report.state === 'whole' ? null : JSON.stringify(report);
  } finally {
    await client.end();
  }
}

/** Signs in; null when refused. */
async function signIn(plant: TestPlant, username: string): Promise<string | null> {
  const answer = await injectJson(plant.app, plantLogin, { body: { username, password: PASSWORD } });
  const token: unknown = Reflect.get(Object(answer.body), 'token');
  return typeof token === 'string' ? token : null;
}

async function createPlantCallers(
  plant: TestPlant,
  { server, isSmall }: PlantWorldOptions,
): Promise<readonly Caller[]> {
  const callers: Caller[] = [createHeaderCaller({ name: 'nobody', server, kind: 'none', subject: null }, {})];
  for (const subject of isSmall ? FEW : SIGNED_IN) {
    const base = { name: subject, server, kind: 'plant-user', subject } as const;
    const token = await signIn(plant, subject);
    if (token === null) throw new Error(`${subject} cannot sign in`);
    callers.push(createTokenCaller(base, token, () => signIn(plant, subject)));
  }
  if (isSmall) return callers;
  return [...callers, ...(await createUselessCallers(plant, server)), ...(await createKeyCallers(plant, server))];
}

/** Credentials that open nothing: ended, expired, of a closed account, unsigned. */
async function createUselessCallers(plant: TestPlant, server: ServerName): Promise<readonly Caller[]> {
  const useless = (name: string, token: string): Caller =>
    createTokenCaller({ name, server, kind: 'useless', subject: null }, token);
  const ended = (await signIn(plant, 'uscito')) ?? '';
  await injectJson(plant.app, plantLogout, {}, { token: ended });
  const closed = (await signIn(plant, 'finito')) ?? '';
  await plant.pool.query(`update plant_user set expires_on = '2026-11-19' where username = 'finito'`);
  plant.clock.now = new Date(Date.parse(NOW) - 2 * 3_600_000).toISOString();
  const old = (await signIn(plant, 'operatore')) ?? '';
  plant.clock.now = NOW;
  const operator = USERS.find(({ username }) => username === 'operatore');
  const claims = { sub: operator?.uuid, iss: `varco-plant:${PLANT.uuid}`, aud: `varco-plant:${PLANT.uuid}`, ver: 1 };
  return [
    useless('ended token', ended),
    useless('token of an expired account', closed),
    useless('expired token', old),
    useless('unsigned token', buildUnsignedToken({ ...claims, sid: operator?.uuid, exp: 4_102_444_800 })),
  ];
}

async function createKeyCallers(plant: TestPlant, server: ServerName): Promise<readonly Caller[]> {
  const keys = (['all', 'first', 'loader', 'elsewhere'] as const).map((name) =>
    createHeaderCaller(
      { name: `key ${name}`, server, kind: name === 'elsewhere' ? 'useless' : 'ingest-key', subject: null },
      { 'x-api-key': INGEST_KEYS[name].key },
    ),
  );
  const delegations: Caller[] = [];
  for (const subject of ['operatore', 'limitato']) {
    const { jwt } = await delegateTestExport(plant, { user: subject });
    delegations.push(createTokenCaller({ name: `delegation of ${subject}`, server, kind: 'delegation', subject }, jwt));
  }
  return [...keys, ...delegations];
}

/** A fresh picture ticket of a user for one transit, or null when the user gets none. */
export async function requestPictureTicket(
  { plant }: AttackedPlant,
  caller: Caller,
  id: string,
  variant: 'full' | 'plate' | 't100' | 'context',
): Promise<string | null> {
  const answer = await injectJson(
    plant.app,
    pictureTickets,
    { body: { ids: [id], variants: [variant] } },
    {
      headers: caller.credential({
        ...{ server: caller.server, endpoint: pictureTickets.id, caller: caller.name, mutations: [], mustFail: false },
        ...{ method: 'POST', url: pictureTickets.path, headers: {}, body: null },
      }),
    },
  );
  return /m1\.[\w-]+\.[\w-]+/.exec(JSON.stringify(answer.body))?.[0] ?? null;
}

/** Names of accounts that cannot be used, for sign-in calls. */
export const PLANT_USERNAMES: readonly string[] = [...SIGNED_IN, ...UNUSABLE, 'nessuno'];
