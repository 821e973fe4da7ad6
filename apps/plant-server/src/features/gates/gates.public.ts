// What other subjects use of gates.
export { resolveRequestedGates } from './requested-gates.ts';
export type { RequestedGates } from './requested-gates.ts';
export { foldGateName, readGateNames } from './gate-names.repository.ts';
export { insertGate, lockGates, readGatePositions, readGates, toGateColumns } from './gates.repository.ts';
export type { GatePosition, GateRow } from './gates.repository.ts';
export { readNewestReadByGate } from './newest-reads.repository.ts';
export { computeZoneGates, readZoneGates } from './zone-gates.repository.ts';
