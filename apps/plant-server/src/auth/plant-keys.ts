import {
  exportSigningKey,
  generateSigningKey,
  importSigningKey,
  publicJwkOf,
  type KeyRing,
} from '@varco/server-kit/auth/signing-key.ts';
import type { Runner } from '../database/statement.ts';
import type { ServerKey } from './server-key.ts';

const contextOf = (kid: string): string => `plant-key/${kid}`;

/**
 * Keys of the plant: the newest signs, the one before still verifies while it is replaced. Makes the first on a new
 * database; two processes that start at once end up with the same one.
 */
export async function loadPlantKeys(runner: Runner, key: ServerKey): Promise<KeyRing> {
  const found = await readKeys(runner, key);
  if (found !== null) return found;
  const made = generateSigningKey();
  await runner.run({
    text: `insert into plant_key (kid, public_x, private_sealed) select $1, $2, $3 where not exists (select 1 from plant_key)`,
    values: [made.kid, publicJwkOf(made.publicKey).x, key.seal(contextOf(made.kid), exportSigningKey(made))],
  });
  const stored = await readKeys(runner, key);
  if (stored === null) throw new Error('the plant has no key');
  return stored;
}

async function readKeys(runner: Runner, key: ServerKey): Promise<KeyRing | null> {
  const rows = await runner.run<{ kid: string; private_sealed: Buffer }>({
    text: 'select kid, private_sealed from plant_key where retired_at is null order by created_at desc, kid limit 2',
    values: [],
  });
  const [current, previous] = rows.map((row) => importSigningKey(key.open(contextOf(row.kid), row.private_sealed)));
  return current === undefined ? null : { current, previous: previous ?? null };
}
