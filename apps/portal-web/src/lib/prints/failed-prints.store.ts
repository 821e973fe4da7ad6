import { create } from 'zustand';

/**
 * Transits whose last print failed, by plant and id. T 8.1 wants no message then; the mark on the row is how it is known
 * that there is no file. Gone with the next print of the same transit, and with the page.
 */
export const useFailedPrints = create<{ readonly keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));

export const printKey = (peerId: number, transitId: string): string => `${peerId}-${transitId}`;

/** Notes how printing one transit ended. */
export function notePrint(key: string, hasFailed: boolean): void {
  useFailedPrints.setState(({ keys }) => {
    if (keys.has(key) === hasFailed) return { keys };
    const next = new Set(keys);
    if (hasFailed) next.add(key);
    else next.delete(key);
    return { keys: next };
  });
}
