import { BASELINE_LIMIT_MS } from '../search/measure.ts';
import type { ClassRow, RunFacts } from './results.ts';
import { formatCaption } from './table.ts';

const COLOURS: Readonly<Record<string, string>> = {
  varco: '#1c6dd0',
  obvious: '#8a8f98',
  duckdb: '#d9a400',
  clickhouse: '#c4572b',
};
const NAMES: Readonly<Record<string, string>> = {
  varco: 'Varco, through HTTP with rights and log',
  obvious: 'obvious design, PostgreSQL',
  duckdb: 'DuckDB',
  clickhouse: 'ClickHouse (chdb)',
};
const LEFT = 410;
const WIDTH = 1100;
const BAR = 7;
/** Logarithmic scale from 0.5 ms to 10 s. */
const MIN_MS = 0.5;
const MAX_MS = 10_000;

const escapeSvg = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const computeX = (ms: number): number =>
  LEFT +
  ((WIDTH - LEFT - 60) * Math.log10(Math.min(MAX_MS, Math.max(MIN_MS, ms)) / MIN_MS)) / Math.log10(MAX_MS / MIN_MS);
const drawText = (x: number, y: number, size: number, value: string, more = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" ${more}>${escapeSvg(value)}</text>`;

interface Bar {
  readonly name: string;
  readonly ms: number;
  readonly isMore: boolean;
}

function buildBars(row: ClassRow, baselines: readonly string[]): readonly Bar[] {
  const ours = row.warm?.p50;
  return [
    ...(ours === undefined ? [] : [{ name: 'varco', ms: ours, isMore: false }]),
    ...baselines.flatMap((name): Bar[] => {
      const theirs = row.rivals[name];
      if (theirs === undefined) return [];
      return theirs.p50 === null ? [] : [{ name, ms: theirs.p50, isMore: theirs.p50 >= BASELINE_LIMIT_MS }];
    }),
  ];
}

function drawRow(row: ClassRow, baselines: readonly string[], top: number): string {
  const bars = buildBars(row, baselines).map(({ name, ms, isMore }, i) => {
    const y = top + i * (BAR + 1);
    const label = `${isMore ? '> ' : ''}${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en')}`;
    return (
      `<rect x="${LEFT}" y="${y}" width="${(computeX(ms) - LEFT).toFixed(1)}" height="${BAR}" fill="${COLOURS[name] ?? '#000'}"/>` +
      drawText(computeX(ms) + 4, y + BAR, 8, label)
    );
  });
  return drawText(LEFT - 8, top + 14, 11, row.label, 'text-anchor="end"') + bars.join('');
}

/**
 * The picture for the documentation: median of each class on a logarithmic scale, one line per factor of ten. Classes
 * without a measurement of the plant are omitted; the table lists them.
 */
export function drawSearchPicture(rows: readonly ClassRow[], baselines: readonly string[], facts: RunFacts): string {
  const shown = rows.filter((row) => row.warm !== null);
  const step = (baselines.length + 1) * (BAR + 1) + 10;
  const top = 70;
  const bottom = top + shown.length * step;
  const lines = [1, 10, 100, 1_000, 10_000].map(
    (ms) =>
      `<line x1="${computeX(ms).toFixed(1)}" x2="${computeX(ms).toFixed(1)}" y1="${top - 8}" y2="${bottom}" stroke="#ddd"/>` +
      drawText(
        computeX(ms),
        top - 12,
        10,
        ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`,
        'text-anchor="middle" fill="#666"',
      ),
  );
  const legend = ['varco', ...baselines].map(
    (name, i) =>
      `<rect x="${20 + i * 260}" y="28" width="10" height="10" fill="${COLOURS[name] ?? '#000'}"/>` +
      drawText(36 + i * 260, 37, 11, NAMES[name] ?? name),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 44}" font-family="system-ui, sans-serif" fill="#222">`,
    `<rect width="${WIDTH}" height="${bottom + 44}" fill="#fff"/>`,
    drawText(
      20,
      18,
      13,
      'Milliseconds of the middle call by kind of search, warm, on a logarithmic scale',
      'font-weight="600"',
    ),
    ...legend,
    ...lines,
    ...shown.map((row, i) => drawRow(row, baselines, top + i * step)),
    drawText(20, bottom + 18, 9, formatCaption(facts), 'fill="#666"'),
    drawText(
      20,
      bottom + 32,
      9,
      'The others are asked by SQL in process, without HTTP, sign-in, rights, log and row statistics.',
      'fill="#666"',
    ),
    '</svg>',
    '',
  ].join('\n');
}
