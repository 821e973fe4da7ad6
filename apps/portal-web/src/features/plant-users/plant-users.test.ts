import { PlantUserRecord, PlantUserBody } from '@varco/contract/plant/users.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { describe, expect, it } from 'vitest';
import { createUser } from '../../../test/users-responses.ts';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { filterManagedPlants } from './managed-plants.ts';
import { toDownloadedFile } from './user-file.ts';
import { formatSaveOutcome } from './use-user-save.ts';
import {
  groupByOwner,
  filterUsers,
  toUserFilter,
  NO_CHOICE,
  buildUserQuery,
  paginateUsers,
  UserChoice,
} from './user-filter.ts';
import {
  validateUserForm,
  toUserForm,
  createUserForm,
  buildUserPayload,
  toRole,
  computeAccountState,
} from './user-form.ts';

const NOW = Date.parse('2026-11-20T14:31:58Z');
const WHERE = { plantUrl: 'https://cesena.example', frontendUrl: 'https://portal.example', nowMs: NOW };
const createTestUser = (more: Partial<PlantUserRecord> = {}): PlantUserRecord => ({
  ...createUser(8, 'verdi'),
  ...more,
});
const VALID_NEW_USER = {
  ...createUserForm({ ownerId: null, tMax: 0, gates: null }),
  username: 'nuovo',
  groupId: 3,
  password: 'Prova-lunga-77!',
};

describe('the payload', () => {
  it('USR-12 reads every field of a plant user, and gives it back unchanged', () => {
    const record = PlantUserRecord.parse(createTestUser());
    const body = PlantUserBody.parse(buildUserPayload(toUserForm(record), record, WHERE));
    for (const name of [
      'id',
      'email',
      'fullname',
      'group_id',
      'insert_bl',
      'notifica_blacklist',
      'notifica_rubati',
      'responsabile_interforze',
      't_max',
      'username',
      'varchi_abilitati',
      'datascadenza',
      'set_password_expiry',
      'admin',
      'active',
      'description',
      'extra',
      'can_manage_users',
      'visure_pagamento',
      'audit_read',
      'assignable_bl_groups',
      'districts',
      'owned_by_id',
      'can_manage_districts',
      'sees_plates',
    ] as const)
      expect(body[name], name).toEqual(record[name]);
    expect(record.ID).toBe(record.id);
  });

  it('USR-13 responsabile_interforze and active go out as 1 or 0, an absent password as an empty text, districts as objects with id', () => {
    const body = buildUserPayload({ ...VALID_NEW_USER, districts: [4, 9] }, null, WHERE);
    expect(body).toMatchObject({ id: 0, responsabile_interforze: 0, active: 1, districts: [{ id: 4 }, { id: 9 }] });
    const off = toUserForm(createTestUser({ active: -1, responsabile_interforze: 1 }));
    expect(buildUserPayload({ ...off, isActive: false }, createTestUser(), WHERE)).toMatchObject({
      responsabile_interforze: 1,
      active: 0,
      password: '',
    });
    expect(buildUserPayload(off, createTestUser(), WHERE).active).toBe(1);
  });

  it('USR-14 set_password_expiry, admin and can_manage_users go out as booleans', () => {
    const {
      set_password_expiry: expires,
      admin,
      can_manage_users: manages,
    } = buildUserPayload(VALID_NEW_USER, null, WHERE);
    expect([expires, admin, manages]).toEqual([true, false, false]);
  });

  it('USR-15 and says whence it comes', () => {
    expect(buildUserPayload(VALID_NEW_USER, null, WHERE)).toMatchObject({
      frontend_url: 'https://portal.example',
      plant_url: 'https://cesena.example',
      from_multi_portal: true,
    });
  });

  it('what the level says about lists stays as it is until somebody switches it', () => {
    const by = toUserForm(createTestUser({ insert_bl: null }));
    expect(buildUserPayload(by, createTestUser({ insert_bl: null }), WHERE).insert_bl).toBeNull();
    expect(buildUserPayload({ ...by, insertBl: false }, createTestUser({ insert_bl: null }), WHERE).insert_bl).toBe(
      false,
    );
  });

  it('every field is judged before it is sent', () => {
    expect([...validateUserForm(VALID_NEW_USER, true, NOW)]).toEqual([]);
    const wrong = {
      ...VALID_NEW_USER,
      username: '=x',
      email: 'nobody',
      groupId: null,
      expiry: '31/02/2027',
      tMax: '-1',
      password: 'corta',
    };
    expect([...validateUserForm(wrong, true, NOW)]).toEqual([
      'username',
      'email',
      'group_id',
      'datascadenza',
      't_max',
      'password',
    ]);
    expect([...validateUserForm({ ...VALID_NEW_USER, password: '' }, false, NOW)]).toEqual([]);
    expect(buildUserPayload({ ...VALID_NEW_USER, expiry: '31/12/2026' }, null, WHERE).datascadenza).toBe('2026-12-31');
  });
});

describe('a refusal', () => {
  it.each([
    ['it', 'body/password', 'La password è troppo comune: è tra le prime che si provano.'],
    ['en', 'body/password', 'The password is too common: it is among the first that are tried.'],
    ['en', 'body/t_max', /^(?!The password).+/],
  ] as const)('in %s of %s says what is wrong', (language, field, text) => {
    const error = new ApiError({
      code: 'bad_request',
      subCode: 'invalid_field',
      field,
      status: 400,
      host: 'a.example',
    });
    expect(formatSaveOutcome(createI18n(language).t, { kind: 'refused', error })).toMatch(text);
  });
});

describe('the list', () => {
  it('USR-02 USR-03 USR-06 PLAPI-41 asks fifty by +username; the plant filters what it has names for', () => {
    expect(buildUserQuery(NO_CHOICE, 2)).toEqual({ order_by: '+username', p: 2, page_size: 50 });
    expect(toUserFilter({ ...NO_CHOICE, status: 'disabled', text: ' ros ' })).toMatchObject({
      enabled: false,
      q: 'ros',
    });
    expect(toUserFilter({ ...NO_CHOICE, status: 'mustChange' })).toMatchObject({ active: -1 });
    expect(toUserFilter({ ...NO_CHOICE, status: 'enabled' })).toEqual({ order_by: '+username' });
    expect(toUserFilter({ ...NO_CHOICE, expiry: 'expired' })).toMatchObject({ expired: true });
    expect(toUserFilter({ ...NO_CHOICE, expiry: 'soon' })).toMatchObject({ expiring_soon: true });
    expect(toUserFilter({ ...NO_CHOICE, owner: { id: 7, name: 'rossi' } })).toMatchObject({ owned_by_id: 7 });
  });

  it('USR-04 USR-05 device, assigned, RCA/REV and the groups of the list are looked at over everybody at once', () => {
    const all = { order_by: '+username', p: -1, limit: 10_000, paginate: true };
    for (const change of [
      { device: 'pc' },
      { assigned: 'no' },
      { rca: 'yes' },
      { isFlat: false },
      { status: 'enabled' },
    ] as const)
      expect(buildUserQuery({ ...NO_CHOICE, ...change }, 3), JSON.stringify(change)).toEqual(all);
    const people = [
      createTestUser({ id: 1, dispositivi: ['pc'], rca_rev: true }),
      createTestUser({ id: 2, dispositivi: ['smartphone', 'telegram'], rca_rev: false }),
      createTestUser({ id: 3, dispositivi: [], rca_rev: true, active: 0 }),
    ];
    const ids = (change: Partial<UserChoice>) => filterUsers(people, { ...NO_CHOICE, ...change }).map(({ id }) => id);
    expect([ids({ device: 'telegram' }), ids({ device: 'pc' })]).toEqual([[2], [1]]);
    expect([ids({ assigned: 'yes' }), ids({ assigned: 'no' })]).toEqual([[1, 2], [3]]);
    expect([ids({ rca: 'yes' }), ids({ rca: 'no' })]).toEqual([[1, 3], [2]]);
    expect(ids({ status: 'enabled' })).toEqual([1, 2]);
  });

  it('pages of what is looked at here have fifty rows too; groups are told whole, nobody’s last', () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      createTestUser({ id: at + 1, owned_by_username: at < 3 ? 'rossi' : null }),
    );
    const choice = { ...NO_CHOICE, rca: 'yes' as const };
    const shown = paginateUsers({ objects: many, count: 60 }, choice, 2);
    expect([shown.rows.length, shown.count, shown.pages]).toEqual([10, 60, 2]);
    const grouped = paginateUsers({ objects: many, count: 60 }, { ...NO_CHOICE, isFlat: false }, 1);
    expect(groupByOwner(grouped.rows).map(({ owner, users }) => [owner, users.length])).toEqual([
      ['rossi', 3],
      [null, 57],
    ]);
  });

  it('USR-11 only what the list can be in comes back from the disk', () => {
    expect(UserChoice.safeParse({ ...NO_CHOICE, order: '+password_hash' }).success).toBe(false);
    expect(UserChoice.parse(NO_CHOICE)).toEqual(NO_CHOICE);
  });

  it('TPERM-16 roles are told by level; the gravest state of an account is told', () => {
    expect([1, 4, 5, 7, 8, 9].map(toRole)).toEqual(['base', 'base', 'operator', 'operator', 'admin', 'admin']);
    const state = (more: Partial<PlantUserRecord>) =>
      computeAccountState(
        createTestUser({ active: 1, datascadenza: null, scadenza_password: null, ...more }),
        '2026-11-20',
        '2026-12-20',
      );
    expect(state({})).toBe('enabled');
    expect(state({ active: 0, datascadenza: '2020-01-01' })).toBe('disabled');
    expect(state({ datascadenza: '2026-11-19' })).toBe('expired');
    expect(state({ active: -1 })).toBe('mustChange');
    expect(state({ scadenza_password: '2026-11-19' })).toBe('passwordExpired');
    expect([state({ datascadenza: '2026-12-20' }), state({ datascadenza: '2026-12-21' })]).toEqual(['soon', 'enabled']);
  });
});

it.each([
  [4, true, false],
  [5, true, true],
  [7, true, true],
  [6, false, false],
  [8, false, true],
])('TPERM-09 PMGMT-02 a plant of level %i, can_manage_users %s, is offered: %s', (level, canManage, expected) => {
  const login = buildPlantLoginResponse('token', '0c6f2b52-9d3c-4a1e-8c0c-0a3f5a1b2c3d');
  const plant: PlantSession = {
    credentialId: 'c1',
    peerId: 1,
    origin: 'https://cesena.example',
    credential: { url: '', label: '', username: 'rossi', password: 'x', enabled: true, uuid: null, pin: null, rev: 1 },
    peer: null,
    addressConflict: null,
    state: 'ok',
    reason: null,
    wasVerified: true,
    token: 'token',
    login: { ...login, user: { ...login.user, level, can_manage_users: canManage } },
  };
  expect(filterManagedPlants([plant]).length === 1).toBe(expected);
  expect(
    filterManagedPlants([
      { ...plant, state: 'bad' },
      { ...plant, login: null },
    ]),
  ).toEqual([]);
});

describe('PLAPI-44 an exported file', () => {
  it.each([
    [
      {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="utenti.csv"; filename*=UTF-8''utent%C3%AC.csv`,
      },
      'utentì.csv',
      'text/csv',
    ],
    [
      { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename=elenco.csv' },
      'elenco.csv',
      'text/csv',
    ],
    [{ 'content-disposition': 'attachment; filename="../../etc/passwd"' }, 'passwd', 'application/zip'],
    [{ 'content-type': 'text/csv' }, 'utenti.csv', 'text/csv'],
    [{}, 'utenti.zip', 'application/zip'],
  ])('%j is called %s, of type %s', (headers, name, type) => {
    expect(toDownloadedFile(new Headers(headers), 'utenti')).toEqual({ name, type });
  });
});
