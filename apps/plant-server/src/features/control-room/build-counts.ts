import {
  type ControlRoomCounts,
  type ControlRoomFigures,
  MAX_GAPS,
  MAX_NAMED_CAMERAS,
} from '@varco/contract/plant/control-room.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import { computeVisibleWindow } from '../../policy/visible-window.ts';
import type { CountedHours } from './counted-hours.ts';
import type { CameraState, HourCounts, HourRange } from './hour-counts.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What the plant counted once, for everybody who watches. */
export interface PlantCounts {
  readonly nowMs: number;
  readonly retentionDays: number;
  readonly hours: CountedHours;
  /** By hour, milliseconds; hours without transits are absent. */
  readonly byHour: ReadonlyMap<number, readonly HourCounts[]>;
  readonly gaps: readonly HourRange[];
  readonly cameras: { readonly at: string; readonly cameras: readonly CameraState[] } | null;
  /** ISO; null: no read yet. */
  readonly newestRead: string | null;
}

/** Which counts a person may see. `seesStolen`: also those of stolen vehicles. */
export interface CountScope extends TransitScope {
  readonly seesStolen: boolean;
}

interface Sums {
  transits: number;
  checked: number;
  uninsured: number;
  uninspected: number;
  stolen: number;
  blacklist: number;
}

/** Sums of the hours of a range at the gates of a person. */
function sumRange(
  { byHour }: Pick<PlantCounts, 'byHour'>,
  { fromMs, toMs }: HourRange,
  gates: ReadonlySet<number> | null,
): Sums {
  const sums: Sums = { transits: 0, checked: 0, uninsured: 0, uninspected: 0, stolen: 0, blacklist: 0 };
  for (let hour = fromMs; hour < toMs; hour += HOUR_MS)
    for (const one of byHour.get(hour) ?? []) {
      if (gates !== null && !gates.has(one.gate)) continue;
      sums.transits += one.transits;
      sums.checked += one.checked;
      sums.uninsured += one.uninsured;
      sums.uninspected += one.uninspected;
      sums.stolen += one.stolen;
      sums.blacklist += one.blacklist;
    }
  return sums;
}

/** Hides the figures that need a right the person does not have, in the way of the statistics report. */
function toFigures(sums: Sums, { seesPlates, seesStolen }: CountScope): ControlRoomFigures {
  const shown = (n: number): number | null => (seesPlates ? Math.max(0, n) : null);
  return {
    transiti: Math.max(0, sums.transits),
    controllate: shown(sums.checked),
    non_assicurate: shown(sums.uninsured),
    non_revisionate: shown(sums.uninspected),
    rubate: seesStolen ? shown(sums.stolen) : null,
    blacklist: shown(sums.blacklist),
  };
}

/** Rounded mean of several sums. */
function computeMean(all: readonly Sums[]): Sums {
  const mean = (of: (sums: Sums) => number): number =>
    Math.round(all.reduce((sum, one) => sum + of(one), 0) / all.length);
  return {
    transits: mean((one) => one.transits),
    checked: mean((one) => one.checked),
    uninsured: mean((one) => one.uninsured),
    uninspected: mean((one) => one.uninspected),
    stolen: mean((one) => one.stolen),
    blacklist: mean((one) => one.blacklist),
  };
}

/**
 * The message for one scope (ADR 0039). The counts are of whole hours, so of a time limited by t_max or retention the first hour
 * that lies in it completely is the first one counted. Other days are compared only when all of their hours are visible.
 */
export function buildCounts(counts: PlantCounts, scope: CountScope): Omit<ControlRoomCounts, 'ora'> {
  const { hours, nowMs, retentionDays, newestRead } = counts;
  const window = computeVisibleWindow(scope, { startMs: null, endMs: null, retentionDays, nowMs });
  const firstMs = Math.ceil(window.fromMs / HOUR_MS) * HOUR_MS;
  const gates = scope.gates === null ? null : new Set(scope.gates);
  const todayFromMs = Math.max(hours.today.fromMs, Math.min(firstMs, hours.today.toMs));
  const isCut = Math.min(hours.today.fromMs, hours.chart.fromMs) < firstMs;
  return {
    dal: toIsoInstant(todayFromMs),
    oggi: toFigures(sumRange(counts, { ...hours.today, fromMs: todayFromMs }, gates), scope),
    confronto: buildComparison(counts, scope, gates, firstMs),
    ore: buildChart(counts, gates, firstMs),
    fermi: counts.gaps
      .slice(-MAX_GAPS)
      .map(({ fromMs, toMs }) => ({ dal: toIsoInstant(fromMs), al: toIsoInstant(toMs) })),
    telecamere: buildCameras(counts, gates),
    ultima_lettura: newestRead,
    limitazioni: [
      ...(isCut ? [window.limitations.at(-1) ?? ('retention' as const)] : []),
      ...(gates === null ? [] : (['gates'] as const)),
    ],
    oscurato: !scope.seesPlates,
  };
}

function buildComparison(
  counts: PlantCounts,
  scope: CountScope,
  gates: ReadonlySet<number> | null,
  firstMs: number,
): ControlRoomCounts['confronto'] {
  const { whole, yesterday, usual } = counts.hours;
  if (whole.fromMs === whole.toMs || whole.fromMs < firstMs) return null;
  // A day without any transit of the plant is a day before it was set up, or one of which nothing is stored.
  const known = usual
    .filter(({ fromMs }) => fromMs >= firstMs)
    .filter((range) => sumRange(counts, range, null).transits > 0)
    .map((range) => sumRange(counts, range, gates));
  return {
    fino: toIsoInstant(whole.toMs),
    oggi: toFigures(sumRange(counts, whole, gates), scope),
    ieri: yesterday.fromMs >= firstMs ? toFigures(sumRange(counts, yesterday, gates), scope) : null,
    solito: known.length === 0 ? null : toFigures(computeMean(known), scope),
    settimane: known.length,
  };
}

function buildChart(counts: PlantCounts, gates: ReadonlySet<number> | null, firstMs: number): ControlRoomCounts['ore'] {
  const { chart } = counts.hours;
  const count = (hourMs: number): number | null =>
    hourMs < firstMs ? null : Math.max(0, sumRange(counts, { fromMs: hourMs, toMs: hourMs + HOUR_MS }, gates).transits);
  return Array.from({ length: (chart.toMs - chart.fromMs) / HOUR_MS }, (_, at) => {
    const hourMs = chart.fromMs + at * HOUR_MS;
    return { ora: toIsoInstant(hourMs), n: count(hourMs), prima: count(hourMs - DAY_MS) };
  });
}

function buildCameras({ cameras }: PlantCounts, gates: ReadonlySet<number> | null): ControlRoomCounts['telecamere'] {
  const own = (cameras?.cameras ?? []).filter(({ gate }) => gates === null || gates.has(gate));
  const off = own.filter(({ isOff }) => isOff);
  return {
    ora: cameras?.at ?? null,
    attive: own.filter(({ enabled }) => enabled).length,
    ferme: off.length,
    elenco: off
      .slice(0, MAX_NAMED_CAMERAS)
      .map(({ gate, name, lastRead }) => ({ varco_id: gate, varco: name, ultima: lastRead })),
  };
}
