import { Counter, Gauge } from 'prom-client';
import type { ServerMetric } from '../metrics/own-metrics.ts';
import type { DiskSpace } from './disk-space.ts';

export type VolumeFigures = DiskSpace;

interface VolumeSample {
  readonly name: string;
  /** 0 ok, 1 low, 2 full. */
  readonly state: number;
  readonly space: VolumeFigures | null;
}

/** Metrics of the disk guard, read at each scrape from what it measured last. */
export function createDiskMetrics(read: () => readonly VolumeSample[]): {
  readonly metrics: readonly ServerMetric[];
  readonly countRefused: (volume: string, state: string) => void;
} {
  const gauge = (name: string, help: string, pick: (one: VolumeSample) => number | undefined): ServerMetric =>
    new Gauge({
      name,
      help,
      labelNames: ['volume'] as const,
      registers: [],
      collect() {
        this.reset();
        for (const one of read()) {
          const value = pick(one);
          if (value !== undefined) this.set({ volume: one.name }, value);
        }
      },
    });
  const refused = new Counter({
    name: 'varco_disk_refused_total',
    help: 'Writes refused for lack of room, by volume and state',
    labelNames: ['volume', 'state'] as const,
    registers: [],
  });
  return {
    metrics: [
      gauge('varco_disk_free_bytes', 'Free room of a volume', ({ space }) => space?.freeBytes),
      gauge('varco_disk_size_bytes', 'Size of a volume', ({ space }) => space?.totalBytes),
      gauge('varco_disk_state', 'State of a volume: 0 ok, 1 below its reserve, 2 full', ({ state }) => state),
      refused,
    ],
    countRefused: (volume, state) => refused.inc({ volume, state }),
  };
}
