// What other subjects use of cameras.
export { SAMPLE_INTERVAL_MS } from './record-camera-samples.ts';
export { createCameraMetrics } from './camera-metrics.ts';
export { DailyConfusions, sumConfusions } from './measured-confusions.ts';
export { readSilences } from './camera-silences.repository.ts';
