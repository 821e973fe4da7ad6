import type { VaultItem } from '@varco/vault/item.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { createCredential } from '../../../test/plant-sessions.ts';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { dismissAll, notify, useNotices } from '../notices/notices.store.ts';
import { findNoticeCode, notifyCredentialStates } from './credential-notices.ts';
import { getFormState, toPlantCredential } from './plant-credential.ts';
import { clearPlants, patchPlant, type PlantSession, setPlants, usePlants } from './plant-store.ts';

const UUID = '0c6f2b52-9d3c-4a1e-8c0c-0a3f5a1b2c3d';

afterEach(() => {
  clearPlants();
  dismissAll();
});

function plant(change: Partial<PlantSession> = {}, credential: Partial<VaultItem> = {}): PlantSession {
  clearPlants();
  setPlants(new Map([['c1', createCredential(credential)]]), []);
  patchPlant('c1', change);
  const found = usePlants.getState().plants.get('c1');
  if (found === undefined) throw new Error('no plant');
  return found;
}

describe('which notification a state asks for', () => {
  const mustChange = { state: 'ok', login: buildPlantLoginResponse('t', UUID, -1) } as const;
  test.each<[string, Partial<PlantSession>, Partial<VaultItem>, number | null]>([
    ['PLC-02 NOTIF-10 bad with a password', { state: 'bad', reason: 'credentials' }, {}, 10_004],
    ['PLC-02 NOTIF-11 bad without a password', { state: 'bad', reason: 'credentials' }, { password: '' }, 10_020],
    ['NOTIF-11 no password stored', { state: 'empty' }, { password: '' }, 10_020],
    ['PLC-02 NOTIF-12 signed in, to be changed', mustChange, {}, 10_006],
    ['PLC-02 NOTIF-19 expired', { state: 'expired', reason: 'user_expired' }, {}, 10_015],
    ['PLC-02 NOTIF-20 weak', { state: 'weakpwd', reason: 'weak_password' }, {}, 10_016],
    ['PLC-02 NOTIF-21 disabled', { state: 'userdisabled', reason: 'user_disabled' }, {}, 10_017],
    ['NOTIF-25 not reached is no wrong password', { state: 'bad', reason: 'unreachable' }, {}, 10_005],
    ['in order', { state: 'ok', login: buildPlantLoginResponse('t', UUID) }, {}, null],
    ['still being asked', { state: 'verifying' }, {}, null],
  ])('%s', (_title, change, credential, code) => {
    expect(findNoticeCode(plant(change, credential))).toBe(code);
  });

  test.each<[string, Partial<PlantSession>, Partial<VaultItem>]>([
    ['expired', { state: 'expired', reason: 'user_expired' }, {}],
    ['bad with a password', { state: 'bad', reason: 'credentials' }, {}],
    ['bad without a password', { state: 'empty' }, { password: '' }],
    ['disabled', { state: 'userdisabled', reason: 'user_disabled' }, {}],
    ['weak password', { state: 'weakpwd', reason: 'weak_password' }, {}],
    ['password to be changed', mustChange, {}],
  ])('PLC-03 the notice of "%s" leads to the credentials and stays until closed', (_name, change, credential) => {
    const stop = notifyCredentialStates();
    setPlants(new Map([['c1', createCredential(credential)]]), []);
    patchPlant('c1', change);
    expect(useNotices.getState().list).toMatchObject([{ link: '/credentials', timeout: 0 }]);
    setPlants(new Map(), []);
    stop();
  });

  test('NOTIF-01 NOTIF-22 shown once with id, text, type, timeout, link and timestamp, and removed after success', () => {
    setPlants(new Map([['c1', createCredential()]]), []);
    const stop = notifyCredentialStates();
    patchPlant('c1', { state: 'expired', reason: 'user_expired' });
    patchPlant('c1', { wasVerified: true });
    const { list } = useNotices.getState();
    expect(list).toEqual([
      {
        id: 'plant c1',
        text: expect.any(String),
        message: { key: 'notices:code.c10015', values: { plant: expect.any(String) } },
        type: 'error',
        timeout: 0,
        link: '/credentials',
        timestamp: expect.stringMatching(/Z$/),
      },
    ]);
    patchPlant('c1', { state: 'ok', reason: null, login: buildPlantLoginResponse('t', UUID) });
    expect(useNotices.getState().list).toEqual([]);
    patchPlant('c1', { state: 'bad', reason: 'credentials' });
    setPlants(new Map(), []);
    expect(useNotices.getState().list).toEqual([]);
    stop();
  });

  test('a plant that is switched off is not spoken of', () => {
    setPlants(new Map([['c1', createCredential({ enabled: false })]]), []);
    const stop = notifyCredentialStates();
    patchPlant('c1', { state: 'bad', reason: 'credentials' });
    expect(useNotices.getState().list).toEqual([]);
    stop();
  });
});

test('NOTIF-01 one with the same id takes the place of the last', () => {
  notify({ id: 'a', text: '1', type: 'info', timeout: 0, link: null });
  notify({ id: 'a', text: '2', type: 'info', timeout: 0, link: null });
  expect(useNotices.getState().list.map(({ text }) => text)).toEqual(['2']);
});

test('CRED-01 the credential has the 32 fields, filled from the plant’s sign-in answer', () => {
  const credential = toPlantCredential(plant({ state: 'ok', login: buildPlantLoginResponse('t', UUID) }));
  const { fdo_enabled: derived, ...fields } = credential;
  expect(Object.keys(fields).toSorted()).toEqual(
    `id enabled label url username password user_id active group group_id level varchi_abilitati varchi_abilitati_eff data_scadenza
    data_password scadenza_password insert_bl notifica_rubati t_max responsabile_interforze license_info parameters uuid can_manage_users
    can_manage_districts status created_by_username owned_by_username visure_pagamento assignable_bl_groups watermark_text state`
      .split(/\s+/)
      .toSorted(),
  );
  expect(credential).toMatchObject({ user_id: 7, active: 1, group: 'fdo', level: 5, state: 'ok', status: 'enabled' });
  expect(credential).toMatchObject({ watermark_text: 'rossi', parameters: { plant_uuid: UUID } });
  expect(derived).toBe(true);
  expect(toPlantCredential(plant())).toMatchObject({ state: 'new', active: 1, group: null, license_info: null });
});

test('ENT-08 a plant as its person knows it: address, group, level, rights, licence, and whether the forces are served', () => {
  const login = buildPlantLoginResponse('t', UUID);
  const user = {
    ...login.user,
    t_max: 90,
    varchi_abilitati_eff: [1, 3],
    can_manage_users: true,
    visure_pagamento: true,
  };
  const license_info = { ...login.license_info, expiration_date: '2027-06-30' };
  const own = plant({ state: 'ok', login: { ...login, user, license_info } }, { label: 'Cesena' });
  expect(toPlantCredential(own)).toMatchObject({
    id: 'c1',
    url: 'https://cesena.example',
    label: 'Cesena',
    group: 'fdo',
    t_max: 90,
    enabled: true,
    fdo_enabled: true,
    license_info: { expiration_date: '2027-06-30' },
    visure_pagamento: true,
    level: 5,
    can_manage_users: true,
    varchi_abilitati_eff: [1, 3],
  });
  const low = { ...login, user: { ...user, level: 4 } };
  expect(toPlantCredential(plant({ state: 'ok', login: low }))).toMatchObject({ level: 4, fdo_enabled: false });
});

test('CRED-06 the form has the sign-in states and one of its own', () => {
  expect([getFormState('bad', false), getFormState('bad', true)]).toEqual(['bad', 'edit']);
});
