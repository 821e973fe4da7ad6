import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import type { readOpenItems } from '@varco/contract/plant/handovers.ts';
import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { isRefused, type PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import type { PlantSegment } from '../../widgets/completeness/completeness.ts';
import { HANDOVER_QUERIES, handoversQuery, openItemsQuery } from './handover.api.ts';
import { groupHandovers, type HandoverBatch } from './handover-parts.ts';

/** A plant that said what is open. */
export interface OpenPlant {
  readonly peerId: number;
  readonly name: string;
  readonly open: CallOutput<typeof readOpenItems>;
}

/** What the plants of the user say about hand-overs. */
export interface Handovers {
  /** Plants of the line above the list: answered, waiting, failed, or not connected. */
  readonly segments: readonly PlantSegment[];
  readonly open: readonly OpenPlant[];
  /** Names of the plants that do not answer. */
  readonly missing: readonly string[];
  readonly batches: readonly HandoverBatch[];
  readonly isPending: boolean;
  readonly nameOf: (peerId: number) => string;
  readonly refresh: () => void;
}

/** True when this account may act on alerts, as far as its sign-in says. */
export const mayHandOver = ({ state, login }: PlantSession): boolean =>
  state === 'ok' && login !== null && isForceEnabled(login.user);

/** Refused because of rights: there is nothing of the plant to hand over, so it is not missing. */
const isNoRight = (error: Error | null): boolean => error instanceof ApiError && error.facts.status === 403;

/** Reads what is open and every hand-over of the last 90 days, from all plants where the user acts on alerts. */
export function useHandovers(): Handovers {
  const client = useQueryClient();
  const enabled = usePlantList().filter((plant) => plant.credential.enabled && !isRefused(plant));
  const plants = enabled.filter(mayHandOver);
  const items = useQueries({ queries: plants.map(({ peerId }) => openItemsQuery(peerId)) });
  const lists = useQueries({ queries: plants.map(({ peerId }) => handoversQuery(peerId)) });
  const away = enabled.filter(({ state, login }) => state !== 'ok' || login === null);
  const segments = [
    ...plants.flatMap((plant, at): readonly PlantSegment[] => {
      const [item, list] = [items[at], lists[at]];
      const error = item?.error ?? list?.error ?? null;
      if (isNoRight(error)) return [];
      const state =
        error !== null ? 'error' : item?.data === undefined || list?.data === undefined ? 'receiving' : 'answered';
      return [{ plantId: plant.credentialId, label: getPlantLabel(plant), state }];
    }),
    ...away.map((plant) => ({ plantId: plant.credentialId, label: getPlantLabel(plant), state: 'away' as const })),
  ];
  const labels = new Map(enabled.map((plant) => [plant.peerId, getPlantLabel(plant)]));
  return {
    segments,
    open: plants.flatMap(({ peerId }, at) => {
      const item = items[at];
      return item?.data === undefined || item.isError
        ? []
        : [{ peerId, name: labels.get(peerId) ?? '', open: item.data }];
    }),
    missing: segments.filter(({ state }) => state === 'error' || state === 'away').map(({ label }) => label),
    batches: groupHandovers(
      plants.flatMap(({ peerId }, at) => (lists[at]?.data?.objects ?? []).map((summary) => ({ peerId, summary }))),
    ),
    isPending: [...items, ...lists].some(({ isPending }) => isPending),
    nameOf: (peerId) => labels.get(peerId) ?? String(peerId),
    refresh: () => void client.invalidateQueries({ queryKey: HANDOVER_QUERIES }),
  };
}
