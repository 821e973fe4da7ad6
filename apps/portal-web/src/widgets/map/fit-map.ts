import { computeBounds, toPosition, type Position } from '@varco/domain/maps/geo.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { useEffect, useEffectEvent } from 'react';
import type { PlantGate } from './gate-overlay.ts';

/** Positions of the gates that have one. */
export const listGatePositions = (gates: readonly PlantGate[]): readonly Position[] =>
  gates.flatMap(({ gate }) => {
    const at = toPosition(gate);
    return at === null ? [] : [at];
  });

/** Shows all positions; without any the map stays where it is. */
export function fitPositions(map: MapHandle | null, positions: readonly Position[]): void {
  const bounds = computeBounds(positions);
  if (bounds !== null) map?.fit(bounds);
}

/**
 * Fits the map when it is there and whenever its contents become others.
 * @param contents names what is shown; null: not loaded yet
 */
export function useFitOnChange(map: MapHandle | null, contents: string | null, fit: () => void): void {
  const show = useEffectEvent(fit);
  useEffect(() => {
    if (map !== null && contents !== null) show();
  }, [map, contents]);
}
