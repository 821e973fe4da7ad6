import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from './bytes.ts';
import { deriveMaster } from './derive-master.ts';
import { deriveLoginProof, derivePasswordSlotKey } from './keys.ts';
import { unwrapResult } from './result.ts';
import { openSlot, sealSlot } from './slots.ts';
import { PASSWORD, USER } from './vault-fixtures.ts';

const SALT = toBase64Url(Uint8Array.from({ length: 16 }, (_, i) => i));
const KDF = { alg: 'argon2id', v: 19, m: 65536, t: 3, p: 1, salt: SALT };

test('security 5 vector: proof, slot key and password slot are the published ones', async () => {
  const master = unwrapResult(await deriveMaster(PASSWORD, KDF));
  expect(await deriveLoginProof(master)).toBe('p1.FV08UnOoyrNAnFvzOCNxRbdGI0uy9_-SP-HskfVoaC8');

  const slotKey = await derivePasswordSlotKey(master);
  expect(toBase64Url(slotKey)).toBe('B828zGpwhnlOgp1lKQTJPGDpAznj9q3U5xkuHxPvZ4c');

  const dek = new Uint8Array(createHash('sha256').update('test dek').digest());
  const slot = await sealSlot(USER, 'password', slotKey, dek, new Uint8Array(12).fill(7));
  expect(slot.ct).toBe('LW9DG_juk4AHQj7LHU2S5mg2zM0u6S9mZKnjMKCool-_Pj6SEd8riRj1QlgIgTfW');
  expect(await openSlot(USER, slot, slotKey)).toEqual(dek);
});

test('security 5: the password is read as NFKC, so a composed and a decomposed accent are one password', async () => {
  const composed = unwrapResult(await deriveMaster('pil\u00e0', { ...KDF, m: 19456, t: 2 }));
  const decomposed = unwrapResult(await deriveMaster('pila\u0300', { ...KDF, m: 19456, t: 2 }));
  expect(decomposed).toEqual(composed);
});

test.each([
  ['below 19 MiB', { ...KDF, m: 19455 }, 'weak_kdf'],
  ['one pass', { ...KDF, t: 1 }, 'weak_kdf'],
  ['above 256 MiB', { ...KDF, m: 262145 }, 'weak_kdf'],
  ['eleven passes', { ...KDF, t: 11 }, 'weak_kdf'],
  ['another algorithm', { ...KDF, alg: 'argon2i' }, 'malformed'],
  ['another version', { ...KDF, v: 16 }, 'malformed'],
  ['short salt', { ...KDF, salt: 'AAAA' }, 'malformed'],
  ['padded salt', { ...KDF, salt: `${SALT}==` }, 'malformed'],
  ['fractional memory', { ...KDF, m: 65536.5 }, 'malformed'],
  ['text for a number', { ...KDF, t: '3' }, 'malformed'],
  ['a hundred lanes', { ...KDF, p: 100 }, 'malformed'],
  ['nothing', null, 'malformed'],
])('security 4: a KDF block with %s is refused before any work', async (_name, kdf, reason) => {
  expect(await deriveMaster('x', kdf)).toEqual({ ok: false, reason });
});

test('base64url is strict: one byte string has one spelling', () => {
  expect(fromBase64Url('AA')).toEqual(new Uint8Array(1));
  for (const text of ['AB', 'AA==', 'A', 'A+', 'A/', 'AA\n', 'à']) expect(fromBase64Url(text)).toBeNull();
});
