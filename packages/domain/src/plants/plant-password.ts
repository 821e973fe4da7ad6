/** Rules of plant passwords (P 5; decisions: at least 10 characters). Pure: form and plant judge by the same ones. */

export const PLANT_PASSWORD_MIN = 10;
export const PLANT_PASSWORD_MAX = 200;
/** A shorter name may stand in a password: too much would be forbidden. */
const MIN_NAME = 4;

/** What a password breaks, in the order the form lists the rules. */
export type PlantPasswordFault = 'length' | 'lettersAndNumbers' | 'case' | 'digits' | 'special' | 'username';

export const PLANT_PASSWORD_RULES: readonly PlantPasswordFault[] = [
  'length',
  'lettersAndNumbers',
  'case',
  'digits',
  'special',
  'username',
];

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const KEEPS: Readonly<Record<PlantPasswordFault, (password: string, name: string) => boolean>> = {
  length: ({ length }) => length >= PLANT_PASSWORD_MIN && length <= PLANT_PASSWORD_MAX,
  lettersAndNumbers: (password) => count(password, /\p{L}/gu) >= 1 && count(password, /\d/g) >= 1,
  case: (password) => count(password, /\p{Lu}/gu) >= 1 && count(password, /\p{Ll}/gu) >= 1,
  digits: (password) => count(password, /\d/g) >= 2,
  special: (password) => count(password, /[^\p{L}\p{N}\s]/gu) >= 1,
  username: (password, name) => name.length < MIN_NAME || !password.toLowerCase().includes(name),
};

/** Every rule the password breaks; none: it may be used on the plant. */
export function plantPasswordFaults(password: string, username: string): readonly PlantPasswordFault[] {
  const name = username.toLowerCase();
  return PLANT_PASSWORD_RULES.filter((rule) => !KEEPS[rule](password, name));
}

/** True when the password may be used on a plant; the name may not be part of it. */
export const isStrongPlantPassword = (password: string, username: string): boolean =>
  plantPasswordFaults(password, username).length === 0;

/** 0 nothing typed, 1 weak (a rule is broken), 2 enough, 3 good, 4 strong. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** Length from which a password that keeps the rules is good, and strong. */
const GOOD_LENGTH = 14;
const STRONG_LENGTH = 18;
/** Fewer different characters than this are never more than enough: `Aa1!Aa1!Aa1!` is long and poor. */
const VARIED = 9;

/** What the strength meter shows. */
export function plantPasswordStrength(password: string, username: string): PasswordStrength {
  if (password === '') return 0;
  if (!isStrongPlantPassword(password, username)) return 1;
  if (new Set(password).size < VARIED || password.length < GOOD_LENGTH) return 2;
  return password.length >= STRONG_LENGTH ? 4 : 3;
}
