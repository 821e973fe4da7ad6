// Sets up the portal with its first two administrators and the plants given as files. Copy this file, write your data
// into ADMINISTRATORS, and run it once while the portal is off, with the portal's own settings and the set-up.json of
// each plant as arguments (the manual has the commands). A second run changes nothing.
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startDatabase } from '@varco/server-kit/database/start.ts';
import { createVault } from '@varco/vault/create-vault.ts';
import { z } from 'zod';
import { readPortalEnv } from '../../../apps/portal-server/src/env.ts';
import { PORTAL_DATABASE } from '../../../apps/portal-server/src/portal-database.ts';
import { seedPortalDatabase } from '../../../apps/portal-server/src/seed/seed-database.ts';

/** An administrator is made and removed by another one, so a portal needs two. UUIDs: node -p 'crypto.randomUUID()' */
const ADMINISTRATORS = [
  {
    uuid: '7a4c1a52-2222-4333-8444-555566667777',
    username: 'a.prova',
    email: 'a.prova@comune.example',
    fullName: 'Anna Prova',
  },
  {
    uuid: '9d3e0b64-3333-4444-8555-666677778888',
    username: 'b.prova',
    email: 'b.prova@comune.example',
    fullName: 'Bruno Prova',
  },
];

const Plant = z.object({
  uuid: z.uuid(),
  url: z.url(),
  label: z.string(),
  code: z.string(),
  publicKey: z.string(),
  username: z.string(),
  password: z.string(),
});
const plants = process.argv.slice(2).map((file) => Plant.parse(JSON.parse(readFileSync(file, 'utf8'))));
const peers = plants.map(({ uuid, url, label, code, publicKey }) => ({
  ...{ uuid, url, label, code, publicKey },
  isVerified: true,
}));

/** An account with a first password that must be changed; the first administrator also gets those of the plants. */
async function createAccount(person: (typeof ADMINISTRATORS)[number], isFirst: boolean) {
  const password = `${randomBytes(13).toString('base64url').slice(0, 17)}-a${randomInt(10)}`;
  const { kdf, proof, vault } = await createVault({
    userUuid: person.uuid,
    password,
    credentials: (isFirst ? plants : []).map((plant) => ({
      ...{ id: plant.uuid, uuid: plant.uuid, url: plant.url, label: plant.label },
      ...{ username: plant.username, password: plant.password, pin: plant.publicKey },
      enabled: true,
    })),
  });
  const user = {
    ...{ ...person, proof, kdf, mustChange: true, isAdmin: true },
    vault: { ...vault, keys: [...vault.keys], items: { ...vault.items } },
    peers: isFirst ? plants.map(({ uuid }) => uuid) : [],
  };
  return { user, password };
}

// The same settings as the server, so that both use the same database.
const env = readPortalEnv(process.env);
const database = await startDatabase({
  url: env.VARCO_DATABASE_URL,
  dataDir: env.VARCO_DATA_DIR,
  program: PORTAL_DATABASE,
});
try {
  const accounts = await Promise.all(ADMINISTRATORS.map((person, index) => createAccount(person, index === 0)));
  await seedPortalDatabase(
    { databaseUrl: database.url, dataDir: env.VARCO_DATA_DIR },
    { peers, users: accounts.map(({ user }) => user) },
  );
  console.log(
    'Portal set up. First passwords, to be changed at the first sign-in (void if the portal was set up before):',
  );
  for (const { user, password } of accounts) console.log(`  ${user.username}  ${password}`);
} finally {
  await database.stop();
}
