import { randomInt } from 'node:crypto';

/** Crockford's alphabet: no I, L, O, U. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_COUNT = 10;
const GROUPS_PER_CODE = 3;
const GROUP_CHARS = 4;

const createGroup = (): string =>
  Array.from({ length: GROUP_CHARS }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('');

/** Ten codes `NN-XXXX-XXXX-XXXX` of 60 random bits each (security rules, part 4). */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: CODE_COUNT }, (_, index) =>
    [String(index + 1).padStart(2, '0'), ...Array.from({ length: GROUPS_PER_CODE }, createGroup)].join('-'),
  );
