import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { PlantSetUp, PlantSetUpInput, PlantSetUpReport } from '@varco/contract/set-up.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { isStrongPlantPassword } from '@varco/domain/plants/plant-password.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { hashPassword } from '@varco/server-kit/auth/password.ts';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { useDatabase } from '@varco/server-kit/database/use-database.ts';
import { loadKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import { PLANT_KEYS } from '../auth/plant-keys.ts';
import { createServerKey } from '../auth/server-key.ts';
import { buildSystemOrigin } from '../context/system-origin.ts';
import { withAudit } from '../context/with-audit.ts';
import { inTransaction, poolRunner } from '../database/pg-runner.ts';
import type { PlantEnv } from '../env.ts';
import { insertGate, toGateColumns } from '../features/gates/gates.public.ts';
import { createIngestKey } from '../ingest-keys/create-ingest-key.ts';
import { PLANT_DATABASE } from '../plant-database.ts';
import { seedPlant } from '../seed/seed-plant.ts';
import { findPlantSettings, type PlantSettings } from '../settings/plant-settings.repository.ts';
import { listDifferences } from './list-differences.ts';
import { findAdministrators, findMissingGates, replaceFirstPassword } from './set-up.repository.ts';

const ADMIN_GROUP = 1;

/**
 * Makes the plant that the answers describe, in one transaction, or says what is there. An existing plant is changed only
 * where `renew`, `addGates` or `cameraKey` asks for it. Throws errors that `startOrExplain` can put into words.
 */
export async function setUpPlant(env: PlantEnv, input: PlantSetUpInput): Promise<PlantSetUpReport> {
  const { VARCO_DATA_DIR: dataDir, VARCO_DATABASE_URL: url, VARCO_DATABASE_NAME: name } = env;
  const secret = await readServerSecret(dataDir);
  const database = await useDatabase({ url, dataDir, name, program: PLANT_DATABASE });
  const pool = createPool({ url: database.url, applicationName: 'varco setup plant', max: 4 });
  try {
    const runner = poolRunner(pool);
    const found = await findPlantSettings(runner);
    if (found === null && input.answers === null) return NOTHING;
    const publicKey = toPublicJwk((await loadKeyRing(pool, createServerKey(secret), PLANT_KEYS)).current.publicKey).x;
    const report = found === null ? await makePlant(pool, input) : await reportPlant(pool, found, input);
    return { ...report, publicKey };
  } finally {
    await pool.end();
    await database.stop();
  }
}

type Report = Omit<PlantSetUpReport, 'publicKey'>;

const NOTHING: PlantSetUpReport = {
  state: 'missing',
  uuid: '',
  publicKey: '',
  differences: [],
  gates: { made: 0, missing: 0 },
  administrators: [],
  cameraKey: null,
};

/** A first password that satisfies the rules of the plant; about 100 bits. */
function createFirstPassword(username: string): string {
  for (;;) {
    const password = `${randomBytes(13).toString('base64url')}-${randomInt(10, 100)}`;
    if (isStrongPlantPassword(password, username)) return password;
  }
}

async function makePlant(pool: Pool, { answers, cameraKey }: PlantSetUpInput): Promise<Report> {
  if (answers === null) throw new Error('a plant is made from answers');
  const uuid = randomUUID();
  const { username } = answers.administrator;
  const password = createFirstPassword(username);
  const isNew = await withAudit(pool, { uuid, address: answers.address }, (audit) =>
    seedPlant(pool, buildSeed(answers, uuid, password), async () => {
      const detail = { username, level: PLANT_ADMIN_LEVEL, first_password: true };
      await audit.record({ ...buildSystemOrigin('setup'), action: 'users.create', outcome: 'ok', count: 1, detail });
    }),
  );
  const settings = await findPlantSettings(poolRunner(pool));
  if (settings === null) throw new Error('the plant was not stored');
  if (!isNew) return reportPlant(pool, settings, { answers, cameraKey, renew: false, addGates: false });
  return {
    state: 'made',
    uuid,
    differences: [],
    gates: { made: answers.gates.length, missing: 0 },
    administrators: [{ username, state: 'pending', password }],
    cameraKey: cameraKey ? await createCameraKey(pool, settings) : null,
  };
}

function buildSeed(answers: PlantSetUp, uuid: string, password: string): Parameters<typeof seedPlant>[1] {
  const { retention, administrator } = answers;
  return {
    uuid,
    label: answers.label,
    code: answers.code,
    municipality: answers.municipality,
    publicUrl: answers.address,
    portalUrl: answers.portal,
    retention: {
      days: retention.days,
      platePictureDays: retention.plate_picture_days,
      contextPictureDays: retention.context_picture_days,
      basis: retention.basis,
      act: retention.act,
    },
    requiresReason: answers.requires_reason,
    requiresCase: answers.requires_case,
    reasons: answers.reasons,
    groups: [{ id: ADMIN_GROUP, name: answers.group, level: PLANT_ADMIN_LEVEL }],
    users: [
      {
        id: 1,
        uuid: randomUUID(),
        username: administrator.username,
        fullname: administrator.full_name,
        email: administrator.email,
        groupId: ADMIN_GROUP,
        // The first password only lets the person choose another one.
        active: -1,
        password,
        passwordSetOn: toRomeDay(Date.now()),
      },
    ],
    gates: answers.gates.map(({ name, lat, lon, direction }, index) => ({
      id: index + 1,
      fullname: name,
      direction,
      ...(lat === undefined ? {} : { lat }),
      ...(lon === undefined ? {} : { lon }),
    })),
    ingestKeys: [],
  };
}

async function reportPlant(pool: Pool, settings: PlantSettings, input: PlantSetUpInput): Promise<Report> {
  const { answers } = input;
  const runner = poolRunner(pool);
  const missing = await findMissingGates(runner, answers?.gates.map(({ name }) => name) ?? []);
  const isAdding = input.addGates && missing.size > 0;
  if (isAdding) await addGates(pool, settings, answers?.gates.filter(({ name }) => missing.has(name)) ?? []);
  return {
    state: 'existing',
    uuid: settings.uuid,
    differences: answers === null ? [] : listDifferences(settings, answers),
    gates: { made: isAdding ? missing.size : 0, missing: isAdding ? 0 : missing.size },
    administrators: await reportAdministrators(pool, settings, input.renew),
    cameraKey: input.cameraKey ? await createCameraKey(pool, settings) : null,
  };
}

async function reportAdministrators(
  pool: Pool,
  settings: PlantSettings,
  isRenewing: boolean,
): Promise<Report['administrators']> {
  const found = await findAdministrators(poolRunner(pool));
  const report: Report['administrators'] = [];
  for (const { id, uuid, username, is_pending: isPending, is_of_set_up: isOfSetUp } of found) {
    const isRenewed = isRenewing && isPending && isOfSetUp;
    const password = isRenewed ? await renewPassword(pool, settings, { id, uuid, username }) : null;
    report.push({ username, state: isPending ? 'pending' : 'active', password });
  }
  return report;
}

/** A new first password; null when the person chose their own in the meantime. */
async function renewPassword(
  pool: Pool,
  settings: PlantSettings,
  { id, uuid, username }: { readonly id: number; readonly uuid: string; readonly username: string },
): Promise<string | null> {
  const password = createFirstPassword(username);
  const hash = await hashPassword(password);
  return withAudit(pool, toIdentity(settings), (audit) =>
    inTransaction(pool, async (runner) => {
      if (!(await replaceFirstPassword(runner, id, hash, toRomeDay(Date.now())))) return null;
      const detail = { user: uuid, first_password: true };
      await audit.record({ ...buildSystemOrigin('setup'), action: 'users.update', outcome: 'ok', count: 1, detail });
      return password;
    }),
  );
}

async function addGates(pool: Pool, settings: PlantSettings, gates: PlantSetUp['gates']): Promise<void> {
  await withAudit(pool, toIdentity(settings), (audit) =>
    inTransaction(pool, async (runner) => {
      for (const { name, lat, lon, direction } of gates)
        await insertGate(
          runner,
          toGateColumns({ fullname: name, lat: lat ?? null, lon: lon ?? null, direction }),
          null,
        );
      const detail = { added: gates.map(({ name }) => name) };
      const count = gates.length;
      await audit.record({ ...buildSystemOrigin('setup'), action: 'gates.update', outcome: 'ok', count, detail });
    }),
  );
}

/** A key that cameras send reads with. */
const createCameraKey = (pool: Pool, settings: PlantSettings): Promise<string> =>
  withAudit(pool, toIdentity(settings), (audit) =>
    inTransaction(pool, async (runner) => {
      const now = new Date().toISOString();
      const label = `varco setup ${now.slice(0, 10)}`;
      const unlimited = { gates: null, network: null };
      return createIngestKey(runner, audit, { author: 'setup', kind: 'camera', label, ...unlimited, now });
    }),
  );

const toIdentity = ({ uuid, public_url: address }: PlantSettings) => ({ uuid, address });
