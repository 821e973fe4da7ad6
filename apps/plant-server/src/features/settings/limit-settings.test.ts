import { addOwnPush } from '@varco/contract/plant/own-push.ts';
import { insertBlacklist } from '@varco/contract/plant/blacklist.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import * as api from '@varco/contract/plant/settings.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { buildEntryBody } from '../../testing/list-entries.ts';
import { MINISTRY, startTestRegistry, type TestRegistry, VALID_CAR, VPN } from '../../testing/test-ministry.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ADMIN = 'amministratore';
let plant: TestPlant;
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry(() => new Date(NOW));
  registry.vehicles.set('AA001AA', VALID_CAR);
  plant = await startTestPlant(
    { ingestKeys: Object.values(INGEST_KEYS) },
    { registry: { url: registry.url, vpn: VPN, ministry: MINISTRY, timeoutMs: 2000 } },
  );
});
afterAll(async () => {
  await plant.close();
  await registry.close();
});

const read = async () => api.PlantSettingsView.parse((await plant.call(api.readSettings, {}, ADMIN)).body);
const put = (name: string, value: unknown, user = ADMIN, ver = 1) =>
  plant.callRaw(api.changeSetting, { body: { name, value, ver } }, user);
/** Sets it whatever was set before. */
async function set(name: api.LimitName, value: unknown): Promise<void> {
  const { ver } = (await read()).values[name];
  expect((await put(name, value, ADMIN, ver)).status).toBe(200);
}

describe('limits set in the browser count from the next call on', () => {
  it('reads of one camera key', async () => {
    const sendReads = (n: number) => {
      const reads = Array.from({ length: n }, (_, i) => ({ varco_id: 1, targa: `RA${100 + i}`, data: NOW }));
      return injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
    };
    expect([(await sendReads(500)).status, (await sendReads(100)).status]).toEqual([200, 200]);
    await set('ingest_burst', 700);
    await set('ingest_rate', 10);
    expect((await sendReads(100)).status).toBe(200);
    const refused = await sendReads(100);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10']);
    await set('ingest_burst', 900);
    expect((await sendReads(100)).status).toBe(200);
  });

  it('checks at the ministry', async () => {
    const ask = async () => (await plant.deps.ministry?.vehicleStatus('AA001AA', new AbortController().signal))?.kind;
    await set('registry_checks_per_minute', 2);
    expect([await ask(), await ask(), await ask()]).toEqual(['facts', 'facts', 'congested']);
    await set('registry_checks_per_minute', 4);
    plant.clock.now = toIsoInstant(Date.parse(NOW) + 2_000);
    expect(await ask()).toBe('facts');
  });

  it('domains of alert mails', async () => {
    const insert = (targa: string) =>
      plant.call(insertBlacklist, { body: buildEntryBody(targa, { mails: 'a@prova.example' }) }, 'operatore', REASON);
    expect((await insert('AB123CD')).status).toBe(400);
    await set('alert_mail_domains', ['gdf.it', 'prova.example']);
    expect((await insert('AB123CD')).status).toBe(200);
    expect(plant.deps.channels.isMailAllowed('a@sala.prova.example')).toBe(true);
    await set('alert_mail_domains', []);
    expect((await insert('AB124CD')).status).toBe(400);
    expect(plant.deps.channels.isMailAllowed('a@gdf.it')).toBe(false);
  });

  it('push services of browsers', async () => {
    const subscribe = async () => {
      const body = {
        nome: 'Prova',
        endpoint: 'https://push.prova.example/a',
        p256dh: randomBytes(65).toString('base64url'),
        auth: randomBytes(16).toString('base64url'),
        tipi: ['blacklist'],
      };
      return (await plant.callRaw(addOwnPush, { body }, 'operatore')).status;
    };
    expect(await subscribe()).toBe(400);
    await set('push_services', ['*.prova.example']);
    expect(await subscribe()).toBe(200);
  });
});

it('another process of the plant follows with its next refresh', async () => {
  await plant.pool.query('update plant_settings set ingest_rate = 77, push_services = null');
  expect(plant.deps.limits.current().ingest_rate).not.toBe(77);
  await plant.deps.limits.refresh();
  expect(plant.deps.limits.current()).toMatchObject({ ingest_rate: 77, push_services: [] });
});

it('a limit is the value of the server until it is set, and the log holds both values', async () => {
  await plant.pool.query('update plant_settings set alert_mail_domains = null');
  await plant.pool.query(`delete from setting_change where name = 'alert_mail_domains'`);
  const value = ['gdf.it'];
  expect((await read()).values.alert_mail_domains).toEqual({ value, ver: 1, changed: null, from_environment: true });
  plant.audit.records.length = 0;
  await set('alert_mail_domains', ['comune.*.it']);
  expect((await read()).values.alert_mail_domains).toMatchObject({ value: ['comune.*.it'], from_environment: false });
  expect(plant.audit.records.map(({ action, detail }) => [action, detail])).toEqual([
    ['settings.change', { setting: 'alert_mail_domains', before: value, after: ['comune.*.it'] }],
  ]);
});

describe('refused', () => {
  it.each([
    ['ingest_rate', 0],
    ['ingest_rate', 1_000_001],
    ['ingest_burst', 499],
    ['registry_checks_per_minute', 0],
    ['registry_checks_per_minute', 1.5],
    ['registry_checks_per_minute', '120'],
    ['alert_mail_domains', 'gdf.it'],
    ['alert_mail_domains', ['*']],
    ['alert_mail_domains', ['*.*']],
    ['alert_mail_domains', ['*.it']],
    ['alert_mail_domains', ['rossi@gdf.it']],
    ['alert_mail_domains', ['GDF.it']],
    ['alert_mail_domains', ['gdf.it ']],
    ['alert_mail_domains', [['gdf.it']]],
    ['push_services', ['*.com']],
    ['push_services', ['localhost']],
    ['push_services', ['169.254.169.254']],
    ['push_services', ['https://push.example']],
    ['push_services', ['a.*.example']],
    ['push_services', [null]],
  ])('%s: %j', async (name, value) => {
    const before = await read();
    expect((await put(name, value)).status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it('too many domains, and one of great length', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `a${i}.example`);
    expect((await put('alert_mail_domains', many)).status).toBe(400);
    expect((await put('alert_mail_domains', [`${'a.'.repeat(5_000)}it`])).status).toBe(400);
  });

  it('whoever does not administer the plant', async () => {
    expect((await put('ingest_rate', 5, 'operatore')).status).toBe(403);
  });
});
