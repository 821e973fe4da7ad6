// What other subjects use of gates.
export { resolveRequestedGates } from './asked-gates.ts';
export type { RequestedGates } from './asked-gates.ts';
export { foldGateName, readGateNames } from './gate-names.ts';
export { lockGates, readGates } from './gates.queries.ts';
export type { GateRow } from './gates.queries.ts';
export { readNewestReadByGate } from './last-plates.ts';
export { computeZoneGates, readZoneGates } from './zone-gates.ts';
