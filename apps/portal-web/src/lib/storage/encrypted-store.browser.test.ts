import { afterEach, expect, test, vi } from 'vitest';
import { STORE_LIFETIME_MS, readSealed, removeSealed, storeSealed } from './encrypted-store.ts';
import { dropDatabase, idbGet, idbPut } from './idb.ts';

const USER = '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81';
const FILTER = { plate: 'GK508RB', gates: [1, 2] };

afterEach(async () => {
  vi.useRealTimers();
  await dropDatabase();
});

interface Sealed {
  readonly iv: Uint8Array;
  readonly ct: Uint8Array;
  readonly exp: number;
}

test('SESS-03 what is stored comes back, and is not readable on the disk', async () => {
  await storeSealed(USER, 'filter', FILTER);
  expect(await readSealed(USER, 'filter')).toEqual(FILTER);
  const record = (await idbGet('sealed', `${USER}/filter`)) as Sealed;
  expect(new TextDecoder().decode(record.ct)).not.toContain('GK508RB');
  const { key } = (await idbGet('keys', USER)) as { key: CryptoKey };
  expect(key.extractable).toBe(false);
});

test('SESS-03 values first stored in parallel are all readable afterwards: one key seals them', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `value-${n}`);
  await Promise.all(names.map((name) => storeSealed(USER, name, { name })));
  expect(await Promise.all(names.map((name) => readSealed(USER, name)))).toEqual(names.map((name) => ({ name })));
});

test('SESS-04 a new day begins with readers and writers at the same moment: what is written then stays', async () => {
  await storeSealed(USER, 'old', FILTER);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + STORE_LIFETIME_MS + 1000 });
  const names = Array.from({ length: 8 }, (_, n) => `value-${n}`);
  await Promise.all(
    names.flatMap((name) => [readSealed(USER, 'old'), storeSealed(USER, name, { name }), readSealed(USER, 'old')]),
  );
  expect(await readSealed(USER, 'old')).toBeNull();
  expect(await Promise.all(names.map((name) => readSealed(USER, name)))).toEqual(names.map((name) => ({ name })));
});

test('SESS-04 after 24 hours nothing comes back and entry and key are gone', async () => {
  await storeSealed(USER, 'filter', FILTER);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + STORE_LIFETIME_MS + 1000 });
  expect(await readSealed(USER, 'filter')).toBeNull();
  expect(await idbGet('sealed', `${USER}/filter`)).toBeUndefined();
  expect(await idbGet('keys', USER)).toBeUndefined();
});

test('a record cannot be given a longer life, another name or another user, nor altered', async () => {
  const tampered = async (
    change: (record: Sealed) => [place: string, record: unknown],
    user = USER,
    name = 'filter',
  ) => {
    await storeSealed(USER, 'filter', FILTER);
    await storeSealed(user, 'seed', 1);
    const record = (await idbGet('sealed', `${USER}/filter`)) as Sealed;
    await idbPut('sealed', ...change(record));
    return readSealed(user, name);
  };
  const here = `${USER}/filter`;
  expect(await tampered((record) => [here, { ...record, exp: record.exp + STORE_LIFETIME_MS }])).toBeNull();
  expect(
    await tampered((record) => [here, { ...record, ct: record.ct.map((byte, i) => (i === 3 ? byte ^ 1 : byte)) }]),
  ).toBeNull();
  expect(await tampered(() => [here, 'testo'])).toBeNull();
  expect(await tampered((record) => [`${USER}/other`, record], USER, 'other')).toBeNull();
  expect(await tampered((record) => ['someone/filter', record], 'someone')).toBeNull();
  expect(await tampered((record) => [here, record])).toEqual(FILTER);
});

test('removed is removed', async () => {
  await storeSealed(USER, 'filter', FILTER);
  await removeSealed(USER, 'filter');
  expect(await readSealed(USER, 'filter')).toBeNull();
});
