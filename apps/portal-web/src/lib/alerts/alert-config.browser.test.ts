import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, useSession } from '../session/session-store.ts';
import { STORE_LIFETIME_MS } from '../storage/encrypted-store.ts';
import { dropDatabase, idbGet } from '../storage/idb.ts';
import { DEFAULT_ALERT_CONFIG, storedAlertConfig } from './alert-config.ts';

const USER = '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81';
const user = {
  id: 1,
  uuid: USER,
  username: 'rossi@pl.example',
} as NonNullable<ReturnType<typeof useSession.getState>['user']>;

beforeEach(() => useSession.setState({ status: 'signed-in', user }));
afterEach(async () => {
  vi.useRealTimers();
  clearSession('signed-out');
  await dropDatabase();
});

test('LIVE-02 the settings of alerts lie encrypted in the browser and are gone after 24 hours', async () => {
  const config = {
    ...DEFAULT_ALERT_CONFIG,
    gates: [{ peerId: 1, gateId: 4242 }],
    alerts: ['rubata', 'varchi'] as const,
  };
  storedAlertConfig.save({ ...config, alerts: [...config.alerts] });
  await storedAlertConfig.written();
  expect(await storedAlertConfig.load()).toMatchObject({ alerts: ['rubata', 'varchi'] });
  const record = (await idbGet('sealed', `${USER}/alert-config`)) as { readonly ct: Uint8Array };
  expect(new TextDecoder('latin1').decode(record.ct)).not.toMatch(/rubata|varchi|4242/);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + STORE_LIFETIME_MS + 60_000 });
  expect(await storedAlertConfig.load()).toBeNull();
});
