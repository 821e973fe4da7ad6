import type { BackupStatus } from '@varco/contract/backup-status.ts';

/** The end of a period of backups, as the status file names it. */
export interface EndedKey {
  readonly period: number;
  /** When its key was destroyed; of period 0, when its files were removed. */
  readonly at: string;
}

/** Before there were periods. */
const FIRST_MS = Date.parse('2026-01-01T00:00:00Z');
/** The clock of the machine may have been set back since. */
const AHEAD_MS = 300_000;

/**
 * The ended periods of a status file, and how many of its lines cannot be true: an instant to come or before there were
 * periods, a period that can still be opened, one with two ends.
 */
export function listEndedKeys(
  status: BackupStatus,
  now: Date,
): { readonly ended: readonly EndedKey[]; readonly refused: number } {
  const { destroyed = [], leftovers = [], periods = [] } = status.keys ?? {};
  const open = new Set(periods.map(({ number }) => number));
  // Period 0 has no key of its own: it ends with its files.
  const named = [...destroyed, ...leftovers.filter(({ number }) => number !== 0)];
  const ends = new Map<number, Set<number>>();
  for (const { number, at } of named) ends.set(number, (ends.get(number) ?? new Set()).add(Date.parse(at)));
  let refused = 0;
  const ended: EndedKey[] = [];
  for (const [period, instants] of ends) {
    const [at = 0] = instants;
    const isPossible = at >= FIRST_MS && at <= now.getTime() + AHEAD_MS;
    if (instants.size === 1 && isPossible && !open.has(period)) ended.push({ period, at: new Date(at).toISOString() });
    else refused += 1;
  }
  return { ended, refused };
}
