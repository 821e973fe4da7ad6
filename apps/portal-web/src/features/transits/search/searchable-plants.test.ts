import { expect, it } from 'vitest';
import { plantLoginAnswer } from '../../../../test/plant-answers.ts';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { isSearchable, notAskedReason } from './searchable-plants.ts';

const answer = plantLoginAnswer('t', '3f0b4f8e-8a3c-4c53-9a57-0d5a1b2c3d4e');
const GOOD: PlantSession = {
  credentialId: 'c1',
  peerId: 1,
  origin: 'https://cesena.example',
  credential: {
    url: 'https://cesena.example',
    label: 'Cesena',
    username: 'rossi',
    password: 'x',
    enabled: true,
    uuid: null,
    pin: null,
    rev: 1,
  },
  peer: null,
  addressConflict: null,
  state: 'ok',
  reason: null,
  wasVerified: true,
  token: 't',
  login: answer,
};

it('PERM-09 only plants that are ok and enabled for the force of the user can be picked', () => {
  expect(isSearchable(GOOD)).toBe(true);
  expect(notAskedReason({ ...GOOD, state: 'bad', login: null }, null)).toBe('not_signed_in');
  const municipal = { ...answer, user: { ...answer.user, group: 'comune' } };
  expect(notAskedReason({ ...GOOD, login: municipal }, null)).toBe('no_permission');
  const low = { ...answer, user: { ...answer.user, level: 4 } };
  expect(notAskedReason({ ...GOOD, login: low }, null)).toBe('no_permission');
  expect(notAskedReason({ ...GOOD, credential: { ...GOOD.credential, enabled: false } }, null)).toBe('disabled');
});
