import { isMissingPosition } from '@varco/domain/maps/gate-marker.ts';
import type { GateState } from '@varco/domain/transits/gate-state.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';

export interface GateFilter {
  readonly text: string;
  /** One plant or those of a group, as the field names them; null: every plant. */
  readonly plants: { readonly value: string; readonly peerIds: readonly number[] } | null;
  readonly state: GateState | null;
}

export const EVERY_GATE: GateFilter = { text: '', plants: null, state: null };

/** Gates that match the filter; the text ignores case and accents. */
export function filterGates(gates: readonly PlantGate[], { text, plants, state }: GateFilter): readonly PlantGate[] {
  const requested = foldText(text.trim());
  return gates.filter(
    ({ peerId: of, gate }) =>
      (plants === null || plants.peerIds.includes(of)) &&
      (state === null || gate.stato === state) &&
      foldText(`${gate.fullname} ${gate.desc}`).includes(requested),
  );
}

const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('it');

/** T 5.1: gates that should have a position but have none. */
export const filterMissingPositions = (gates: readonly PlantGate[]): readonly PlantGate[] =>
  gates.filter(({ gate }) => isMissingPosition(gate));
