import type { AdrClass, Colour, Infringement, VehicleClass } from '@varco/domain/code-lists.ts';
import { getDayStart, shiftDays, shiftMs } from '../../../lib/rome-days.ts';

/**
 * Period of a search. Quick dates of the top bar (T 2.2, T 9); `live`: the last 30 minutes, used by automatic refresh;
 * `range`: both ends set by the user, inclusive.
 */
export type Period =
  | { readonly kind: 'today' | 'yesterday' | 'week' | 'month' | 'all' | 'live' }
  | { readonly kind: 'range'; readonly start: string; readonly end: string };

/** A selected gate: its plant and its id there. */
export interface SelectedGate {
  readonly peerId: number;
  readonly gateId: number;
}

/** A selected brand or model: its name, and its ids on each plant that knows it (T 3.2). */
export interface SelectedBrand {
  readonly marca: string;
  /** Empty: the brand with all its models (`jolly`). */
  readonly modello: string;
  readonly label: string;
  readonly jolly: boolean;
  /** Vehicle class of its first read; empty: unknown. */
  readonly segment: string;
  readonly ids: readonly { readonly peerId: number; readonly ids: readonly number[] }[];
}

/** Comparison operators for recurrences (T 9), with their wire values (readings TA21). */
export const COMPARISONS = [
  { word: 'max', operator: 'lt' },
  { word: 'equal', operator: 'eq' },
  { word: 'min', operator: 'gt' },
] as const;

/** Recurrence: passages of the plate within the searched period, compared strictly (readings TA21). Count 0: no restriction. */
export interface Recurrence {
  readonly operator: (typeof COMPARISONS)[number]['operator'];
  readonly count: number;
}

/** Search filter of the user (T 3.2). The plate stays in memory and in request bodies, never in an address. */
export interface SearchFilter {
  readonly plate: string;
  readonly period: Period;
  /** Plants to query; null: every plant that can be queried. */
  readonly peerIds: readonly number[] | null;
  readonly infringements: readonly Infringement[];
  readonly gates: readonly SelectedGate[];
  readonly vehicleTypes: readonly VehicleClass[];
  readonly brands: readonly SelectedBrand[];
  readonly colours: readonly Colour[];
  readonly nations: readonly string[];
  readonly national: 'any' | 'national' | 'foreign';
  /** Province numbers. */
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
  /** Passages whose plate was not read: none, `with` the others, or `only` these. */
  readonly unread: 'none' | 'with' | 'only';
  readonly misreads: boolean;
  readonly variations: 0 | 1 | 2 | 3;
  readonly isAdr: boolean;
  readonly kemler: string;
  readonly un: string;
  readonly hazardClasses: readonly AdrClass[];
  /** `codfisenabled`: a long text in the plate box is an owner's tax code (readings TA08). */
  readonly hasTaxCodes: boolean;
}

/** T 5.1: from the start of the day six days back to the end of today, without other restrictions. */
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
  unread: 'none',
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
const LIVE_PERIOD_MS = 30 * 60_000;

/** First and last day of the quick dates, relative to today. */
const QUICK_DATE_RANGES: Readonly<Record<'today' | 'yesterday' | 'week' | 'month', readonly [number, number]>> = {
  today: [0, 0],
  yesterday: [-1, -1],
  week: [-6, 0],
  month: [-29, 0],
};

/**
 * Converts a period to instants; days are days in Europe/Rome. The end has 59.999 seconds as specified (T 5.1).
 * @param now the instant "today" refers to
 */
export function computePeriodLimits(period: Period, now: string): PeriodLimits {
  if (period.kind === 'all') return { start: null, end: null };
  if (period.kind === 'live') return { start: shiftMs(now, -LIVE_PERIOD_MS), end: null };
  if (period.kind === 'range') return { start: period.start, end: period.end };
  const [from, to] = QUICK_DATE_RANGES[period.kind];
  const today = getDayStart(now);
  const afterEnd = shiftDays(today, to + 1);
  return { start: shiftDays(today, from), end: shiftMs(afterEnd, -1) };
}
