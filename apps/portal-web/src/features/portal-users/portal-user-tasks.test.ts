import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import { expect, test } from 'vitest';
import { listTasks, type PortalUserTask } from './portal-user-tasks.ts';

const PERSON: PortalAccount = {
  id: 4,
  uuid: '00000000-0000-4000-8000-000000000004',
  username: 'agente',
  email: 'agente@posta.example',
  fullname: 'Persona agente',
  active: true,
  verified: true,
  must_change: false,
  admin: false,
  audit_read: false,
  last_login: null,
  telephone: '',
  mobile: '',
  enable_2fa: false,
  notes: '',
  keys: [],
  created: '2026-11-20T08:00:00.000Z',
  updated: '2026-11-20T08:00:00.000Z',
  authority: '',
  first_access: false,
  invited: null,
  open_sessions: 0,
  admin_request: null,
};
const REQUEST = {
  grants: true,
  requested_by: 'capo',
  own: false,
  requested_at: '2026-11-20T08:00:00.000Z',
  expires_at: '2026-11-27T08:00:00.000Z',
};
const tasksOf = (change: Partial<PortalAccount>, isSelf = false): Readonly<Partial<Record<PortalUserTask, string>>> =>
  Object.fromEntries(
    listTasks({ ...PERSON, ...change }, isSelf).map(({ task, reason }) => [
      task,
      reason?.replace('portalUsers:reason.', '') ?? 'ok',
    ]),
  );

test('ADM-04 what can be done follows the state of the person', () => {
  expect(tasksOf({})).toEqual({
    disable: 'ok',
    mustChange: 'ok',
    giveAudit: 'ok',
    endSessions: 'noSessions',
    resetTwoFactor: 'noTwoFactor',
    addPlants: 'ok',
    giveAdmin: 'ok',
  });
  expect(
    tasksOf({ active: false, must_change: true, open_sessions: 2, enable_2fa: true, invited: PERSON.created }),
  ).toEqual({
    enable: 'ok',
    mayKeep: 'ok',
    giveAudit: 'ok',
    endSessions: 'ok',
    resetTwoFactor: 'ok',
    addPlants: 'ok',
    giveAdmin: 'notReady',
  });
  expect(tasksOf({ audit_read: true })).toMatchObject({ takeAudit: 'ok' });
  expect(tasksOf({}, true)).toMatchObject({ giveAudit: 'self' });
  expect(tasksOf({ verified: false, invited: PERSON.created })).toMatchObject({ invite: 'ok', giveAdmin: 'notReady' });
});

test('ADM-04 the second person confirms, the first can only withdraw, and nobody acts on themselves', () => {
  expect(tasksOf({ admin_request: REQUEST })).toMatchObject({ confirmAdmin: 'ok', rejectAdmin: 'ok' });
  expect(tasksOf({ admin_request: { ...REQUEST, own: true } })).toMatchObject({
    confirmAdmin: 'ownRequest',
    withdrawAdmin: 'ok',
  });
  expect(tasksOf({ admin: true, admin_request: { ...REQUEST, grants: false } })).toMatchObject({
    confirmNoAdmin: 'ok',
  });
  expect(new Set(Object.values(tasksOf({ admin: true, open_sessions: 1, enable_2fa: true }, true)))).toEqual(
    new Set(['self']),
  );
});
