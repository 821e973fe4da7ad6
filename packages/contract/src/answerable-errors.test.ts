import { expect, test } from 'vitest';
import { listErrorStatuses } from './answerable-errors.ts';
import { heartbeat } from './portal/heartbeat.ts';
import { createUser } from './portal/account.ts';
import { getUser } from './portal/user.ts';
import { listUsers } from './portal/user-administration.ts';

test('the ways in which a credential is refused are declared with every call that asks for it', () => {
  expect(listErrorStatuses(heartbeat).get(401)).toEqual(expect.arrayContaining(['missing_api_key', 'invalid_api_key']));
  expect(listErrorStatuses(listUsers).get(403)).toContain('pass_change_required');
  // A reason that cannot be read is refused wherever it is stated.
  expect(listErrorStatuses(getUser).get(428)).toEqual(['reason_required']);
  // The call that ends a first access is open to it.
  expect(listErrorStatuses(createUser).get(403)).not.toContain('pass_change_required');
});
