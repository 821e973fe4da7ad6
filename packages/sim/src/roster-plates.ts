import { deriveRegistration } from './plate-series.ts';
import { getPoolMember, POOLS } from './roster.ts';
import type { TrafficPlan } from './traffic-plan.ts';

/** Regular routines that can mislead analyses. */
export type RegularLife = 'commuter' | 'school' | 'bus' | 'delivery' | 'night';

/** Plates of all vehicles with a regular routine, to compute the false-alarm rates of benchmarks. */
export function listRegularPlates({ sizes, seed }: TrafficPlan): ReadonlyMap<string, RegularLife> {
  const groups: readonly (readonly [RegularLife, number])[] = [
    ['commuter', sizes.commuters],
    ['school', sizes.schoolRuns],
    ['bus', sizes.buses],
    ['delivery', sizes.deliveries],
    ['night', sizes.nightPeople],
  ];
  return new Map(
    groups.flatMap(([life, count]) =>
      Array.from(
        { length: count },
        (_, i) => [deriveRegistration(getPoolMember(POOLS[life], i, seed), seed).plate, life] as const,
      ),
    ),
  );
}
