/** A row of the ranking with the true nature of its vehicle. */
export interface JudgedRow {
  /** Null: an offender. */
  readonly life: string | null;
  readonly features: Readonly<Record<string, number>>;
}

/** Innocent vehicles of one routine among the first rows, and the average points of each feature over all of them. */
export interface FalsePositives {
  readonly life: string;
  readonly at50: number;
  readonly at200: number;
  readonly features: Readonly<Record<string, number>>;
}

/**
 * Groups the false positives by routine and shows which features cause them, most frequent among the first 200 first.
 * Starting point for a new formula.
 */
export function groupFalsePositives(rows: readonly JudgedRow[]): readonly FalsePositives[] {
  const first = rows.slice(0, 200).map((row, at) => ({ ...row, at }));
  return [...Map.groupBy(first, ({ life }) => life)]
    .flatMap(([life, all]): FalsePositives[] => {
      if (life === null) return [];
      const names = new Set(all.flatMap(({ features }) => Object.keys(features)));
      const mean = (name: string): number =>
        Math.round(all.reduce((sum, { features }) => sum + (features[name] ?? 0), 0) / all.length);
      const features = Object.fromEntries([...names].map((name) => [name, mean(name)] as const));
      return [{ life, at50: all.filter(({ at }) => at < 50).length, at200: all.length, features }];
    })
    .toSorted((a, b) => b.at200 - a.at200);
}
