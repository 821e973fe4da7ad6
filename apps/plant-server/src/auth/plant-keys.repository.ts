import {
  exportSigningKey,
  generateSigningKey,
  importSigningKey,
  toPublicJwk,
  type KeyRing,
} from '@varco/server-kit/auth/signing-key.ts';
import type { Runner } from '../database/sql-statement.ts';
import type { ServerKey } from './server-key.ts';

const buildKeySealContext = (kid: string): string => `plant-key/${kid}`;

/**
 * Loads the plant's signing keys: the newest signs, the previous one still verifies during a rotation. Creates one on a new
 * database and where all were retired; processes that start at the same time end up with the same key.
 */
export async function loadPlantKeys(runner: Runner, key: ServerKey): Promise<KeyRing> {
  const found = await readPlantKeys(runner, key);
  if (found !== null) return found;
  const created = generateSigningKey();
  await runner.run({
    text: `insert into plant_key (kid, public_x, private_sealed) select $1, $2, $3
      where not exists (select 1 from plant_key where retired_at is null)`,
    values: [
      created.kid,
      toPublicJwk(created.publicKey).x,
      key.seal(buildKeySealContext(created.kid), exportSigningKey(created)),
    ],
  });
  const stored = await readPlantKeys(runner, key);
  if (stored === null) throw new Error('the plant has no key');
  return stored;
}

async function readPlantKeys(runner: Runner, key: ServerKey): Promise<KeyRing | null> {
  const rows = await runner.run<{ kid: string; private_sealed: Buffer }>({
    text: 'select kid, private_sealed from plant_key where retired_at is null order by created_at desc, kid limit 2',
    values: [],
  });
  const [current, previous] = rows.map((row) =>
    importSigningKey(key.open(buildKeySealContext(row.kid), row.private_sealed)),
  );
  return current === undefined ? null : { current, previous: previous ?? null };
}
