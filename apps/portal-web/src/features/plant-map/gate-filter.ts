import { isMissingPosition } from '@varco/domain/maps/gate-marker.ts';
import type { GateState } from '@varco/domain/transits/gate-state.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';

export interface GateFilter {
  readonly text: string;
  /** Null: every plant. */
  readonly peerId: number | null;
  readonly state: GateState | null;
}

export const EVERY_GATE: GateFilter = { text: '', peerId: null, state: null };

/** Gates that match the filter; the text ignores case and accents. */
export function filterGates(gates: readonly PlantGate[], { text, peerId, state }: GateFilter): readonly PlantGate[] {
  const requested = foldText(text.trim());
  return gates.filter(
    ({ peerId: of, gate }) =>
      (peerId === null || of === peerId) &&
      (state === null || gate.stato === state) &&
      foldText(`${gate.fullname} ${gate.desc}`).includes(requested),
  );
}

const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('it');

/** T 5.1: gates that should have a position but have none. */
export const filterMissingPositions = (gates: readonly PlantGate[]): readonly PlantGate[] =>
  gates.filter(({ gate }) => isMissingPosition(gate));
