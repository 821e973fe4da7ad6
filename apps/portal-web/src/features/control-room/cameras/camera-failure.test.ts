import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { toCameraFailure } from './cameras.api.ts';

const host = 'cesena.example';

test('CAM-10 a 401 on camera status is an authentication error, no answer a connection error', () => {
  expect(toCameraFailure(new ApiError({ code: 'invalid_token', status: 401, host }))).toBe('authentication');
  expect(toCameraFailure(new ApiError({ code: 'bad_credentials', status: 401, host }))).toBe('authentication');
  expect(toCameraFailure(new ApiError({ code: 'unavailable', subCode: 'network', status: 0, host }))).toBe(
    'connection',
  );
  expect(toCameraFailure(new ApiError({ code: 'unavailable', status: 503, host }))).toBe('connection');
  expect(toCameraFailure(new ApiError({ code: 'no_perms', status: 403, host }))).toBe('other');
  expect(toCameraFailure(new Error('broken'))).toBe('other');
});
