import { type Roads, useRoads } from '../../lib/map/use-roads.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { useMemo, useState } from 'react';
import { type PlantTrack, useTrackTransits } from './track.api.ts';
import { type Player, type ShownTrack, usePlayer, useTrack } from './use-track.ts';

/** User settings of a track; null ends: unlimited. */
export interface TrackSettings {
  readonly start: string | null;
  readonly end: string | null;
  readonly gapMinutes: number;
}

/** Data and actions shared by the components of a track. */
export interface TrackModel {
  readonly plants: readonly PlantTrack[];
  readonly track: ShownTrack;
  readonly roads: Roads;
  readonly player: Player;
  readonly nation: string | null;
  readonly isLoading: boolean;
  /** The map while it is shown. */
  readonly map: MapHandle | null;
  readonly setMap: (map: MapHandle | null) => void;
}

export function useTrackModel(plate: string, { start, end, gapMinutes }: TrackSettings): TrackModel {
  const plants = useTrackTransits({ plate, start, end });
  const track = useTrack(plants, gapMinutes);
  const roads = useRoads(track.pairs);
  const player = usePlayer(track.points.length);
  const [map, setMap] = useState<MapHandle | null>(null);
  const nation = useMemo(
    () => track.points.findLast(({ transit }) => transit.nazione !== '')?.transit.nazione ?? null,
    [track.points],
  );
  const isLoading = plants.some(({ state }) => state === 'asking');
  return { plants, track, roads, player, nation, isLoading, map, setMap };
}
