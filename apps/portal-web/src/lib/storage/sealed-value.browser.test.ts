import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { clearSession, useSession } from '../session/session-store.ts';
import { STORE_LIFETIME_MS } from './encrypted-store.ts';
import { dropDatabase, idbGet } from './idb.ts';
import { createSealedValue } from './sealed-value.ts';

const USER = '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81';
const user = {
  id: 1,
  uuid: USER,
  username: 'rossi@pl.example',
} as NonNullable<ReturnType<typeof useSession.getState>['user']>;
const plates = createSealedValue('plates', z.array(z.string()));

beforeEach(() => useSession.setState({ status: 'signed-in', user }));
afterEach(async () => {
  vi.useRealTimers();
  clearSession('signed-out');
  await dropDatabase();
});

test('CONST-04 a value comes back to its user, and what lies on the disk is not readable', async () => {
  plates.save(['GK508RB']);
  plates.save(['GK508RB', 'AB123CD']);
  await plates.written();
  expect(await plates.load()).toEqual(['GK508RB', 'AB123CD']);
  const record = (await idbGet('sealed', `${USER}/plates`)) as { readonly ct: Uint8Array };
  expect(new TextDecoder('latin1').decode(record.ct)).not.toMatch(/GK508RB|AB123CD/);
  useSession.setState({ user: { ...user, uuid: 'another' } });
  expect(await plates.load()).toBeNull();
});

test('CONST-05 after 24 hours and one minute nothing comes back, one minute before them it does', async () => {
  plates.save(['GK508RB']);
  await plates.written();
  const written = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: written + STORE_LIFETIME_MS - 60_000 });
  expect(await plates.load()).toEqual(['GK508RB']);
  vi.setSystemTime(written + STORE_LIFETIME_MS + 60_000);
  expect(await plates.load()).toBeNull();
  expect(await idbGet('sealed', `${USER}/plates`)).toBeUndefined();
});

test('a value of another shape is none, null takes it away, and without a user nothing is written', async () => {
  plates.save(['GK508RB']);
  await plates.written();
  expect(await createSealedValue('plates', z.number()).load()).toBeNull();
  plates.save(null);
  await plates.written();
  expect(await idbGet('sealed', `${USER}/plates`)).toBeUndefined();
  plates.save(['GK508RB']);
  clearSession('signed-out');
  await plates.written();
  plates.save(['AB123CD']);
  await plates.written();
  useSession.setState({ user });
  expect(await plates.load()).toBeNull();
});
