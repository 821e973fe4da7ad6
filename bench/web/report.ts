import type { MachineFacts } from '../report/results.ts';
import { formatTable } from '../report/table.ts';
import { drawTargetsPicture, type TargetRow } from '../report/targets-picture.ts';
import type { Times } from '../stats.ts';
import type { SearchTimes } from './measures.ts';

/** What a browser displayed, and when. Milliseconds. */
export interface WebFigures {
  readonly searches: SearchTimes;
  /** With one plant that accepts connections and never responds. */
  readonly hanging: SearchTimes;
  readonly keys: Times | null;
  readonly rows: Times | null;
  readonly tabs: Times | null;
  readonly heap: { readonly beforeMb: number; readonly growthMb: number };
  readonly hundred: SearchTimes & { readonly plants: number; readonly isInOrder: boolean };
}

/** The printed table and the picture for the documentation. */
export function formatWebReport(
  run: MachineFacts & { readonly transits: number },
  figures: WebFigures,
): { readonly table: string; readonly picture: string } {
  const { searches, hanging, keys, rows, tabs, heap, hundred } = figures;
  const caption = `eight plants, ${run.transits.toLocaleString('en')} transits, browser and servers on one machine; ${run.machine}, load before ${run.loadBefore}; ${run.date}; ${run.command}`;
  const times: readonly (readonly [string, number, Times | null])[] = [
    ['first row after "Cerca", p95', 500, searches.first],
    ['full page, p95', 1_000, searches.full],
    ['first row while one plant hangs, p95', 500, hanging.first],
    ['first row of a hundred plants, p95', 1_500, hundred.first],
    ['key to paint, p95', 50, keys],
    ['row to row, p95', 16, rows],
    ['tab to tab, p95', 100, tabs],
  ];
  const targets: readonly TargetRow[] = [
    ...times.map(([label, target, value]) => findMaximum(label, target, value?.p95 ?? Number.NaN, 'ms')),
    findMaximum('growth of memory over 200 searches', 20, heap.growthMb, 'MB'),
  ];
  const table = [
    caption,
    '',
    formatTable([
      ['', 'target', 'p50', 'p95', 'max', 'n'],
      ...times.map(([label, target, value]) => [
        label,
        ...[target, value?.p50, value?.p95, value?.max, value?.n].map((figure) => figure?.toLocaleString('en') ?? '-'),
      ]),
    ]),
    '',
    `memory: ${heap.beforeMb} MB, ${heap.growthMb} MB more after 200 searches`,
    `longest work in one go: ${searches.longestMs} ms with eight plants, ${hundred.longestMs} ms with ${hundred.plants}`,
    `rows of ${hundred.plants} plants in the right order: ${hundred.isInOrder ? 'yes' : 'no'}`,
    'A search waits 300 ms after its trigger, as specified; that is in these figures.',
  ].join('\n');
  return { table, picture: drawTargetsPicture('The search screen in a browser, beside the targets', targets, caption) };
}

const findMaximum = (label: string, target: number, value: number, unit: string): TargetRow => ({
  label,
  target,
  value: Math.round(value * 10) / 10,
  unit,
  isMet: value <= target,
  isMore: false,
});
