import { z } from 'zod';

/** Where a plate is looked at: the plant whose transit it came from, and the plate as read there. */
const platePlace = { peerId: z.int(), plate: z.string().max(64) };

/**
 * What a tab shows (T 2.9). Tabs are kept over a reload, so this is also the shape that is read back. Plates of tabs live in memory and in
 * the encrypted store, never in an address.
 */
export const TabSpec = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transit-list'),
    /** Fields of the search filter that differ from the usual ones; the list knows their meaning (`storedFilter`). */
    filter: z.record(z.string().max(40), z.unknown()).optional(),
    /** It is to search as soon as it is shown: a preset plate, or a list that had results before a reload. */
    runs: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('transit-detail'),
    ...platePlace,
    transitId: z.string().max(64),
    /** List tab it was opened from: previous and next walk through that list. */
    fromTabId: z.string().max(40).optional(),
    /** Opened from the suspect vehicles (TAB-02). */
    isSuspect: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('transit-map'), ...platePlace }),
  z.object({ kind: z.literal('accomplices'), ...platePlace, transitId: z.string().max(64).optional() }),
  z.object({
    kind: z.literal('look-up'),
    ...platePlace,
    vehicleClass: z.string().max(20).optional(),
    /** RCA was asked by itself once; never again for this tab (readings TA69). */
    hasRun: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('suspects') }),
]);
export type TabSpec = z.infer<typeof TabSpec>;
export type TabKind = TabSpec['kind'];

export const Tab = TabSpec.and(z.object({ id: z.string().min(1).max(40) }));
export type Tab = z.infer<typeof Tab>;
