import { argon2Sync, createDecipheriv, hkdfSync } from 'node:crypto';
import { Client } from 'pg';
import { z } from 'zod';
import { getDatabaseUrl } from './processes.ts';
import type { World } from './world.ts';

const Stored = z.object({
  uuid: z.string(),
  peer_creds: z.object({
    v: z.literal(1),
    kdf: z.object({ m: z.number(), t: z.number(), p: z.number(), salt: z.string() }),
    keys: z.array(z.object({ id: z.string(), iv: z.string(), ct: z.string() })),
    items: z.record(z.string(), z.string()),
  }),
});
const Item = z.object({ url: z.string(), username: z.string(), password: z.string() });

const decodeBase64Url = (text: string): Buffer => Buffer.from(text, 'base64url');

function decrypt(key: Buffer, iv: string, sealed: string, about: string): Buffer {
  const cipher = createDecipheriv('aes-256-gcm', key, decodeBase64Url(iv));
  cipher.setAAD(Buffer.from(about));
  cipher.setAuthTag(decodeBase64Url(sealed).subarray(-16));
  return Buffer.concat([cipher.update(decodeBase64Url(sealed).subarray(0, -16)), cipher.final()]);
}

const SELECT = 'select u.uuid, v.peer_creds from vault v join portal_user u on u.id = v.user_id where u.username = $1';
const UPDATE = 'update vault v set peer_creds = $2 from portal_user u where u.id = v.user_id and u.username = $1';

async function runSql(world: World, statement: string, values: readonly string[]): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: getDatabaseUrl(world.pid, new URL(world.portal).port) });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** All stored data of a user in the portal's database, as text. */
export const readStoredText = async (world: World, username: string): Promise<string> =>
  JSON.stringify(Stored.parse((await runSql(world, SELECT, [username]))[0]).peer_creds);

/**
 * Changes one character of one sealed credential in the database, as a failing disk or an attacker would. Returns a
 * function that restores it.
 */
export async function damageStoredVault(world: World, username: string): Promise<() => Promise<void>> {
  const [row] = await runSql(world, SELECT, [username]);
  const whole: unknown = Reflect.get(Object(row), 'peer_creds');
  const [[id, sealed] = ['', '']] = Object.entries(Stored.parse(row).peer_creds.items);
  const place = sealed.length - 10;
  const other = sealed[place] === 'A' ? 'B' : 'A';
  const text = JSON.stringify(whole).replace(sealed, sealed.slice(0, place) + other + sealed.slice(place + 1));
  if (id === '' || text === JSON.stringify(whole)) throw new Error(`${username} has no sealed credential.`);
  await runSql(world, UPDATE, [username, text]);
  return async () => {
    await runSql(world, UPDATE, [username, JSON.stringify(whole)]);
  };
}

/**
 * Opens the stored credentials of a user as an independent program would: with the documented format
 * (docs/vault-format.md) and the password, without our own code.
 */
export async function openStoredVault(world: World, username: string, password: string) {
  const rows = await runSql(world, SELECT, [username]);
  const { uuid, peer_creds: vault } = Stored.parse(rows[0]);
  const { kdf } = vault;
  const master = argon2Sync('argon2id', {
    message: Buffer.from(password.normalize('NFKC')),
    nonce: decodeBase64Url(kdf.salt),
    parallelism: kdf.p,
    tagLength: 32,
    memory: kdf.m,
    passes: kdf.t,
  });
  const slotKey = Buffer.from(hkdfSync('sha256', master, '', 'varco/vault/password/v1', 32));
  const slot = vault.keys.find(({ id }) => id === 'password') ?? { iv: '', ct: '' };
  const dataKey = decrypt(slotKey, slot.iv, slot.ct, `varco/vault/1/key/${uuid}/password`);
  const credentials = Object.entries(vault.items).map(([id, text]) => {
    const [, , iv = '', ct = ''] = text.split(':');
    return Item.parse(JSON.parse(decrypt(dataKey, iv, ct, `varco/vault/1/item/${uuid}/${id}/full:v1`).toString()));
  });
  return { text: JSON.stringify(rows[0]), credentials };
}
