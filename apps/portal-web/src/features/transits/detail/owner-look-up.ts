import { queryOptions } from '@tanstack/react-query';
import { searchLookUps } from '@varco/contract/plant/look-ups.ts';
import type { ProcessedInfo } from '@varco/contract/plant/transit-detail.ts';
import { LOOK_UP_KEYS } from '@varco/domain/look-ups/look-up-codes.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

/** T 4.5: minimum display time of the spinner. */
export const OWNER_SPINNER_MS = 2_000;

const delayBy = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * PLAPI-37, DET-13: the owner of a plate from this plant's look-ups, newest first. Null when none is known or the call
 * failed; both are shown the same way (T 8.4).
 */
export const createOwnerQuery = (peerId: number, plate: string) =>
  queryOptions({
    queryKey: ['owner', peerId, plate],
    queryFn: async ({ signal }): Promise<ProcessedInfo | null> => {
      const body = { search_sources: ['cache' as const], campo_ricerca: plate, tipo_ricerca: LOOK_UP_KEYS.targa, p: 1 };
      const requested = callPeer(peerId, searchLookUps, { body }, { signal }).then(
        ({ objects }) => objects.map((one) => one.processed_info).find(hasOwner) ?? null,
        () => null,
      );
      const [found] = await Promise.all([requested, delayBy(OWNER_SPINNER_MS)]);
      return found;
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

const hasOwner = (info: ProcessedInfo | null): boolean => info?.dati_anagrafici != null || info?.dati_societa != null;
