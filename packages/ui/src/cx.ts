/** Joins the class names that are there. CSS modules type a class as possibly missing; false stands for "not now". */
export function cx(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' ');
}
