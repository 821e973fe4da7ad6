/** Day, time and zone: `2026-11-26 14:05:09 UTC`, as `--to` takes it. */
export const formatInstant = (instant: string): string => `${instant.slice(0, 19).replace('T', ' ')} UTC`;

/** `transit 20000, audit_leaf 12`: the names of the tables. */
export const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ');

/**
 * The instant of `--to`: with a zone, or of the clock of this machine; `latest`: null. Undefined: it has another form.
 */
export function parseTarget(text: string): string | null | undefined {
  if (text === 'latest') return null;
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?: UTC|Z|[+-]\d\d:\d\d)?$/.test(text)) return undefined;
  const instant = Date.parse(text.replace(' UTC', 'Z').replace(' ', 'T'));
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}
