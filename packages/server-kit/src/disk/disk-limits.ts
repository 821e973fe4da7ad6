/** `low`: writes that grow are refused. `full`: even the reserve is used up. */
export type DiskState = 'ok' | 'low' | 'full';

/** Limits of a volume, in bytes of free space. Leaving a state takes more than entering it. */
export interface DiskLimits {
  readonly lowBelow: number;
  readonly okFrom: number;
  readonly fullBelow: number;
  readonly lowFrom: number;
  /** Size of the ballast file, which is given back when the volume is full. */
  readonly ballast: number;
}

const MB = 1_000_000;
const MIN_RESERVE = 1_000 * MB;
const MAX_RESERVE = 5_000 * MB;
const MAX_BALLAST = 64 * MB;

/**
 * Limits for a volume of `totalBytes`. `reserveMb` null: 5 % of the volume, at least 1 GB and at most 5 GB, but never
 * more than a fifth of it.
 */
export function computeDiskLimits(totalBytes: number, reserveMb: number | null): DiskLimits {
  const usual = Math.min(Math.max(totalBytes * 0.05, MIN_RESERVE), MAX_RESERVE, totalBytes * 0.2);
  const reserve = reserveMb === null ? usual : reserveMb * MB;
  const ballast = Math.floor(Math.min(MAX_BALLAST, reserve / 4));
  const fullBelow = reserve / 8;
  return {
    lowBelow: reserve,
    okFrom: reserve * 1.2,
    fullBelow,
    // Above what giving back the ballast alone brings: else the state would change to and fro.
    lowFrom: fullBelow * 1.5 + ballast,
    ballast,
  };
}

/** The next state of a volume with `freeBytes`. */
export function computeDiskState(before: DiskState, freeBytes: number, limits: DiskLimits): DiskState {
  if (freeBytes < (before === 'full' ? limits.lowFrom : limits.fullBelow)) return 'full';
  return freeBytes < (before === 'ok' ? limits.lowBelow : limits.okFrom) ? 'low' : 'ok';
}
