import { registrationOf } from './plate-series.ts';
import { memberOf, POOLS } from './roster.ts';
import type { Story } from './story.ts';

/** People with a life of their own kind, who lead analyses astray. */
export type RegularLife = 'commuter' | 'school' | 'bus' | 'delivery' | 'night';

/** Plates of all regulars with how they live, for the false-alarm rates of benches. */
export function regularPlates({ sizes, seed }: Story): ReadonlyMap<string, RegularLife> {
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
        (_, i) => [registrationOf(memberOf(POOLS[life], i, seed), seed).plate, life] as const,
      ),
    ),
  );
}
