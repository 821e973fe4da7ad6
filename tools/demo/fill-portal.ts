import path from 'node:path';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { prepareDatabase } from '@varco/server-kit/database/migrate-database.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { createVault } from '@varco/vault/create-vault.ts';
import { createKdf, KDF_DEFAULT, KDF_LIMITS, type KdfBlock } from '@varco/vault/kdf.ts';
import { Secret } from 'otpauth';
import { createServerKey } from '../../apps/portal-server/src/auth/server-key.ts';
import type { DB } from '../../apps/portal-server/src/db.ts';
import { seedPortal, type SeedUser } from '../../apps/portal-server/src/seed/seed-portal.ts';
import { PORTAL_MIGRATIONS } from '../../apps/portal-server/src/portal-database.ts';
import type { FilledPlant } from './fill-plant.ts';
import type { DemoLayout } from './layout.ts';
import type { DemoSize } from './options.ts';
import { DEMO_PEOPLE, type DemoPerson } from './people.ts';
import { buildPlantAccount } from './plant-seed.ts';

export const PORTAL_DATABASE = 'portal';
export const getPortalDataDir = (layout: DemoLayout): string => path.join(layout.dataDir, 'portal');

const buildPersonUuid = (index: number): string =>
  `5a3c0000-0000-4000-a000-0000000000${String(index + 16).padStart(2, '0')}`;

/**
 * Creates the portal's database and fills it with the plants and the demo users, each with a sealed vault of plant
 * passwords. In a tiny world, which is for journeys, each sign-in derives its keys with the least work allowed.
 */
export async function fillPortal(
  postgres: EmbeddedPostgres,
  layout: DemoLayout,
  filled: ReadonlyMap<string, FilledPlant>,
  size: DemoSize,
): Promise<void> {
  const strength = size === 'tiny' ? { m: KDF_LIMITS.minM, t: KDF_LIMITS.minT } : KDF_DEFAULT;
  await prepareDatabase(postgres, PORTAL_DATABASE, PORTAL_MIGRATIONS);
  const pool = createPool({ url: postgres.url(PORTAL_DATABASE, 'owner'), applicationName: 'varco demo' });
  const db = createDatabase<DB>(pool);
  try {
    const key = createServerKey(await readServerSecret(getPortalDataDir(layout)));
    const peers = layout.plants.map(({ uuid, url, sim }) => {
      const publicKey = filled.get(sim.code)?.publicKey;
      return {
        uuid,
        url,
        label: sim.label,
        code: sim.code,
        isVerified: true,
        ...(publicKey === undefined ? {} : { publicKey }),
      };
    });
    const users: SeedUser[] = [];
    for (const [index, person] of DEMO_PEOPLE.entries()) {
      users.push(await buildSeedUser(layout, person, { index, filled, kdf: createKdf(strength) }));
    }
    await seedPortal({ db, key }, { peers, users });
  } finally {
    await db.destroy();
  }
}

async function buildSeedUser(
  layout: DemoLayout,
  person: DemoPerson,
  { index, filled, kdf }: { index: number; filled: ReadonlyMap<string, FilledPlant>; kdf: KdfBlock },
): Promise<SeedUser> {
  const uuid = buildPersonUuid(index);
  const plants = layout.plants.filter(
    ({ sim: { code } }) => person.plants[code] !== undefined && person.troubles?.[code] !== 'not-in-vault',
  );
  const { proof, vault } = await createVault({
    userUuid: uuid,
    kdf,
    password: person.password,
    credentials: plants.map((plant) => ({
      id: plant.uuid,
      url: plant.url,
      label: plant.sim.label,
      ...buildPlantAccount(person, plant.sim.code),
      ...(person.troubles?.[plant.sim.code] === 'wrong-password' ? { password: 'Sbagliata-77.42' } : {}),
      enabled: true,
      uuid: plant.uuid,
      pin: filled.get(plant.sim.code)?.publicKey ?? null,
    })),
  });
  return {
    uuid,
    username: person.username,
    email: person.email,
    fullName: person.fullname,
    proof,
    kdf,
    // The vault package returns read-only arrays; the wire schema expects mutable ones.
    vault: { ...vault, keys: [...vault.keys], items: { ...vault.items } },
    peers: plants.map((plant) => plant.uuid),
    isAdmin: person.isAdmin ?? false,
    readsAudit: person.readsAudit ?? false,
    isFirstAccess: person.isFirstAccess ?? false,
    mustChange: person.mustChange ?? false,
    ...(person.totpSecret === undefined ? {} : { totpSecret: Secret.fromBase32(person.totpSecret).bytes }),
  };
}
