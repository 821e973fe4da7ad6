import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { getGateState, NO_PLATE_AFTER_MS } from '@varco/domain/transits/gate-state.ts';
import { type GateRow, readNewestReadByGate, readGates } from '../gates/gates.public.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits } from '../../policy/visible-transits.ts';

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
  const known = await runner.run({
    name: 'camera-sample-there',
    text: 'select 1 from camera_sample where at = $1::timestamptz limit 1',
    values: [toIsoInstant(atMs)],
  });
  if (known.length > 0) return 0;
  const [gates, last, counts] = [
    await readGates(runner),
    await readNewestReadByGate(runner),
    await countReadsByGate(runner, atMs - SAMPLE_INTERVAL_MS, atMs),
  ];
  const samples = gates.map((gate) => buildSample(gate, last.get(gate.id) ?? null, counts.get(gate.id) ?? 0, atMs));
  const written = await runner.run({
    name: 'write-camera-samples',
    text: `insert into camera_sample (at, gate, n_reads, last_read, enabled, is_off, state)
      select $1::timestamptz, * from unnest($2::smallint[], $3::int[], $4::timestamptz[], $5::bool[], $6::bool[], $7::text[])
      on conflict do nothing returning gate`,
    values: [
      toIsoInstant(atMs),
      samples.map((one) => one.gate),
      samples.map((one) => one.reads),
      samples.map((one) => one.lastRead),
      samples.map((one) => one.enabled),
      samples.map((one) => one.isOff),
      samples.map((one) => one.state),
    ],
  });
  return written.length;
}

function buildSample(gate: GateRow, lastRead: string | null, reads: number, atMs: number) {
  const lastPlateMs = lastRead === null ? null : Date.parse(lastRead);
  const facts = { enabled: gate.enabled, hasError: gate.has_error, lat: gate.lat, lon: gate.lon, lastPlateMs };
  const silence = lastPlateMs === null ? Number.POSITIVE_INFINITY : atMs - lastPlateMs;
  // `isOff` concerns only the camera: a gate without coordinates may still read well.
  const isOff = gate.enabled && (gate.has_error || silence >= NO_PLATE_AFTER_MS);
  return { gate: gate.id, reads, lastRead, enabled: gate.enabled, isOff, state: getGateState(facts, atMs) };
}

/** Number of reads by gate in a half-open range. Contains no plates, so no user's limits apply. */
async function countReadsByGate(runner: Runner, fromMs: number, toMs: number): Promise<ReadonlyMap<number, number>> {
  const query = sql`select t.gate, count(*)::int as n ${visibleTransits({ gates: null, fromMs, toMs })} group by t.gate`;
  const rows = await runner.run<{ gate: number; n: number }>(compileStatement(query, 'camera-reads'));
  return new Map(rows.map(({ gate, n }) => [gate, n]));
}

/** Deletes samples past their retention; returns their number. */
export async function deleteOldCameraSamples(runner: Runner, nowMs: number): Promise<number> {
  const [row] = await runner.run<{ n: number }>({
    name: 'sweep-camera-samples',
    text: `with old as (delete from camera_sample where at < $1::timestamptz returning 1) select count(*)::int as n from old`,
    values: [toIsoInstant(nowMs - SAMPLE_RETENTION_DAYS * DAY_MS)],
  });
  return row?.n ?? 0;
}
