/** Time of one test file. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

/** The ten slowest files with their times, slowest first, in one line; empty without files. */
export function formatSlowestFiles(times: readonly FileTime[]): string {
  const bySeconds = Map.groupBy(times, ({ file }) => file);
  const sums = [...bySeconds].map(([file, parts]) => ({
    file,
    seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
  const slowest = sums.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  return slowest.map(({ file, seconds }) => `${file} ${Math.round(seconds)} s`).join(', ');
}
