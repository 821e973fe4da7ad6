import type { Log } from '@varco/server-kit/log/log.ts';
import { createGauge, createDurationMetric, type ServerMetric } from '@varco/server-kit/metrics/own-metrics.ts';
import { NO_PLATE_INDEX, startPlateIndex, type PlateIndexClient } from './plate-index-client.ts';

/** The index of a running server with its metrics. */
export interface MonitoredIndex {
  readonly client: PlateIndexClient;
  readonly metrics: readonly ServerMetric[];
}

export interface IndexSettings {
  readonly mode: 'auto' | 'off';
  readonly maxMb: number;
  readonly databaseUrl: string;
}

/** Starts the index unless it is switched off, and connects it to the log and the metrics. */
export function openMonitoredIndex({ mode, maxMb, databaseUrl }: IndexSettings, log: Log): MonitoredIndex {
  const times = createDurationMetric('varco_plate_index_question_seconds', 'Time of questions to the plate index');
  const client =
    mode === 'off'
      ? NO_PLATE_INDEX
      : startPlateIndex({
          databaseUrl,
          maxBytes: maxMb * 1_000_000,
          onTrouble: (error) => log.warn('plate index error', { error }),
          onStatus: ({ phase, bytes, loadMs }) => {
            if (phase === 'ready') log.info('plate index ready', { ms: loadMs, bytes });
            if (phase === 'too_big') log.warn('plate index exceeds its memory limit', { bytes });
          },
          onAnswer: (kind, seconds) => times.observe(kind, seconds),
        });
  return {
    client: client,
    metrics: [
      times.metric,
      createGauge('varco_plate_index_ready', '1 when the plate index answers', () =>
        Number(client.status().phase === 'ready'),
      ),
      createGauge('varco_plate_index_plates', 'Plates in the plate index', () => client.status().plates),
      createGauge('varco_plate_index_bytes', 'Memory of the plate index', () => client.status().bytes),
      createGauge('varco_plate_index_load_seconds', 'Time of its last load', () => client.status().loadMs / 1000),
    ],
  };
}
