import { randomInt } from 'node:crypto';

/** Crockford's alphabet: no I, L, O, U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HOW_MANY = 10;
const GROUPS = 3;
const GROUP_CHARS = 4;

const group = (): string =>
  Array.from({ length: GROUP_CHARS }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

/** Ten codes `NN-XXXX-XXXX-XXXX` of 60 random bits each (security rules, part 4). */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: HOW_MANY }, (_, index) =>
    [String(index + 1).padStart(2, '0'), ...Array.from({ length: GROUPS }, group)].join('-'),
  );
