import { getGateState, NO_PLATE_AFTER_MS } from '@varco/domain/transits/gate-state.ts';
import { type GateRow, readNewestReadByGate, readGates } from '../gates/gates.public.ts';
import type { Runner } from '../../database/sql-statement.ts';
import {
  countReadsByGate,
  deleteCameraSamplesBefore,
  hasCameraSample,
  insertCameraSamples,
  type NewCameraSample,
} from './camera-samples.repository.ts';

export const SAMPLE_INTERVAL_MS = 5 * 60_000;
/** How long samples are retained: enough to investigate a broken camera. They contain no personal data. */
const SAMPLE_RETENTION_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Records a sample for the last complete interval unless it exists. Returns the number of gates written. Several processes
 * may call it. An interval in which no process ran has no sample; the chart shows a gap there.
 */
export async function recordCameraSamples(runner: Runner, nowMs: number): Promise<number> {
  const atMs = Math.floor(nowMs / SAMPLE_INTERVAL_MS) * SAMPLE_INTERVAL_MS;
  if (await hasCameraSample(runner, atMs)) return 0;
  const [gates, last, counts] = [
    await readGates(runner),
    await readNewestReadByGate(runner),
    await countReadsByGate(runner, atMs - SAMPLE_INTERVAL_MS, atMs),
  ];
  const samples = gates.map((gate) => buildSample(gate, last.get(gate.id) ?? null, counts.get(gate.id) ?? 0, atMs));
  return insertCameraSamples(runner, atMs, samples);
}

function buildSample(gate: GateRow, lastRead: string | null, reads: number, atMs: number): NewCameraSample {
  const lastPlateMs = lastRead === null ? null : Date.parse(lastRead);
  const facts = { enabled: gate.enabled, hasError: gate.has_error, lat: gate.lat, lon: gate.lon, lastPlateMs };
  const silence = lastPlateMs === null ? Number.POSITIVE_INFINITY : atMs - lastPlateMs;
  // `isOff` concerns only the camera: a gate without coordinates may still read well.
  const isOff = gate.enabled && (gate.has_error || silence >= NO_PLATE_AFTER_MS);
  return { gate: gate.id, reads, lastRead, enabled: gate.enabled, isOff, state: getGateState(facts, atMs) };
}

/** Deletes samples past their retention; returns their number. */
export const deleteOldCameraSamples = (runner: Runner, nowMs: number): Promise<number> =>
  deleteCameraSamplesBefore(runner, nowMs - SAMPLE_RETENTION_DAYS * DAY_MS);
