import type { AdrClass, Colour, Infringement, VehicleClass } from '@varco/domain/lists.ts';
import { dayStart, shiftDays, shiftMs } from '../../../lib/rome-days.ts';

/** Quick dates of the top bar (T 2.2, T 9). `live`: the last 30 minutes, of automatic refresh. `range`: both ends chosen by hand, inclusive. */
export type Period =
  | { readonly kind: 'today' | 'yesterday' | 'week' | 'month' | 'all' | 'live' }
  | { readonly kind: 'range'; readonly start: string; readonly end: string };

/** A gate as chosen: the plant it belongs to and its id there. */
export interface GateChoice {
  readonly peerId: number;
  readonly gateId: number;
}

/** A brand, or one of its models, as chosen: what it is called, and its ids on each plant that has it (T 3.2). */
export interface BrandChoice {
  readonly marca: string;
  /** Empty: the brand with all its models (`jolly`). */
  readonly modello: string;
  readonly label: string;
  readonly jolly: boolean;
  /** Vehicle class it was first read with; empty: none in particular. */
  readonly segment: string;
  readonly ids: readonly { readonly peerId: number; readonly ids: readonly number[] }[];
}

/** Comparison of recurrences (P 9): how each is worded and which way it compares (readings TA21). */
export const COMPARISONS = [
  { word: 'max', operator: 'lt' },
  { word: 'equal', operator: 'eq' },
  { word: 'min', operator: 'gt' },
] as const;

/** Recurrence: passages of the plate in the searched time, strictly compared (readings TA21). Count 0: not asked. */
export interface Recurrence {
  readonly operator: (typeof COMPARISONS)[number]['operator'];
  readonly count: number;
}

/** What an operator searches for (T 3.2). The plate stays in memory and in request bodies, never in an address. */
export interface SearchFilter {
  readonly plate: string;
  readonly period: Period;
  /** Plants to ask; null: every plant that can be asked. */
  readonly peerIds: readonly number[] | null;
  readonly infringements: readonly Infringement[];
  readonly gates: readonly GateChoice[];
  readonly vehicleTypes: readonly VehicleClass[];
  readonly brands: readonly BrandChoice[];
  readonly colours: readonly Colour[];
  readonly nations: readonly string[];
  readonly national: 'any' | 'national' | 'foreign';
  /** Numbers of provinces. */
  readonly provincesIn: readonly number[];
  readonly provincesOut: readonly number[];
  readonly citizen: 'all' | 'local' | 'foreign';
  /** 1 city in, 2 city out; null: either. */
  readonly direction: 1 | 2 | null;
  /** 3 front, 4 back; null: either. */
  readonly framing: 3 | 4 | null;
  readonly lane: number | null;
  /** km/h, both included. */
  readonly speedMin: number | null;
  readonly speedMax: number | null;
  readonly recurrence: Recurrence;
  readonly isDistinct: boolean;
  readonly noUnknown: boolean;
  readonly misreads: boolean;
  readonly variations: 0 | 1 | 2 | 3;
  readonly isAdr: boolean;
  readonly kemler: string;
  readonly un: string;
  readonly hazardClasses: readonly AdrClass[];
  /** `codfisenabled`: a long text in the plate box is an owner's tax code (readings TA08). */
  readonly hasTaxCodes: boolean;
}

/** T 5.1: six days back at start of day to the end of today, and nothing else asked. */
export const DEFAULT_FILTER: SearchFilter = {
  plate: '',
  period: { kind: 'week' },
  peerIds: null,
  infringements: [],
  gates: [],
  vehicleTypes: [],
  brands: [],
  colours: [],
  nations: [],
  national: 'any',
  provincesIn: [],
  provincesOut: [],
  citizen: 'all',
  direction: null,
  framing: null,
  lane: null,
  speedMin: null,
  speedMax: null,
  recurrence: { operator: 'gt', count: 0 },
  isDistinct: false,
  noUnknown: false,
  misreads: false,
  variations: 0,
  isAdr: false,
  kemler: '',
  un: '',
  hazardClasses: [],
  hasTaxCodes: true,
};

export interface PeriodLimits {
  /** Inclusive instants; null: open. */
  readonly start: string | null;
  readonly end: string | null;
}

/** T 9: automatic refresh starts this long before now. */
const LIVE_MS = 30 * 60_000;

/** Days back and forward of the quick dates, counted from today. */
const QUICK: Readonly<Record<'today' | 'yesterday' | 'week' | 'month', readonly [number, number]>> = {
  today: [0, 0],
  yesterday: [-1, -1],
  week: [-6, 0],
  month: [-29, 0],
};

/**
 * Limits of a period as instants; days are days in Europe/Rome. The end carries 59.999 as specified (T 5.1).
 * @param now the instant "today" refers to
 */
export function periodLimits(period: Period, now: string): PeriodLimits {
  if (period.kind === 'all') return { start: null, end: null };
  if (period.kind === 'live') return { start: shiftMs(now, -LIVE_MS), end: null };
  if (period.kind === 'range') return { start: period.start, end: period.end };
  const [from, to] = QUICK[period.kind];
  const today = dayStart(now);
  const afterEnd = shiftDays(today, to + 1);
  return { start: shiftDays(today, from), end: shiftMs(afterEnd, -1) };
}
