import type { MachineFacts } from '../report/results.ts';
import { formatTable } from '../report/table.ts';
import type { Times } from '../stats.ts';
import type { PanFigures } from './pan-map.ts';

/** Map measurements of a browser without a graphics card, in milliseconds. */
export interface MapFigures {
  /** From the navigation until the map is completely drawn, in a browser with an empty cache. */
  readonly firstPaint: Times | null;
  readonly pans: readonly { readonly name: string; readonly figures: PanFigures }[];
}

/** The printed report. Targets are for a machine with a graphics card. */
export function formatMapsReport(run: MachineFacts, { firstPaint, pans }: MapFigures): string {
  const bare = pans[0]?.figures.framesPerSecond ?? Number.NaN;
  return [
    `browser that draws maps in software, servers on the same machine; ${run.machine}, load before ${run.loadBefore}; ${run.date}; ${run.command}`,
    '',
    formatTable([
      ['', 'target', 'p50', 'max', 'n'],
      ['first map, nothing in the cache', '1500', ...formatTimesCells(firstPaint)],
    ]),
    '',
    formatTable([
      ['dragging', 'frames/s', 'of the bare map', 'frame p95', 'scripts of the page a frame'],
      ...pans.map(({ name, figures }) => [
        name,
        String(figures.framesPerSecond),
        `${Math.round((figures.framesPerSecond / bare) * 100)} %`,
        `${figures.frames?.p95 ?? '-'} ms`,
        `${figures.scriptMs} ms`,
      ]),
    ]),
    '',
    '50 frames a second are 20 ms a frame: what its scripts take has to stay below; drawing is the graphics card, here played by the processor.',
  ].join('\n');
}

const formatTimesCells = (times: Times | null): readonly string[] =>
  [times?.p50, times?.max, times?.n].map((figure) => figure?.toLocaleString('en') ?? '-');
