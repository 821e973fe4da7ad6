import { type PlantLoginState, isPlantEnabled, isFinalLoginState, needsPasswordChange } from './login-state.ts';

/** The fields of a plant that the summary needs. */
export interface PlantForSummary {
  readonly enabled: boolean;
  readonly active: number;
  readonly state: PlantLoginState;
  readonly hasPassword: boolean;
  /** Its state was final once: a later renewal does not make it unverified again. */
  readonly wasVerified: boolean;
}

/** Result of verify-all (P 4). All counts but `total` are of enabled plants. */
export interface VerifySummary {
  readonly total: number;
  readonly enabled: number;
  readonly ok: number;
  readonly verifying: number;
  /** Has a password and ended in any state but ok; includes `bad` plants (readings B-15). */
  readonly error: number;
  readonly missingPassword: number;
  readonly passwordChange: number;
  readonly bad: number;
  /** Verified once and no enabled plant pending: the application may open (readings B-14). */
  readonly go: boolean;
}

const FAILED_STATES: ReadonlySet<PlantLoginState> = new Set(['bad', 'expired', 'userdisabled', 'weakpwd']);

/**
 * Counts the sign-in states of all plants. @param hasRun verify-all has run at least once; without plants the first
 * run is enough
 */
export function summarizeLogins(plants: readonly PlantForSummary[], hasRun: boolean): VerifySummary {
  const enabled = plants.filter((plant) => isPlantEnabled(plant.enabled, plant.active));
  const count = (test: (plant: PlantForSummary) => boolean): number => enabled.filter(test).length;
  return {
    total: plants.length,
    enabled: enabled.length,
    ok: count((plant) => plant.state === 'ok'),
    verifying: count((plant) => plant.state === 'verifying'),
    error: count((plant) => plant.hasPassword && FAILED_STATES.has(plant.state)),
    missingPassword: count((plant) => !plant.hasPassword),
    passwordChange: count((plant) => needsPasswordChange(plant.state, plant.active)),
    bad: count((plant) => plant.state === 'bad'),
    go: hasRun && enabled.every((plant) => plant.wasVerified || isFinalLoginState(plant.state)),
  };
}
