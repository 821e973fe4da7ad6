import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { LOCAL_USER, signInForEachTest } from '../../../test/local-user.ts';
import { clearSession, useSession } from '../session/session-store.ts';
import { STORE_LIFETIME_MS } from './encrypted-store.ts';
import { idbGet } from './idb.ts';
import { createSealedValue } from './sealed-value.ts';

const plates = createSealedValue('plates', z.array(z.string()));

signInForEachTest();

test('CONST-04 a value comes back to its user, and what lies on the disk is not readable', async () => {
  plates.save(['GK508RB']);
  plates.save(['GK508RB', 'AB123CD']);
  await plates.written();
  expect(await plates.load()).toEqual(['GK508RB', 'AB123CD']);
  const record = (await idbGet('sealed', `${LOCAL_USER.uuid}/plates`)) as { readonly ct: Uint8Array };
  expect(new TextDecoder('latin1').decode(record.ct)).not.toMatch(/GK508RB|AB123CD/);
  useSession.setState({ user: { ...LOCAL_USER, uuid: 'another' } });
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
  expect(await idbGet('sealed', `${LOCAL_USER.uuid}/plates`)).toBeUndefined();
});

test('a value of another shape is none, null takes it away, and without a user nothing is written', async () => {
  plates.save(['GK508RB']);
  await plates.written();
  expect(await createSealedValue('plates', z.number()).load()).toBeNull();
  plates.save(null);
  await plates.written();
  expect(await idbGet('sealed', `${LOCAL_USER.uuid}/plates`)).toBeUndefined();
  clearSession('signed-out');
  plates.save(['AB123CD']);
  await plates.written();
  useSession.setState({ user: LOCAL_USER });
  expect(await plates.load()).toBeNull();
});

test('a sign-out while a value is written loses neither it nor what was stored before', async () => {
  plates.save(['GK508RB']);
  await plates.written();
  plates.save(['AB123CD']);
  clearSession('signed-out');
  await plates.written();
  useSession.setState({ user: LOCAL_USER });
  expect(await plates.load()).toEqual(['AB123CD']);
});
