/**
 * Transit ids: 63 bits, ordered by time, and the same whenever the same event is sent again. 41 bits of milliseconds
 * since 2020-01-01T00:00Z, then 22 bits of a hash of gate and plate. On the wire a decimal string.
 */
export const TRANSIT_EPOCH_MS = 1_577_836_800_000;
export const TRANSIT_HASH_BITS = 22;
const HASH_BITS = BigInt(TRANSIT_HASH_BITS);
const MAX_TRANSIT_MS = TRANSIT_EPOCH_MS + 2 ** 41 - 1;

/** FNV-1a over `gate:plate`, folded to 22 bits: the lower part of an id. */
export function hashTransitEvent(gate: number, plate: string): number {
  let hash = 0x811c9dc5;
  const text = `${gate}:${plate}`;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  // The upper bits are better mixed: fold them over the lower ones.
  return ((hash >>> 22) ^ hash) & 0x3fffff;
}

/** True when an id can be made for this instant (2020 to 2089). */
export const isTransitTime = (ms: number): boolean => ms >= TRANSIT_EPOCH_MS && ms <= MAX_TRANSIT_MS;

/** Id of the read of `plate` at `gate` at `ms`. Throws RangeError outside 2020 to 2089. */
export function buildTransitId(gate: number, plate: string, ms: number): string {
  if (!isTransitTime(ms)) throw new RangeError('time outside the range of ids');
  return ((BigInt(ms - TRANSIT_EPOCH_MS) << HASH_BITS) | BigInt(hashTransitEvent(gate, plate))).toString();
}

/** Smallest id of a read at this instant or later; `ms` may lie outside the range of ids. */
export const firstTransitIdAt = (ms: number): string =>
  (BigInt(Math.min(Math.max(ms, TRANSIT_EPOCH_MS), MAX_TRANSIT_MS) - TRANSIT_EPOCH_MS) << HASH_BITS).toString();

/** Milliseconds of the read an id belongs to; null when the text is not a transit id. */
export function parseTransitIdMs(id: string): number | null {
  if (!/^\d{1,19}$/.test(id)) return null;
  const value = BigInt(id);
  if (value >= 1n << 63n) return null;
  return Number(value >> HASH_BITS) + TRANSIT_EPOCH_MS;
}
