import { Gauge, Histogram, type Metric } from 'prom-client';

/** A metric of the server, passed to `installMetrics`. Label values must come from closed lists. */
export type ServerMetric = Metric;

/** A value that is read at each scrape. `name` in the style of Prometheus: `varco_plate_index_bytes`. */
export const createGauge = (name: string, help: string, read: () => number): ServerMetric =>
  new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read());
    },
  });

/** The same, read from the database; without a value when there is none, or the database is unavailable. */
export const createReadGauge = (name: string, help: string, read: () => Promise<number | null>): ServerMetric =>
  new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const value = await read().catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    },
  });

export interface DurationMetric {
  readonly metric: ServerMetric;
  observe(kind: string, seconds: number): void;
}

/** A histogram of durations, by kind. */
export function createDurationMetric(name: string, help: string): DurationMetric {
  const buckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3, 10];
  const metric = new Histogram({ name, help, labelNames: ['kind'] as const, buckets, registers: [] });
  return { metric, observe: (kind, seconds) => metric.observe({ kind }, seconds) };
}

export interface LabelledValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Values with labels that are read at each scrape; while reading fails there are none. */
export const createLabelledGauge = (
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Promise<readonly LabelledValue[]>,
): ServerMetric =>
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [],
    async collect() {
      const values = await read().catch(() => []);
      this.reset();
      for (const { labels, value } of values) this.set(labels, value);
    },
  });
