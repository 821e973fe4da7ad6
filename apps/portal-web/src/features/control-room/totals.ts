import type { ControlRoomCounts, ControlRoomFigures } from '@varco/contract/plant/control-room.ts';
import { toMilliseconds } from '../../lib/clock.ts';
import type { PlantWatch } from './watch-counts.ts';

/** How long a plant counts after it was last heard: two pings. */
export const SILENCE_LIMIT_MS = 30_000;
const HOUR_MS = 3_600_000;

export const FIGURES = ['transits', 'checked', 'uninsured', 'uninspected', 'stolen', 'blacklist'] as const;
export type FigureName = (typeof FIGURES)[number];

const FIELDS = {
  transits: 'transiti',
  checked: 'controllate',
  uninsured: 'non_assicurate',
  uninspected: 'non_revisionate',
  stolen: 'rubate',
  blacklist: 'blacklist',
} as const satisfies Readonly<Record<FigureName, keyof ControlRoomFigures>>;

export const getFigure = (figures: ControlRoomFigures, name: FigureName): number | null => figures[FIELDS[name]];

/** Whether the figures of a plant are of now. Others are shown at the plant with their time, and are in no total. */
export const isCurrent = ({ counts, heardMs, state }: PlantWatch, nowMs: number): boolean =>
  counts !== null &&
  heardMs !== null &&
  state !== 'refused' &&
  state !== 'reason' &&
  nowMs - heardMs <= SILENCE_LIMIT_MS;

/** Difference to other days, over the plants that can be compared. */
export interface Change {
  readonly by: number;
  /** Null: there was nothing to compare with. */
  readonly share: number | null;
  readonly plants: number;
}

/** Total of one figure. */
export interface FigureTotal {
  /** Null: no plant shows it to this person. */
  readonly value: number | null;
  /** Plants in the value. */
  readonly plants: number;
  readonly yesterday: Change | null;
  readonly usual: Change | null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

/** Total of a figure over plants. */
export function computeTotal(all: readonly ControlRoomCounts[], name: FigureName): FigureTotal {
  const values = all.flatMap(({ oggi }) => getFigure(oggi, name) ?? []);
  return {
    value: values.length === 0 ? null : sum(values),
    plants: values.length,
    yesterday: computeChange(all, name, 'ieri'),
    usual: computeChange(all, name, 'solito'),
  };
}

function computeChange(all: readonly ControlRoomCounts[], name: FigureName, other: 'ieri' | 'solito'): Change | null {
  const pairs = all.flatMap(({ confronto }) => {
    const before = confronto?.[other];
    if (confronto === null || before === null || before === undefined) return [];
    const [a, b] = [getFigure(confronto.oggi, name), getFigure(before, name)];
    return a === null || b === null ? [] : [[a, b] as const];
  });
  if (pairs.length === 0) return null;
  const [now, before] = [sum(pairs.map(([a]) => a)), sum(pairs.map(([, b]) => b))];
  return { by: now - before, share: before === 0 ? null : (now - before) / before, plants: pairs.length };
}

/** Cameras of the plants together. */
export function sumCameras(all: readonly ControlRoomCounts[]): { readonly active: number; readonly off: number } {
  return {
    active: sum(all.map(({ telecamere }) => telecamere.attive)),
    off: sum(all.map(({ telecamere }) => telecamere.ferme)),
  };
}

/** An hour of the chart over plants. Null: not visible on any of them. */
export interface ChartHour {
  readonly at: string;
  readonly value: number | null;
  readonly before: number | null;
  /** Peer ids of plants that stood still in a part of the hour. */
  readonly gapPeers: readonly number[];
}

/** Why the chart has nothing to draw; null: it has something. */
export type EmptyHoursReason = 'waiting' | 'noAnswer' | 'hidden' | 'none';

/** @param isWaiting a plant may still answer */
export function findEmptyReason(hours: readonly ChartHour[], isWaiting: boolean): EmptyHoursReason | null {
  if (hours.length === 0) return isWaiting ? 'waiting' : 'noAnswer';
  const counts = hours.flatMap(({ value, before }) => [value, before]).filter((n) => n !== null);
  if (counts.length === 0) return 'hidden';
  return counts.every((n) => n === 0) ? 'none' : null;
}

/** The hours of the chart. Plants whose clock is in another hour line up by the instant. */
export function sumHours(all: readonly (readonly [peerId: number, ControlRoomCounts])[]): readonly ChartHour[] {
  const hours = [...new Set(all.flatMap(([, { ore }]) => ore.map(({ ora }) => ora)))].toSorted();
  const byPlant = all.map(([peerId, { ore, fermi }]) => ({
    peerId,
    fermi,
    byHour: new Map(ore.map((one) => [one.ora, one])),
  }));
  return hours.map((at) => {
    const startMs = toMilliseconds(at);
    const [found, before] = (['n', 'prima'] as const).map((field) =>
      byPlant.flatMap(({ byHour }) => byHour.get(at)?.[field] ?? []),
    );
    return {
      at,
      value: found === undefined || found.length === 0 ? null : sum(found),
      before: before === undefined || before.length === 0 ? null : sum(before),
      gapPeers: byPlant
        .filter(({ fermi }) =>
          fermi.some(({ dal, al }) => toMilliseconds(dal) < startMs + HOUR_MS && toMilliseconds(al) > startMs),
        )
        .map(({ peerId }) => peerId),
    };
  });
}
