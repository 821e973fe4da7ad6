// What other subjects use of gates.
export { askedGates } from './asked-gates.ts';
export type { AskedGates } from './asked-gates.ts';
export { foldGateName, readGateNames } from './gate-names.ts';
export { lockGates, readGates } from './gates.queries.ts';
export type { GateRow } from './gates.queries.ts';
export { lastPlates } from './last-plates.ts';
export { gatesOfZone, readZoneGates } from './zone-gates.ts';
