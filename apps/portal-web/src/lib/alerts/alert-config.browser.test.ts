import { expect, test, vi } from 'vitest';
import { LOCAL_USER, signInForEachTest } from '../../../test/local-user.ts';
import { STORE_LIFETIME_MS } from '../storage/encrypted-store.ts';
import { idbGet } from '../storage/idb.ts';
import { DEFAULT_ALERT_CONFIG, storedAlertConfig } from './alert-config.ts';

signInForEachTest();

test('LIVE-02 the settings of alerts lie encrypted in the browser and are gone after 24 hours', async () => {
  const config = {
    ...DEFAULT_ALERT_CONFIG,
    gates: [{ peerId: 1, gateId: 4242 }],
    alerts: ['rubata', 'varchi'] as const,
  };
  storedAlertConfig.save({ ...config, alerts: [...config.alerts] });
  await storedAlertConfig.written();
  expect(await storedAlertConfig.load()).toMatchObject({ alerts: ['rubata', 'varchi'] });
  const record = (await idbGet('sealed', `${LOCAL_USER.uuid}/alert-config`)) as { readonly ct: Uint8Array };
  expect(new TextDecoder('latin1').decode(record.ct)).not.toMatch(/rubata|varchi|4242/);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + STORE_LIFETIME_MS + 60_000 });
  expect(await storedAlertConfig.load()).toBeNull();
});
