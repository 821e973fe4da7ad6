import { Counter } from 'prom-client';
import type { Pool } from 'pg';
import { createReadGauge, type ServerMetric } from '../metrics/own-metrics.ts';
import type { AddCheckpointResult } from './add-checkpoint.ts';
import { readUncosignedSeconds } from './log-tree.repository.ts';
import type { WitnessAnswer } from './witness-round.ts';
import { readOldestCosignatureSeconds } from './witness.repository.ts';

export interface TlogMetrics {
  readonly metrics: readonly ServerMetric[];
  /** Counts what a witness answered to this server's log. */
  readonly countAnswer: (answer: WitnessAnswer) => void;
  /** Counts what this server answered to the log of another. */
  readonly countSubmission: (state: AddCheckpointResult['state']) => void;
}

/** Metrics of log and witness. While the database is unavailable the gauges have no value. */
export function createTlogMetrics(pool: Pool): TlogMetrics {
  const answers = new Counter({
    name: 'varco_audit_checkpoints_total',
    help: 'Checkpoints of this log sent to witnesses, by answer',
    labelNames: ['answer'] as const,
    registers: [],
  });
  const submissions = new Counter({
    name: 'varco_witness_submissions_total',
    help: 'Checkpoints of other logs sent to this witness, by result',
    labelNames: ['result'] as const,
    registers: [],
  });
  const gauges = [
    createReadGauge(
      'varco_audit_uncosigned_seconds',
      'How long checkpoints of this log have waited for a cosignature',
      () => readUncosignedSeconds(pool),
    ),
    createReadGauge('varco_witness_silence_seconds', 'Time since the log cosigned longest ago was cosigned', () =>
      readOldestCosignatureSeconds(pool),
    ),
  ];
  return {
    metrics: [answers, submissions, ...gauges],
    countAnswer: (answer) => answers.inc({ answer }),
    countSubmission: (result) => submissions.inc({ result }),
  };
}
