import { isTransitTime } from '@varco/domain/transits/transit-id.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Runner } from './sql-statement.ts';

const DAY_MS = 86_400_000;
const toMonth = (ms: number): string => toIsoInstant(ms).slice(0, 7);

/** Monthly partitions: created in advance, and on demand for late reads. */
export class MonthPartitions {
  private readonly runner: Runner;
  private readonly known = new Set<string>();

  constructor(runner: Runner) {
    this.runner = runner;
  }

  /** Creates the partitions for these instants (milliseconds). Throws RangeError outside 2020 to 2089. */
  async ensure(instants: readonly number[]): Promise<void> {
    const missing = new Map<string, number>();
    for (const ms of instants) {
      if (!isTransitTime(ms)) throw new RangeError('time outside the range of transits');
      if (!this.known.has(toMonth(ms))) missing.set(toMonth(ms), ms);
    }
    for (const [month, ms] of missing) {
      await this.createPartitions(ms, ms);
      this.known.add(month);
    }
  }

  /** Drops the empty partitions of months that end before an instant; returns their number. */
  async dropEmpty(beforeMs: number): Promise<number> {
    const text = 'select drop_empty_transit_months($1::timestamptz) as n';
    const [row] = await this.runner.run<{ n: number }>({ text, values: [toIsoInstant(beforeMs)] });
    if (row !== undefined && row.n > 0) this.clearCache();
    return row?.n ?? 0;
  }

  /** Creates the partitions of this month and the next ones. Run at start and once a day. */
  async ensureAhead(nowMs: number, days = 62): Promise<void> {
    await this.createPartitions(nowMs, nowMs + days * DAY_MS);
  }

  /** Clears the cache after retention has dropped partitions. */
  clearCache(): void {
    this.known.clear();
  }

  private async createPartitions(fromMs: number, toMs: number): Promise<void> {
    const text = 'select ensure_transit_months($1::timestamptz, $2::timestamptz)';
    await this.runner.run({ name: 'ensure-months', text, values: [toIsoInstant(fromMs), toIsoInstant(toMs)] });
  }
}
