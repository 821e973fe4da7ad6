import { expect, it } from 'vitest';
import { findExceededRight, exceedsOwnRights, canAssignGroup, type UserRights } from './user-grants.ts';

const MANAGER: UserRights = {
  group_id: 1,
  group_name: 'fdo carabinieri',
  level: 6,
  insert_bl: null,
  notifica_blacklist: true,
  notifica_rubati: false,
  can_manage_users: true,
  can_manage_districts: false,
  audit_read: false,
  visure_pagamento: false,
  sees_plates: true,
  responsabile_interforze: false,
  t_max: 2880,
  gates: [1, 2, 3],
  assignable_bl_groups: [7],
  expires_on: '2027-01-31',
};
const NOTHING: UserRights = {
  ...MANAGER,
  level: 5,
  insert_bl: false,
  notifica_blacklist: false,
  can_manage_users: false,
  sees_plates: false,
  t_max: 60,
  gates: [],
  assignable_bl_groups: [],
  expires_on: '2026-12-31',
};

it.each<[string, Partial<UserRights>, string | null]>([
  ['nothing more', {}, null],
  ['all that one has', { ...MANAGER, level: 6 }, null],
  ['a group above', { group_id: 9, group_name: 'comune', level: 7 }, 'group_id'],
  ['an administrator', { level: 8 }, 'group_id'],
  ['another force', { group_id: 8, group_name: 'fdo polizia', level: 5 }, 'group_id'],
  ['a force one may address', { group_id: 7, group_name: 'fdo polizia', level: 5 }, null],
  ['a group without force', { group_id: 9, group_name: 'comune', level: 3 }, null],
  ['stolen vehicles', { notifica_rubati: true }, 'notifica_rubati'],
  ['paid look-ups', { visure_pagamento: true }, 'visure_pagamento'],
  ['districts', { can_manage_districts: true }, 'can_manage_districts'],
  ['reading the log', { audit_read: true }, 'audit_read'],
  ['the interforce list', { responsabile_interforze: true }, 'responsabile_interforze'],
  ['every gate', { gates: null }, 'gates'],
  ['a gate of others', { gates: [1, 9] }, 'gates'],
  ['no limit of time', { t_max: 0 }, 't_max'],
  ['more time', { t_max: 2881 }, 't_max'],
  ['a group one may not address', { assignable_bl_groups: [7, 8] }, 'assignable_bl_groups'],
  ['the own group as audience', { assignable_bl_groups: [1, 7] }, null],
  ['no end', { expires_on: null }, 'expires_on'],
  ['a later end', { expires_on: '2027-02-01' }, 'expires_on'],
])('TPERM-05 TPERM-15 below level 8 nobody gives more than they have: %s', (_name, change, expected) => {
  expect(findExceededRight(MANAGER, null, { ...NOTHING, ...change })).toBe(expected);
});

it('what an administrator gave stays when somebody else changes the rest, and may only become less', () => {
  const before = {
    ...NOTHING,
    visure_pagamento: true,
    gates: null,
    t_max: 0,
    expires_on: null,
    group_id: 8,
    group_name: 'fdo polizia',
  };
  expect(findExceededRight(MANAGER, before, before)).toBeNull();
  expect(
    findExceededRight(MANAGER, before, { ...before, gates: [9], t_max: 9999, visure_pagamento: false }),
  ).toBeNull();
  expect(findExceededRight(MANAGER, { ...before, visure_pagamento: false }, before)).toBe('visure_pagamento');
  expect(exceedsOwnRights(MANAGER, before)).toBe(true);
  expect(exceedsOwnRights(MANAGER, NOTHING)).toBe(false);
});

it('TPERM-06 an administrator gives everything, up to the own level', () => {
  const admin = { ...NOTHING, level: 8 };
  expect(
    findExceededRight(admin, null, { ...MANAGER, gates: null, t_max: 0, visure_pagamento: true, expires_on: null }),
  ).toBeNull();
  expect(findExceededRight(admin, null, { ...MANAGER, level: 9 })).toBe('group_id');
  expect(canAssignGroup(admin, { group_id: 8, group_name: 'fdo polizia', level: 8 })).toBe(true);
});
