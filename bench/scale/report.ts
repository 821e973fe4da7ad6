import { formatTable } from '../report/table.ts';
import { BILLION_NOTE, estimateBillion } from './billion.ts';
import type { EngineCosts } from './engine-costs.ts';

/** One line of the table: its value for an engine; null: unknown. */
interface Line {
  readonly label: string;
  readonly read: (costs: EngineCosts) => number | null;
}

const perTransit = (bytes: number | undefined, { storedTransits }: EngineCosts): number | null =>
  bytes === undefined ? null : bytes / storedTransits;

const COST_LINES: readonly Line[] = [
  { label: 'reads/s until durable, batches of 500', read: (one) => one.readsPerSecond },
  { label: 'reads/s until durable, one by one', read: (one) => one.singleReadsPerSecond },
  { label: 'start: answers, s', read: (one) => one.readySeconds },
  { label: 'start: everything in memory, s', read: (one) => one.loadedSeconds },
  { label: 'memory of the plant at its highest, MB', read: (one) => one.plantMb },
  { label: 'memory of the database, MB', read: (one) => one.databaseMb },
  { label: 'disk, bytes a transit', read: (one) => perTransit(one.diskBytes.all, one) },
  {
    label: '  its row',
    read: (one) => ('transits' in one.diskBytes ? perTransit(one.diskBytes.transits, one) : null),
  },
  {
    label: '  its indexes',
    read: (one) => ('transits' in one.diskBytes ? perTransit(one.diskBytes.transitIndexes, one) : null),
  },
  { label: 'processor ms a read', read: (one) => one.cpuMsPerRead },
  { label: 'processor ms a search', read: (one) => one.cpuMsPerSearch },
  { label: 'cores at rest', read: (one) => one.idleCores },
];

const BILLION_LINES: readonly Line[] = [
  { label: 'a billion transits: database, GB', read: (one) => estimateBillion(one).databaseGb },
  { label: 'a billion transits: busy cores', read: (one) => estimateBillion(one).busyCores },
];

/** Table of all engines, each with its ratio to the first: one PostgreSQL. */
export function formatScaleTable(engines: readonly EngineCosts[]): string {
  const classes = Object.keys(engines[0]?.classes ?? {});
  const lines: readonly Line[] = [
    ...classes.map((id): Line => ({ label: `${id}, p50 ms`, read: (one) => one.classes[id]?.p50 ?? null })),
    ...classes.map((id): Line => ({ label: `${id}, p95 ms`, read: (one) => one.classes[id]?.p95 ?? null })),
    ...COST_LINES,
    ...BILLION_LINES,
  ];
  const header = engines.flatMap(({ engine }, i) => (i === 0 ? [engine] : [engine, 'ratio']));
  return `${formatTable([['', ...header], ...lines.map((line) => formatLine(line, engines))])}\n\n${BILLION_NOTE}`;
}

function formatLine({ label, read }: Line, engines: readonly EngineCosts[]): string[] {
  const [first, ...others] = engines.map(read);
  const cells = others.flatMap((value) => [formatFigure(value), formatRatio(value, first ?? null)]);
  return [label, formatFigure(first ?? null), ...cells];
}

/** Null where the engine has no such thing, or the machine does not tell it. */
const formatFigure = (value: number | null): string =>
  value === null
    ? 'unknown'
    : value < 1
      ? value.toFixed(2)
      : value < 100
        ? value.toFixed(1)
        : Math.round(value).toLocaleString('en');

function formatRatio(value: number | null, first: number | null): string {
  if (value === null || first === null || first === 0) return '-';
  const ratio = value / first;
  return ratio < 10 ? ratio.toFixed(2) : Math.round(ratio).toLocaleString('en');
}

/** What the figures of ClickHouse leave out. */
export const CLICKHOUSE_NOTE =
  'ClickHouse runs the same queries as SQL in its own process, one at a time: without HTTP, sign-in, permissions, consultation\n' +
  'log, roll-ups and row statistics, which the figures of the plant include.';

/** Figures of the same subject that other commands print. */
export const OTHER_COMMANDS = [
  'Many plants behind one sign-in: `npm run bench -- plants` (five hundred: shell, first row while one in ten hangs, alerts, memory,',
  'heartbeats), `npm run bench -- web` (a hundred), `npm run bench -- portal` (sign-ins and renewals a second), `npm run sim -- federation`',
  '(a hundred simulated days). Drills: `npm run bench -- drill`, `failover`, `rolling`, `restore`. Pictures and log of changes: `npm run bench -- sizing`.',
].join('\n');
