import { expect, it } from 'vitest';
import { createCredential, createPlant } from '../../../../test/plant-sessions.ts';
import { buildPlantLoginResponse } from '../../../../test/plant-responses.ts';
import { isSearchable, findNotQueriedReason } from './searchable-plants.ts';

const loginResponse = buildPlantLoginResponse('t', '3f0b4f8e-8a3c-4c53-9a57-0d5a1b2c3d4e');
const GOOD = createPlant(createCredential(), { login: loginResponse });

it('PERM-09 only plants that are ok and enabled for the force of the user can be picked', () => {
  expect(isSearchable(GOOD)).toBe(true);
  expect(findNotQueriedReason({ ...GOOD, state: 'bad', login: null }, null)).toBe('not_signed_in');
  const municipal = { ...loginResponse, user: { ...loginResponse.user, group: 'comune' } };
  expect(findNotQueriedReason({ ...GOOD, login: municipal }, null)).toBe('no_permission');
  const low = { ...loginResponse, user: { ...loginResponse.user, level: 4 } };
  expect(findNotQueriedReason({ ...GOOD, login: low }, null)).toBe('no_permission');
  expect(findNotQueriedReason({ ...GOOD, credential: { ...GOOD.credential, enabled: false } }, null)).toBe('disabled');
});
