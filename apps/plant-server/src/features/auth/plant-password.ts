/** Rules of plant passwords (P 5; decisions: at least 10 characters). Pure. */

export const PLANT_PASSWORD_MIN = 10;
export const PLANT_PASSWORD_MAX = 200;

/** True when the password may be used on this plant; the name may not be part of it. */
export function isStrongPlantPassword(password: string, username: string): boolean {
  const count = (pattern: RegExp): number => password.match(pattern)?.length ?? 0;
  const name = username.toLowerCase();
  return (
    password.length >= PLANT_PASSWORD_MIN &&
    password.length <= PLANT_PASSWORD_MAX &&
    count(/\p{Lu}/gu) >= 1 &&
    count(/\p{Ll}/gu) >= 1 &&
    count(/\d/g) >= 2 &&
    count(/[^\p{L}\p{N}\s]/gu) >= 1 &&
    !(name.length >= 4 && password.toLowerCase().includes(name))
  );
}
