import { BASELINE_LIMIT_MS } from '../search/measure.ts';
import type { ClassRow, RunFacts } from './results.ts';

/** Formats rows as a table with aligned columns; right-aligned from the second column on. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

const formatMs = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');

/** Factor by which a baseline is slower (below 1: faster) than the plant, by the median. */
function formatRatio(row: ClassRow, name: string): string {
  const theirs = row.rivals[name];
  if (theirs === undefined) return '-';
  if (theirs.p50 === null) return `no: ${(theirs.note ?? '').slice(0, 24)}`;
  const more = theirs.p50 >= BASELINE_LIMIT_MS ? '> ' : '';
  const ours = row.warm?.p50 ?? row.first?.p50;
  if (ours === undefined) return `${more}${formatMs(theirs.p50)}`;
  const times = theirs.p50 / ours;
  return `${more}${formatMs(theirs.p50)} (${more}${times >= 10 ? Math.round(times) : times.toFixed(1)}x)`;
}

export const BASELINE_NOTE =
  'The baselines run the same queries as SQL in their own process: without HTTP, sign-in, permissions, consultation log\n' +
  'and row statistics, which the figures of the plant include. In brackets: their median divided by that of the plant.';

/** The classes with their measurements and, when baselines were run, how much slower these were. */
export function formatSearchTable(rows: readonly ClassRow[], baselines: readonly string[]): string {
  return formatTable([
    ['milliseconds', 'target', 'p95', 'p50', 'first p95', 'n', '', ...baselines],
    ...rows.map((row) => [
      row.id,
      formatMs(row.targetMs),
      formatMs(row.warm?.p95),
      formatMs(row.warm?.p50),
      formatMs(row.first?.p95),
      String(row.warm?.n ?? row.first?.n ?? 0),
      row.verdict,
      ...baselines.map((name) => formatRatio(row, name)),
    ]),
  ]);
}

/** Where the time of a call of each class goes: mean milliseconds over all its calls, page and count alike. */
export function formatPartsTable(rows: readonly ClassRow[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.parts)))];
  return formatTable([
    ['mean ms of a call', ...names],
    ...rows.map((row) => [row.id, ...names.map((name) => formatMs(row.parts[name]))]),
  ]);
}

export const formatCaption = ({ date, machine, rows, plates, gates, days, command, loadBefore }: RunFacts): string =>
  `${rows.toLocaleString('en')} transits, ${plates.toLocaleString('en')} plates, ${gates} gates, ${days} days; ${machine}, load before ${loadBefore}; ${date}; ${command}`;
