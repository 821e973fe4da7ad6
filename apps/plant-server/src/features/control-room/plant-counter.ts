import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { SAMPLE_INTERVAL_MS } from '../cameras/cameras.public.ts';
import { readNewestInstant } from '../transits/transits.public.ts';
import type { PlantCounts } from './build-counts.ts';
import type { ControlRoomDeps } from './control-room.deps.ts';
import { findCountedHours, findRecentRange } from './counted-hours.ts';
import { findGaps } from './find-gaps.ts';
import { type HourCounts, readHourCounts, readNewestCameras, readPlantMoments } from './hour-counts.repository.ts';

/** How long earlier weeks, cameras and gaps are used again: they change every five minutes or less often. */
const SLOW_PART_LIFETIME_MS = 30_000;

interface SlowPart {
  readonly untilMs: number;
  /** Hour that the chart ends with; another hour needs other ranges. */
  readonly chartToMs: number;
  readonly usual: readonly HourCounts[];
  readonly gaps: PlantCounts['gaps'];
  readonly cameras: PlantCounts['cameras'];
  readonly retentionDays: number;
}

/**
 * Counts the plant for its control room, once for all who watch. Yesterday and today are read every time, so that a late read, a check
 * and a deletion are in the next count.
 */
export class PlantCounter {
  private readonly deps: Pick<ControlRoomDeps, 'store' | 'now'>;
  private slow: SlowPart | null = null;

  constructor(deps: Pick<ControlRoomDeps, 'store' | 'now'>) {
    this.deps = deps;
  }

  async count(): Promise<PlantCounts> {
    const { runner } = this.deps.store;
    const nowMs = this.deps.now().getTime();
    const hours = findCountedHours(nowMs);
    const slow = await this.readSlowPart(nowMs, hours);
    const recent = await readHourCounts(runner, [findRecentRange(hours)]);
    return {
      nowMs,
      hours,
      retentionDays: slow.retentionDays,
      byHour: Map.groupBy([...slow.usual, ...recent], ({ hourMs }) => hourMs),
      gaps: slow.gaps,
      cameras: slow.cameras,
      newestRead: await readNewestInstant(runner),
    };
  }

  private async readSlowPart(nowMs: number, hours: PlantCounts['hours']): Promise<SlowPart> {
    const { runner } = this.deps.store;
    const chartToMs = hours.chart.toMs;
    if (this.slow !== null && this.slow.chartToMs === chartToMs && nowMs < this.slow.untilMs) return this.slow;
    const ranges = hours.usual.filter(({ fromMs, toMs }) => fromMs < toMs);
    this.slow = {
      untilMs: nowMs + SLOW_PART_LIFETIME_MS,
      chartToMs,
      usual: await readHourCounts(runner, ranges),
      gaps: findGaps(await readPlantMoments(runner, hours.chart.fromMs), hours.chart, SAMPLE_INTERVAL_MS),
      cameras: await readNewestCameras(runner),
      retentionDays: (await readPlantSettings(runner)).retention_days,
    };
    return this.slow;
  }
}
