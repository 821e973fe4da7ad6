import type { MachineFacts } from '../report/results.ts';
import { formatTable } from '../report/table.ts';
import { drawTargetsPicture, type TargetRow } from '../report/targets-picture.ts';
import type { Times } from '../stats.ts';
import type { Growth } from './watch.ts';

export interface ExportRun {
  readonly label: string;
  readonly transits: number;
  readonly targetS: number;
  readonly seconds: number;
  /** Size of the whole file. */
  readonly bytes: number;
  readonly growth: Growth;
  readonly searchBefore: Times | null;
  readonly searchMeanwhile: Times | null;
}

/** Maximum memory growth of any single process. */
const MAX_GROWTH_MB = 200;
/** Maximum factor by which concurrent searches may become slower. */
const MAX_SLOWDOWN = 2;

export function formatExportReport(run: MachineFacts, runs: readonly ExportRun[]): { table: string; picture: string } {
  const caption = `portal and eight plants on one machine, exporter and searches too; ${run.machine}, load before ${run.loadBefore}; ${run.date}; ${run.command}`;
  const rows = runs.flatMap(buildTargetRows);
  const whole = (value: number | undefined): string => (value === undefined ? '-' : String(Math.round(value)));
  const table = [
    caption,
    '',
    formatTable([
      [
        'export',
        'transits',
        's',
        'MB',
        'plant and its processes +MB',
        'server, exports, marking, assembly +MB',
        'portal +MB',
        'exporter +MB',
        'search p95 before',
        'meanwhile',
        'n',
      ],
      ...runs.map(({ label, transits, seconds, bytes, growth, searchBefore, searchMeanwhile }) => [
        ...[label, String(transits), String(seconds), whole(bytes / 1e6)],
        whole(growth.plant),
        [growth.server, growth.exports, growth.marking, growth.assembly].map(whole).join(', '),
        ...[growth.portal, growth.fetcher].map(whole),
        ...[searchBefore?.p95, searchMeanwhile?.p95, searchMeanwhile?.n].map(whole),
      ]),
    ]),
    '',
    formatTable([
      ['', 'target', 'figure', ''],
      ...rows.map(({ label, target, value, unit, isMet }) => [
        ...[label, `${target} ${unit}`, `${value} ${unit}`, isMet ? 'met' : 'missed'],
      ]),
    ]),
  ].join('\n');
  return { table, picture: drawTargetsPicture('Exports, beside the targets', rows, caption) };
}

const findLargestGrowth = ({ plant: _sum, ...processes }: Growth): number => Math.max(...Object.values(processes));

function buildTargetRows({ label, targetS, seconds, growth, searchBefore, searchMeanwhile }: ExportRun): TargetRow[] {
  const most = (what: string, target: number, value: number, unit: string): TargetRow => ({
    ...{ label: `${label}: ${what}`, target, value, unit, isMet: value <= target, isMore: false },
  });
  const slower = (searchMeanwhile?.p95 ?? 0) / (searchBefore?.p95 ?? 1);
  return [
    most('time', targetS, seconds, 's'),
    most('memory of any process', MAX_GROWTH_MB, findLargestGrowth(growth), 'MB'),
    most('search p95', MAX_SLOWDOWN, Math.round(slower * 10) / 10, 'times'),
  ];
}
