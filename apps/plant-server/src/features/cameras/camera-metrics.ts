import { createLabelledGauge, type ServerMetric } from '@varco/server-kit/metrics/own-metrics.ts';
import type { Pool } from 'pg';
import { poolRunner } from '../../database/pg-runner.ts';
import { readSilentSeconds } from './camera-silences.repository.ts';

/**
 * How long each silent camera has not read. A camera that reads, or is quiet as usual, has no value. Labels are the
 * gates of the plant and the state of the task.
 */
export const createCameraMetrics = (pool: Pool): readonly ServerMetric[] => [
  createLabelledGauge(
    'varco_camera_silent_seconds',
    'Time since the last read of a camera that is silent, by state of its task',
    ['gate', 'task'],
    async () =>
      (await readSilentSeconds(poolRunner(pool))).map(({ gate, task, seconds }) => ({
        labels: { gate: String(gate), task },
        value: seconds,
      })),
  ),
];
