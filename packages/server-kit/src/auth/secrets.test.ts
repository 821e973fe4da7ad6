import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';
import { deriveKey, equalSecrets, openSealedBytes, sealBytes } from './secrets.ts';
import { readServerSecret } from './server-secret.ts';

test('passwords: Argon2id at the decided cost, and nobody is as slow as somebody', async () => {
  const stored = await hashPassword('Corretto cavallo 9 pilà');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(stored, 'Corretto cavallo 9 pilà')).toBe(true);
  expect(await verifyPassword(stored, 'corretto cavallo 9 pilà')).toBe(false);
  expect(await verifyPassword(null, 'anything')).toBe(false);
  expect(await verifyPassword(stored, 'x'.repeat(5_000))).toBe(false);
  // In turn, and the quickest of each: a busy machine only ever adds time, and not to both alike.
  const quickest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
  for (let run = 0; run < 15; run += 1)
    for (const [kind, hash] of [['known', stored] as const, ['unknown', null] as const]) {
      const start = performance.now();
      await verifyPassword(hash, 'wrong');
      quickest[kind] = Math.min(quickest[kind], performance.now() - start);
    }
  const { known, unknown } = quickest;
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});

test('a sealed value opens only whole, in its place and under its key', () => {
  const key = deriveKey(Buffer.alloc(32, 1), 'varco/test');
  const sealed = sealBytes(key, Buffer.from('seed'), 'user/7');
  expect(openSealedBytes(key, sealed, 'user/7').toString()).toBe('seed');
  expect(() => openSealedBytes(key, sealed, 'user/8')).toThrow(/authenticate/);
  expect(() => openSealedBytes(deriveKey(Buffer.alloc(32, 1), 'varco/other'), sealed, 'user/7')).toThrow(
    /authenticate/,
  );
  for (let bit = 0; bit < sealed.length * 8; bit += 5) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => openSealedBytes(key, changed, 'user/7')).toThrow(/authenticate/);
  }
  expect(() => openSealedBytes(key, Buffer.alloc(3), 'user/7')).toThrow('too short');
});

test('equal secrets', () => {
  expect(equalSecrets('a', 'a')).toBe(true);
  expect(equalSecrets('a', 'ab')).toBe(false);
  expect(equalSecrets('', 'a')).toBe(false);
});

test('the server secret is made once, also by two processes at a time, and is readable by its user only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'varco-secret-'));
  try {
    const [one, two] = await Promise.all([readServerSecret(folder), readServerSecret(folder)]);
    expect(one).toEqual(two);
    expect(one.length).toBe(32);
    expect(await readServerSecret(folder)).toEqual(one);
    expect((await stat(join(folder, 'server.secret'))).mode & 0o777).toBe(0o400);
  } finally {
    await rm(folder, { recursive: true });
  }
});
