import { expect, test } from 'vitest';
import { isStrongPlantPassword, findPlantPasswordFaults, ratePlantPassword } from './plant-password.ts';

test.each([
  ['CRED-11 letters only', 'Abcdefghij!', ['lettersAndNumbers', 'digits']],
  ['CRED-11 digits only', '1234567890!', ['lettersAndNumbers', 'case']],
  ['CRED-12 all lower', 'segreto-di-09', ['case']],
  ['CRED-12 all upper', 'SEGRETO-DI-09', ['case']],
  ['CRED-13 no special character', 'SegretoDi09', ['special']],
  ['CRED-13 a space is not special', 'Segreto di 09', ['special']],
  ['CRED-14 one digit', 'Segreto-di-9', ['digits']],
  ['CRED-14 two digits', 'Segreto-di-09', []],
  ['nine characters', 'Segret-09', ['length']],
  ['ten characters', 'Segreto-09', []],
  ['201 characters', `Aa09!${'x'.repeat(196)}`, ['length']],
  ['the name in it, in any case', 'ROSSI-Segreto-09', ['username']],
  ['nothing', '', ['length', 'lettersAndNumbers', 'case', 'digits', 'special']],
] as const)('%s: %s breaks %j', (_title, password, faults) => {
  expect(findPlantPasswordFaults(password, 'Rossi')).toEqual(faults);
  expect(isStrongPlantPassword(password, 'Rossi')).toBe(faults.length === 0);
});

test('a name of three letters may stand in a password', () => {
  expect(findPlantPasswordFaults('bot-Segreto-09', 'bot')).toEqual([]);
});

test.each([
  ['', 0],
  ['abc', 1],
  ['Segreto-09', 2],
  ['Aa09!Aa09!Aa09!Aa09!', 2],
  ['Segreto-lago-09', 3],
  ['Segreto-lago-alto-09', 4],
])('strength of %j is %i', (password, strength) => {
  expect(ratePlantPassword(password, 'rossi')).toBe(strength);
});
