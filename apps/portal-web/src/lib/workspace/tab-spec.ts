import { z } from 'zod';

/** A plate and the plant whose transit it came from, as read there. */
const plateFields = { peerId: z.int(), plate: z.string().max(64) };

/**
 * Content of a tab (T 2.9). Also the format of stored tabs. Plates of tabs exist only in memory and in the encrypted
 * store, never in an address.
 */
export const TabSpec = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transit-list'),
    /** Filter fields that differ from the default; the list parses them (`parseStoredFilter`). */
    filter: z.record(z.string().max(40), z.unknown()).optional(),
    /** True when the tab must search as soon as it is shown: a preset plate, or a list that had results before a reload. */
    runs: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('transit-detail'),
    ...plateFields,
    transitId: z.string().max(64),
    /** List tab it was opened from: previous and next move through that list. */
    fromTabId: z.string().max(40).optional(),
    /** Opened from the suspect vehicles (TAB-02). */
    isSuspect: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('transit-map'),
    ...plateFields,
    /** A second plate on the same map. */
    second: z.string().max(64).optional(),
  }),
  z.object({ kind: z.literal('accomplices'), ...plateFields, transitId: z.string().max(64).optional() }),
  z.object({
    kind: z.literal('look-up'),
    ...plateFields,
    vehicleClass: z.string().max(20).optional(),
    /** The automatic RCA search has already run and must not run again in this tab (readings TA69). */
    hasRun: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('suspects') }),
]);
export type TabSpec = z.infer<typeof TabSpec>;
export type TabKind = TabSpec['kind'];

export const Tab = TabSpec.and(z.object({ id: z.string().min(1).max(40) }));
export type Tab = z.infer<typeof Tab>;
