import { parseInstantMs } from '../time/rome.ts';

/** One entry of the log as the rules of the review read it. */
export interface ReviewEntry {
  readonly epoch: number;
  readonly seq: number;
  readonly atMs: number;
  /** What was done: a search, an opened transit, a look-up in a register, an export or print, or a step that follows from work. */
  readonly kind: ReviewKind;
  /** Complete plates that the person named or opened; none for patterns and for searches without a plate. */
  readonly plates: readonly string[];
  readonly caseNo: string | null;
  readonly reasonText: string | null;
  readonly ip: string | null;
  /** Length of the searched period; null when there is none. */
  readonly periodMs: number | null;
}

export type ReviewKind = 'search' | 'open' | 'look-up' | 'export' | 'step';

/** A stored entry with its detail, as far as it is read here. */
export interface LoggedCall {
  readonly epoch: number;
  readonly seq: number;
  readonly atMs: number;
  readonly action: string;
  readonly ip: string | null;
  readonly caseNo: string | null;
  readonly detail: unknown;
}

/**
 * Actions that the review reads. Left out are those that a screen repeats by itself (pictures, live views, further
 * pages): they say nothing about what a person wanted.
 */
const KINDS: Readonly<Record<string, ReviewKind>> = {
  'transits.search': 'search',
  'transits.count': 'search',
  'transits.destinations': 'search',
  'accomplices.search': 'search',
  'suspects.search': 'search',
  'analysis.reveal': 'search',
  'transits.read': 'open',
  'lookups.run': 'look-up',
  'exports.start': 'export',
  'exports.deliver': 'export',
  'lookups.export': 'export',
  'transits.print': 'export',
  'transits.correct-plate': 'step',
  'transits.add-note': 'step',
  'transits.notes': 'search',
  'alerts.read': 'step',
  'alerts.take': 'step',
  'alerts.verify': 'step',
  'alerts.send': 'step',
  'alerts.end': 'step',
  'blacklist.insert': 'step',
  'blacklist.update': 'step',
  'retention.add-hold': 'step',
};
export const REVIEWED_ACTIONS: readonly string[] = Object.keys(KINDS);

/** A search for more plates than this is work through a list, and names no plate in particular. */
const MAX_NAMED_PLATES = 5;
const EXACT_PLATE = /^[A-Z0-9]{4,10}$/;

/** The entry as the rules read it; null for an action they do not read. Members of a wrong type count as absent. */
export function toReviewEntry(call: LoggedCall): ReviewEntry | null {
  const kind = Object.hasOwn(KINDS, call.action) ? KINDS[call.action] : undefined;
  if (kind === undefined) return null;
  const detail = asRecord(call.detail);
  const { epoch, seq, atMs, ip } = call;
  return {
    ...{ epoch, seq, atMs, kind, ip },
    plates: listNamedPlates(detail),
    caseNo: call.caseNo === null || call.caseNo.trim() === '' ? null : foldCaseNumber(call.caseNo),
    reasonText: typeof detail['reason_text'] === 'string' ? detail['reason_text'] : null,
    periodMs: readPeriodMs(detail),
  };
}

/** A case number in the form in which numbers are compared: "12 / 2026" and "12/2026" are one. */
export const foldCaseNumber = (text: string): string => text.toUpperCase().replaceAll(/\s+/g, '');

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

function listNamedPlates(detail: Readonly<Record<string, unknown>>): readonly string[] {
  const named = [
    asRecord(detail['filter'])['f_targa'],
    detail['plate'],
    detail['key'],
    asRecord(detail['after'])['plate'],
  ];
  const lists = [detail['plates']].flatMap((list) =>
    Array.isArray(list) && list.length <= MAX_NAMED_PLATES ? list : [],
  );
  const words = [...named, ...lists].flatMap((text) => (typeof text === 'string' ? splitPlates(text) : []));
  const plates = [...new Set(words)];
  return plates.length > MAX_NAMED_PLATES ? [] : plates;
}

/** Complete plates of a typed filter: separated by comma or semicolon, with spaces and dashes that do not count. */
const splitPlates = (text: string): readonly string[] =>
  text
    .slice(0, 1_000)
    .toUpperCase()
    .split(/[,;=]/)
    .map((word) => word.replaceAll(/[\s-]/g, ''))
    .filter((word) => EXACT_PLATE.test(word) && /\d/.test(word));

function readPeriodMs(detail: Readonly<Record<string, unknown>>): number | null {
  const { from, to } = asRecord(detail['window']);
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  try {
    const length = parseInstantMs(to) - parseInstantMs(from);
    return length > 0 ? length : null;
  } catch {
    // Not an instant: written by somebody else, or by a version that does not exist yet.
    return null;
  }
}
