import type { PlantGate } from '../map/gate-overlay.ts';

/** A gate, identified by its plant and its id there. */
export interface ChosenGate {
  readonly peerId: number;
  readonly gateId: number;
}

export const toGateKey = ({ peerId, gateId }: ChosenGate): string => `${peerId}:${gateId}`;

export function parseGateKey(key: string): ChosenGate {
  const [peerId = 0, gateId = 0] = key.split(':').map(Number);
  return { peerId, gateId };
}

/** Gate names by key. */
export const collectGateNames = (gates: readonly PlantGate[]): ReadonlyMap<string, string> =>
  new Map(gates.map(({ peerId, gate }) => [toGateKey({ peerId, gateId: gate.id }), gate.fullname]));
