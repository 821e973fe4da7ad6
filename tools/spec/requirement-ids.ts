// "BLK-12", and ranges of ids: "BLK-12..15" or "BLK-12..BLK-15".
const idPattern = /\b([A-Z][A-Z0-9]{1,6})-(\d{2,3})(?:(?:\.\.|…)(?:\1-)?(\d{2,3}))?(?!\d)/g;

/** The requirement ids named in a test title, in order, without duplicates. */
export function findIds(title: string): string[] {
  const found = new Set<string>();
  for (const [, prefix = '', first = '', last] of title.matchAll(idPattern)) {
    const to = last === undefined ? Number(first) : Number(last);
    // A range longer than any area is a typing mistake and is ignored.
    if (to < Number(first) || to - Number(first) > 60) continue;
    for (let n = Number(first); n <= to; n++) found.add(`${prefix}-${String(n).padStart(first.length, '0')}`);
  }
  return [...found];
}
