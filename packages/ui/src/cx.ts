/** Joins class names, skipping undefined and false (CSS modules type a class as possibly undefined). */
export function cx(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' ');
}
