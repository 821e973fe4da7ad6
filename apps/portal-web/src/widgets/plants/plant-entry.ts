/** A plant as the result selector shows it (P 2, T 2.3). */
export type PlantEntry = {
  readonly plantId: string;
  readonly label: string;
  /** Short plant code, `CES`. */
  readonly code: string;
  /** `refused`: the plant answers, but not to this account. */
  readonly status: 'online' | 'offline' | 'noPermission' | 'refused';
  /** Why the plant refuses the account, as text. */
  readonly refusal?: string;
  /** Minutes since the last contact; shown only when offline. */
  readonly silentMinutes?: number;
  readonly answer: 'notAsked' | 'receiving' | 'received' | 'error';
  /** Transits found; null when the plant responds without counting. */
  readonly count: number | null;
  /** `performance.now()` when the request was sent, for the running timer. */
  readonly askedAt?: number;
  /** Cause of the error as text, and seconds until it occurred. */
  readonly error?: { readonly cause: string; readonly afterSeconds: number };
  /** Age of the newest read there, as text. `isSilent`: cameras that should read have sent nothing for too long. */
  readonly newest?: { readonly age: string; readonly isSilent: boolean };
  readonly isSlow: boolean;
  readonly hasLimitedGates: boolean;
  /** Maximum search period of the account there, minutes; 0: no limit. */
  readonly maxMinutes: number;
  /** True where that limit is an age: nothing older is shown, whatever the period. */
  readonly isAgeLimit?: boolean;
};

/** True when the plant is reachable and the account may see transits there. */
export function canQueryPlant(entry: PlantEntry): boolean {
  return entry.status === 'online';
}

/** True when nothing of a plant changed, so that its row need not be redrawn. */
export function isSameEntry(a: PlantEntry, b: PlantEntry): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
