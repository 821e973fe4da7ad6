import { canonicalJson, toAuditJson } from '../audit/canonical-json.ts';
import { parseInstantMs } from '../time/rome.ts';

/** What an approval is about (ADR 0027): the filter without period and paging, and the period. Milliseconds; null: open. */
export interface ApprovalQuestion {
  /** Canonical text of the filter: the same for every spelling of the same question. */
  readonly text: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** A search in wire form, with its period. */
interface PeriodFields {
  readonly f_startTime?: string | undefined;
  readonly f_endTime?: string | undefined;
}

/** Parameters that say which rows of a result are sent, and how; they do not change what is asked. */
const PAGING: ReadonlySet<string> = new Set([
  'filtering',
  'order_by',
  'ref_time',
  'paginate',
  'p',
  'offs',
  'page_size',
  'after_id',
  'before_id',
  'f_include_count',
]);
const PERIOD: ReadonlySet<string> = new Set(['f_startTime', 'f_endTime']);

const compareText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

/** Lists of a filter have no order and mean the same with a value twice. */
const toCanonicalValue = (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set<unknown>(value)].toSorted(compareText) : value;

/** The question of a search. Two searches have the same text exactly when they differ in period and paging only. */
export function toApprovalQuestion(search: PeriodFields & object): ApprovalQuestion {
  const filter = Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => value !== undefined && value !== false && !PAGING.has(name) && !PERIOD.has(name))
      .map(([name, value]) => [name, toCanonicalValue(value)]),
  );
  return {
    text: canonicalJson(toAuditJson(filter)),
    filter,
    startMs: search.f_startTime === undefined ? null : parseInstantMs(search.f_startTime),
    endMs: search.f_endTime === undefined ? null : parseInstantMs(search.f_endTime),
  };
}

/** True when the second question asks for nothing that the first does not: the same filter in a period within its period. */
export const coversQuestion = (
  approved: Omit<ApprovalQuestion, 'filter'>,
  wanted: Omit<ApprovalQuestion, 'filter'>,
): boolean =>
  approved.text === wanted.text &&
  (approved.startMs === null || (wanted.startMs !== null && wanted.startMs >= approved.startMs)) &&
  (approved.endMs === null || (wanted.endMs !== null && wanted.endMs <= approved.endMs));
