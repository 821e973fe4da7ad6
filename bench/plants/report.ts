import type { MachineFacts } from '../report/results.ts';
import { formatTable } from '../report/table.ts';
import type { Times } from '../stats.ts';
import type { SearchTimes } from '../web/measures.ts';
import type { HeartbeatFigures } from './heartbeat-load.ts';
import type { AlertDelays, BrowserMemory, ControlRoomFigures } from './page-measures.ts';

/** What five hundred plants behind one sign-in cost. Milliseconds. */
export interface PlantsFigures {
  readonly plants: number;
  readonly shell: Times | null;
  /** From the shell until every plant is signed in. */
  readonly signedInMs: number;
  readonly settled: SearchTimes;
  /** While one plant in ten does not respond. */
  readonly hanging: SearchTimes;
  readonly alerts: AlertDelays;
  readonly mapMs: number;
  readonly controlRoom: ControlRoomFigures;
  readonly memory: BrowserMemory;
  /** Most event streams that were open at once, of all kinds. */
  readonly openStreams: number;
  readonly heartbeats: HeartbeatFigures;
}

/** The printed table. */
export function formatPlantsReport(run: MachineFacts, figures: PlantsFigures): string {
  const { shell, settled, hanging, alerts, controlRoom, memory, heartbeats } = figures;
  const times: readonly (readonly [string, number | null, Times | null])[] = [
    ['"Accedi" to the shell', 3_000, shell],
    ['first row', null, settled.first],
    ['full page', null, settled.full],
    ['first row while one plant in ten hangs', 900, hanging.first],
    ['alert, from its plant to the browser', null, alerts.delays],
    ['heartbeat', null, heartbeats.calls],
  ];
  const format = (figure: number | null | undefined): string => figure?.toLocaleString('en') ?? '-';
  return [
    `${figures.plants} plants, browser, portal and eight real plants on one machine; ${run.machine}, load before ${run.loadBefore}; ${run.date}; ${run.command}`,
    '',
    formatTable([
      ['', 'target p95', 'p50', 'p95', 'max', 'n'],
      ...times.map(([label, target, value]) => [
        label,
        ...[target, value?.p50, value?.p95, value?.max, value?.n].map(format),
      ]),
    ]),
    '',
    `every plant signed in: ${figures.signedInMs} ms after the shell`,
    `alerts: ${alerts.published} published, ${alerts.lost} not told within 40 s, ${alerts.repeated} told twice`,
    `map of all gates: ${figures.mapMs} ms`,
    `control room: shown after ${format(controlRoom.shownMs)} ms, every plant counted after ${format(controlRoom.wholeMs)} ms, ${controlRoom.live} counted half a minute later`,
    `memory of the page: ${Math.round(memory.processMb)} MB (target 400), JavaScript heap ${memory.heapMb} MB, in the control room; longest task of a search ${settled.longestMs} ms`,
    `event streams open at once: at most ${figures.openStreams}`,
    `heartbeats in a minute: ${heartbeats.sent} accepted, ${heartbeats.refused} refused, ${heartbeats.corePercent} % of a core of the portal (target 5)`,
  ].join('\n');
}
