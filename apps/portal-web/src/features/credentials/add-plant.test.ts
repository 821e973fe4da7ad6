import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { toRegistrationError, toRegistrationRefusal } from './add-plant.ts';

test.each([
  ['PLANT-05', 'bad', 'unreachable', 1],
  ['PLANT-05', 'bad', 'timeout', 1],
  ['PLANT-05 no plant answers there', 'bad', 'bad_answer', 1],
  ['PLANT-06', 'bad', 'credentials', 2],
  ['an expired password is the right account', 'bad', 'password_expired', null],
  ['an expired user is the right account', 'expired', 'user_expired', null],
  ['a disabled user is the right account', 'userdisabled', 'user_disabled', null],
  ['a weak password is the right account', 'weakpwd', 'weak_password', null],
  ['PLANT-12 signed in', 'ok', null, null],
] as const)('%s: %s because of %s gives code %s', (_title, state, reason, code) => {
  expect(toRegistrationError(state, reason)).toBe(code);
});

test.each([
  ['PLANT-09 wrong code', 'bad_credentials', 401, 5],
  ['PLANT-08 too many tries', 'rate_limit_exceeded', 429, 4],
  ['PLANT-08 portal not reached', 'unavailable', 0, 4],
  ['PLANT-08 portal in trouble', 'internal', 500, 4],
] as const)('%s: %s gives code %i', (_title, code, status, expected) => {
  expect(toRegistrationRefusal(new ApiError({ code, status, host: 'portal.example' }))).toBe(expected);
});
