import { argon2Sync, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from './create-vault.ts';
import { createKdf } from './kdf.ts';
import { QUICK_KDF, USER } from './vault-fixtures.ts';

/* Written from the format alone (security 5), with the platform's crypto and none of ours: what another program would do. */
const unb64 = (text: string): Buffer => Buffer.from(text, 'base64url');
const hkdf = (key: Buffer, info: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', info, 32));

function gcmOpen(key: Buffer, iv: Buffer, sealed: Buffer, aad: string): Buffer {
  const cipher = createDecipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(aad));
  cipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
}

function openText(dek: Buffer, text: string, aad: string): unknown {
  const [, , iv = '', ct = ''] = text.split(':');
  return JSON.parse(gcmOpen(dek, unb64(iv), unb64(ct), aad).toString('utf8'));
}

/** Recovery key as it is printed: 8 groups of 4 characters of Crockford's base32, 160 bits. */
function recoveryBits(printed: string): Buffer {
  const digits = [...printed.replaceAll('-', '')].map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit));
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

test('SESS-03 CRED-09 a vault made here is opened by a program written from the format alone', async () => {
  const password = 'Quattro ruote 4 € sulla via';
  const made = await createVault({
    userUuid: USER,
    password,
    kdf: createKdf(QUICK_KDF),
    credentials: [{ id: 'c1', url: 'https://cesena.example', label: 'Cesena', username: 'rossi', password: 'Pw-1 è' }],
  });
  // Through JSON, as it travels.
  const vault = JSON.parse(JSON.stringify(made.vault));
  expect(vault).toMatchObject({ v: 1, rev: 1, kdf: made.kdf });
  expect(JSON.stringify(vault)).not.toMatch(/cesena|rossi/);

  const master = argon2Sync('argon2id', {
    message: Buffer.from(password.normalize('NFKC'), 'utf8'),
    nonce: unb64(vault.kdf.salt),
    parallelism: vault.kdf.p,
    tagLength: 32,
    memory: vault.kdf.m,
    passes: vault.kdf.t,
  });
  expect(made.proof).toBe(`p1.${hkdf(master, 'varco/login/v1').toString('base64url')}`);

  const slot = (id: string) => vault.keys.find((key: { id: string }) => key.id === id);
  const openDek = (key: Buffer, id: string): Buffer =>
    gcmOpen(key, unb64(slot(id).iv), unb64(slot(id).ct), `varco/vault/1/key/${USER}/${id}`);
  const dek = openDek(hkdf(master, 'varco/vault/password/v1'), 'password');
  expect(made.recoveryKey).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
  const recoverySlot = hkdf(recoveryBits(made.recoveryKey), 'varco/vault/recovery/v1');
  expect(openDek(recoverySlot, 'recovery')).toEqual(dek);

  expect(openText(dek, vault.items.c1, `varco/vault/1/item/${USER}/c1/full:v1`)).toEqual({
    url: 'https://cesena.example',
    label: 'Cesena',
    username: 'rossi',
    password: 'Pw-1 è',
    enabled: true,
    uuid: null,
    pin: null,
    rev: 1,
  });
  const index = openText(dek, vault.index, `varco/vault/1/index/${USER}/1`);
  expect(index).toEqual({
    rev: 1,
    items: { c1: createHash('sha256').update(vault.items.c1).digest('base64url') },
    recovery: recoverySlot.toString('base64url'),
    exportKey: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  });
});
