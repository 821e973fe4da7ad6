import { formatTable } from '../report/table.ts';
import type { QueryTime } from './query-times.ts';

/** Prints the time of each class of queries beside its target. */
export function printTimes(times: readonly QueryTime[], rows: number): void {
  console.log(`\nTime of each query, ${rows.toLocaleString('en')} transits, milliseconds through HTTP`);
  console.log(
    formatTable([
      ['', 'target p95', 'p95', 'p50', 'errors'],
      ...times.map(({ id, targetMs, p95, p50, errors }) => [
        id,
        targetMs === null ? '-' : String(targetMs),
        p95.toFixed(0),
        p50.toFixed(0),
        String(errors),
      ]),
    ]),
  );
}
