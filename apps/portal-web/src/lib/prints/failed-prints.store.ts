import { create } from 'zustand';

/**
 * Transits whose last print failed, by plant and id. T 8.1 forbids a message, so a mark on the row shows that there is
 * no file. Cleared by the next print of the transit, and with the page.
 */
export const useFailedPrints = create<{ readonly keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));

/** Key of a transit in `useFailedPrints`, unique across plants. */
export const buildPrintKey = (peerId: number, transitId: string): string => `${peerId}-${transitId}`;

/** Records whether printing a transit failed. */
export function recordPrint(key: string, hasFailed: boolean): void {
  useFailedPrints.setState(({ keys }) => {
    if (keys.has(key) === hasFailed) return { keys };
    const next = new Set(keys);
    if (hasFailed) next.add(key);
    else next.delete(key);
    return { keys: next };
  });
}
