import * as api from '@varco/contract/plant/settings.ts';
import { currentStatus } from '@varco/contract/plant/status.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MINISTRY, startTestRegistry, type TestRegistry, VALID_CAR, VPN } from '../../testing/test-ministry.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ADMIN = 'amministratore';
const OWNER = 'RSSMRA80A01H501U';
let plant: TestPlant;
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry(() => new Date(NOW));
  registry.vehicles.set('AA001AA', VALID_CAR);
  plant = await startTestPlant();
});
afterAll(async () => {
  await plant.close();
  await registry.close();
});
beforeEach(async () => {
  await plant.pool.query('update plant_settings set registry = null, registry_sealed = null');
  await plant.pool.query(`delete from setting_change where name = 'registry'`);
  await plant.deps.ministry.refresh();
  plant.audit.records.length = 0;
});

const buildRegistry = (more: object = {}) => ({
  ...{ url: registry.url, vpn_user: VPN.user, ministry_user: MINISTRY.user },
  ...{ vpn_password: VPN.password, ministry_password: MINISTRY.password },
  ...more,
});
const put = (value: unknown, ver = 1, user = ADMIN) =>
  plant.callRaw(api.changeRegistry, { body: { registry: value, ver } }, user);
const read = async () => api.PlantSettingsView.parse((await plant.call(api.readSettings, {}, ADMIN)).body).registry;
const check = async () => (await plant.deps.ministry.vehicleStatus('AA001AA', new AbortController().signal)).kind;
const searchOwner = async () =>
  (await plant.call(searchTransits, { body: { f_codfisc: OWNER } }, 'operatore', REASON)).body;

it('a plant without a registry asks nothing, and says so; once it is entered everything asks it at once', async () => {
  expect(await read()).toEqual({ value: null, ver: 1, changed: null, from_environment: true });
  expect([await check(), plant.deps.ministry.isConfigured()]).toEqual(['no-service', false]);
  expect(await searchOwner()).toMatchObject({ error: { code: 'unavailable', sub_code: 'registry_missing' } });
  const saved = await put(buildRegistry());
  expect(api.PlantSettingsView.parse(saved.body).registry).toEqual({
    value: { url: registry.url, vpn_user: VPN.user, ministry_user: MINISTRY.user },
    ver: 2,
    changed: { by: ADMIN, at: plant.clock.now },
    from_environment: false,
  });
  expect(await check()).toBe('facts');
  expect(await searchOwner()).toMatchObject({ objects: [] });
  expect((await put(null, 2)).status).toBe(200);
  expect([await check(), (await read()).value]).toEqual(['no-service', null]);
});

it('other credentials begin without the refusals of those before', async () => {
  await put(buildRegistry({ ministry_password: 'wrong password' }));
  expect([await check(), plant.deps.ministry.getState().ministryErrors]).toEqual(['no-service', 1]);
  // Not tried again until they are changed.
  expect(await check()).toBe('no-service');
  expect((await put(buildRegistry(), 2)).status).toBe(200);
  expect([await check(), plant.deps.ministry.getState()]).toEqual([
    'facts',
    { ministry: 1, vpn: 1, ministryErrors: 0, vpnErrors: 0 },
  ]);
});

it('the passwords are sealed, never answered or logged, and never go to another server or account', async () => {
  await put(buildRegistry());
  const kept = { vpn_password: undefined, ministry_password: undefined };
  expect((await put(buildRegistry(kept), 2)).status).toBe(200);
  expect(await check()).toBe('facts');
  for (const more of [{ url: 'https://altrove.example' }, { vpn_user: 'altro' }, { ministry_user: 'altro' }])
    expect((await put(buildRegistry({ ...kept, ...more }), 3)).status).toBe(400);
  const { rows } = await plant.pool.query<{ all: string }>('select plant_settings::text as all from plant_settings');
  const written = JSON.stringify([await read(), plant.audit.records, rows]);
  expect(written).not.toContain(VPN.password);
  expect(written).not.toContain(MINISTRY.password);
  expect(plant.audit.records.filter(({ action }) => action === 'settings.registry')).not.toEqual([]);
});

it('accounts sealed by another server ask nobody, and the status says which are missing', async () => {
  await put(buildRegistry());
  await plant.pool.query('update plant_settings set registry_sealed = $1', [Buffer.alloc(60, 1)]);
  await plant.deps.ministry.refresh();
  expect(await check()).toBe('no-service');
  expect(plant.deps.ministry.getState()).toMatchObject({ ministry: -3, vpn: -4 });
  expect((await plant.call(currentStatus, {}, ADMIN)).status).toBe(200);
});

it.each([
  ['an address with a path', { url: 'https://registro.example/x' }],
  ['an address without encryption', { url: 'http://registro.example' }],
  ['a file', { url: 'file:///etc/passwd' }],
  ['a user with a colon', { vpn_user: 'a:b' }],
  ['a user with a line break', { ministry_user: 'a\nb' }],
  ['an empty user', { ministry_user: '' }],
  ['a huge password', { vpn_password: 'x'.repeat(201) }],
  ['a control character', { ministry_password: 'a\u0000b' }],
  ['a member more', { token: 'x' }],
])('%s is refused', async (_name, more) => {
  expect((await put(buildRegistry(more))).status).toBe(400);
  expect((await read()).value).toBeNull();
});

it('only administrators of the plant change it, and an older form is refused', async () => {
  expect((await put(buildRegistry(), 1, 'operatore')).status).toBe(403);
  expect((await put(buildRegistry(), 2)).status).toBe(409);
  expect((await read()).value).toBeNull();
});
