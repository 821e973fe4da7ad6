import { createHash } from 'node:crypto';

/** Deterministic UUID for a name on a plant, the same at every start. */
export function buildSeededUuid(plant: string, name: string): string {
  const hex = createHash('sha256').update(`${plant} ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
