/** Rules of plant passwords (P 5; decisions: at least 10 characters). Pure: form and plant use the same rules. */

export const PLANT_PASSWORD_MIN = 10;
export const PLANT_PASSWORD_MAX = 200;
/** Shorter user names may occur in a password, because forbidding them would exclude too much. */
const MIN_FORBIDDEN_NAME_LENGTH = 4;

/** The rules a password can break, in the order of the form. */
export type PlantPasswordFault = 'length' | 'lettersAndNumbers' | 'case' | 'digits' | 'special' | 'username';

export const PLANT_PASSWORD_RULES: readonly PlantPasswordFault[] = [
  'length',
  'lettersAndNumbers',
  'case',
  'digits',
  'special',
  'username',
];

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const RULE_CHECKS: Readonly<Record<PlantPasswordFault, (password: string, name: string) => boolean>> = {
  length: ({ length }) => length >= PLANT_PASSWORD_MIN && length <= PLANT_PASSWORD_MAX,
  lettersAndNumbers: (password) => countMatches(password, /\p{L}/gu) >= 1 && countMatches(password, /\d/g) >= 1,
  case: (password) => countMatches(password, /\p{Lu}/gu) >= 1 && countMatches(password, /\p{Ll}/gu) >= 1,
  digits: (password) => countMatches(password, /\d/g) >= 2,
  special: (password) => countMatches(password, /[^\p{L}\p{N}\s]/gu) >= 1,
  username: (password, name) => name.length < MIN_FORBIDDEN_NAME_LENGTH || !password.toLowerCase().includes(name),
};

/** Every rule the password breaks; empty: it may be used on the plant. */
export function findPlantPasswordFaults(password: string, username: string): readonly PlantPasswordFault[] {
  const name = username.toLowerCase();
  return PLANT_PASSWORD_RULES.filter((rule) => !RULE_CHECKS[rule](password, name));
}

/** True when the password breaks no rule; it must not contain the user name. */
export const isStrongPlantPassword = (password: string, username: string): boolean =>
  findPlantPasswordFaults(password, username).length === 0;

/** 0 empty, 1 weak (a rule is broken), 2 sufficient, 3 good, 4 strong. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** Lengths from which a valid password is good, and strong. */
const GOOD_LENGTH = 14;
const STRONG_LENGTH = 18;
/** With fewer different characters a password is at most "sufficient": `Aa1!Aa1!Aa1!` is long but weak. */
const MIN_DISTINCT_CHARACTERS = 9;

/** Strength for the meter of the form. */
export function ratePlantPassword(password: string, username: string): PasswordStrength {
  if (password === '') return 0;
  if (!isStrongPlantPassword(password, username)) return 1;
  if (new Set(password).size < MIN_DISTINCT_CHARACTERS || password.length < GOOD_LENGTH) return 2;
  return password.length >= STRONG_LENGTH ? 4 : 3;
}
