import { expect, it } from 'vitest';
import {
  canExecPaidLookUp,
  canManageDistricts,
  canManageGroups,
  canManageHolds,
  canManageSettings,
  canManageUsers,
  canPayLookUps,
  isInterforceResponsible,
  receivesStolenAlerts,
} from './plant-permissions.ts';

it.each([
  [4, true, false],
  [5, false, false],
  [5, true, true],
  [7, true, true],
  [8, false, true],
  [9, false, true],
])('PERM-03 GUARD-09 level %i with can_manage_users %s manages users: %s', (level, flag, expected) => {
  expect(canManageUsers({ level, can_manage_users: flag })).toBe(expected);
});

it.each([
  [7, false],
  [8, true],
])('GUARD-10 level %i manages groups, settings and legal holds: %s', (level, expected) => {
  expect(canManageGroups({ level })).toBe(expected);
  expect(canManageSettings({ level })).toBe(expected);
  expect(canManageHolds({ level })).toBe(expected);
});

it.each([true, false])('PERM-03 the other flags each steer one thing: %s', (flag) => {
  expect(canManageDistricts({ level: 5, can_manage_districts: flag })).toBe(flag);
  expect(canManageDistricts({ level: 8, can_manage_districts: flag })).toBe(true);
  expect(canPayLookUps({ visure_pagamento: flag })).toBe(flag);
  expect(receivesStolenAlerts({ notifica_rubati: flag })).toBe(flag);
  expect(isInterforceResponsible({ responsabile_interforze: flag })).toBe(flag);
});

it.each([
  [false, false, false],
  [false, true, false],
  [true, false, false],
  [true, true, true],
])('TPERM-10 the person may pay: %s, the plant allows it: %s, so it is done: %s', (person, plant, expected) => {
  expect(canExecPaidLookUp(person, { visure_pagamento: plant })).toBe(expected);
});

it.each([
  [7, false],
  [8, true],
])('TPERM-06 level %i counts as administrator of the plant: %s', (level, expected) => {
  expect(canManageUsers({ level, can_manage_users: false })).toBe(expected);
  expect(canManageGroups({ level })).toBe(expected);
});
