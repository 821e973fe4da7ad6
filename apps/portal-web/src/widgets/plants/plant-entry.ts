/** A plant as the result selector shows it (P 2, T 2.3). */
export type PlantEntry = {
  readonly plantId: string;
  readonly label: string;
  /** Short code written beside it, `CES`. */
  readonly code: string;
  readonly status: 'online' | 'offline' | 'noPermission';
  /** Minutes since it was last heard; only said when offline. */
  readonly silentMinutes?: number;
  readonly answer: 'notAsked' | 'receiving' | 'received' | 'error';
  /** Transits found; null when the plant answers without counting. */
  readonly count: number | null;
  /** `performance.now()` when the request left, for the running seconds. */
  readonly askedAt?: number;
  /** What went wrong, in words, and after how many seconds. */
  readonly error?: { readonly cause: string; readonly afterSeconds: number };
  readonly isSlow: boolean;
  readonly hasLimitedGates: boolean;
  /** Longest search the account may do there, minutes; 0: no limit. */
  readonly maxMinutes: number;
};

/** A plant is asked when it is reachable and the account may see transits there. */
export function isAskable(entry: PlantEntry): boolean {
  return entry.status === 'online';
}

/** Whether nothing of a plant changed: its row need not be drawn again. */
export function isSameEntry(a: PlantEntry, b: PlantEntry): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
