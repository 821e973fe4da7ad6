import type { RailSection } from '../../widgets/shell/Rail.tsx';

/** Pages without an entry of their own, by the beginning of their address, and the entry they belong to. */
const BELONGING: readonly (readonly [prefix: string, entry: string])[] = [
  ['/peer/', '/peer/status'],
  ['/blacklist', '/blacklist'],
  ['/visure-ministeriali/', '/visure-ministeriali'],
];

/** The entry that is marked while a page is shown; null: none. */
export function findRailEntry(sections: readonly RailSection[], pathname: string): string | null {
  if (sections.some(({ items }) => items.some(({ id }) => id === pathname))) return pathname;
  return BELONGING.find(([prefix]) => pathname.startsWith(prefix))?.[1] ?? null;
}
