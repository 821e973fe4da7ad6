import { formatTable } from '../report/table.ts';
import type { Loss } from '../drill/compare.ts';
import type { StreamCounts } from './watch-stream.ts';
import type { TallyRow } from './tally.ts';

/** One restart of a process, in seconds. */
export interface Restart {
  readonly name: string;
  /** From SIGTERM to its end. */
  readonly leftIn: number;
  /** From its start until it was ready. */
  readonly readyIn: number;
  /** From SIGTERM to the end of the last call that failed; 0: none did. */
  readonly outage: number;
}

export interface RollingResult {
  readonly rows: readonly TallyRow[];
  readonly restarts: readonly Restart[];
  readonly streams: StreamCounts;
  readonly exportsDone: number;
  readonly losses: readonly Loss[];
  /** Alerts that a stream did not hear, in all. */
  readonly missed: number;
}

/** Calls that failed, by all kinds. */
export const countFailed = (rows: readonly TallyRow[]): number => rows.reduce((sum, { failed }) => sum + failed, 0);

/** Why the run does not count as one without a gap; empty: it does. */
export function listFaults({ rows, streams, losses, missed }: RollingResult): readonly string[] {
  const failed = countFailed(rows);
  return [
    ...(failed > 0 ? [`${failed} calls failed`] : []),
    ...(streams.broken > 0 ? [`${streams.broken} streams ended without a word`] : []),
    ...(missed > 0 ? [`${missed} alerts were not heard`] : []),
    ...losses.map(({ what, how, detail }) => `${what} ${how}: ${detail}`),
  ];
}

export function formatRollingTable({ rows, restarts, streams, exportsDone, missed, losses }: RollingResult): string {
  const header = ['calls', 'number', 'failed', 'refused', 'ms p50', 'ms p95', 'ms max'];
  const lines = rows.map(({ kind, times, failed, refused }) => [
    ...[kind, String(times?.n ?? 0), String(failed), String(refused)],
    ...[times?.p50, times?.p95, times?.max].map((ms) => String(Math.round(ms ?? 0))),
  ]);
  const total = rows.reduce((sum, { times }) => sum + (times?.n ?? 0), 0);
  const refused = rows.reduce((sum, row) => sum + row.refused, 0);
  const all = ['all', String(total), String(countFailed(rows)), String(refused), '', '', ''];
  return [
    formatTable([header, ...lines, all]),
    formatTable([
      ['process', 'restarts', 'left in s, max', 'ready in s, max', 'outage s, max'],
      ...formatRestarts(restarts),
    ]),
    `streams: opened ${streams.opened} times, ${streams.announced} ends announced, ${streams.broken} not; ${missed} alerts missed`,
    `exports: ${exportsDone} verified; lost, doubled or half: ${losses.length}`,
  ].join('\n\n');
}

function formatRestarts(restarts: readonly Restart[]): readonly (readonly string[])[] {
  return [...Map.groupBy(restarts, ({ name }) => name)].map(([name, own]) => [
    ...[name, String(own.length)],
    Math.max(...own.map(({ leftIn }) => leftIn)).toFixed(1),
    Math.max(...own.map(({ readyIn }) => readyIn)).toFixed(1),
    Math.max(...own.map(({ outage }) => outage)).toFixed(1),
  ]);
}
