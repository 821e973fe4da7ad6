import { createHash } from 'node:crypto';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { canonicalJson, toAuditJson } from '@varco/domain/audit/canonical-json.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';

/** What an approval is about: the filter without period and paging, and the period. Milliseconds; null: open. */
export interface ApprovalQuestion {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly hash: Buffer;
  readonly startMs: number | null;
  readonly endMs: number | null;
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

const isUnordered = (value: unknown): value is readonly (string | number)[] => Array.isArray(value);

/** Lists of a filter have no order and mean the same with a value twice. */
const toCanonicalValue = (value: unknown): unknown =>
  isUnordered(value) ? [...new Set(value)].toSorted((a, b) => (String(a) < String(b) ? -1 : 1)) : value;

/** The question of a search. Two searches have the same hash exactly when they differ in period and paging only. */
export function toApprovalQuestion(search: TransitFilter): ApprovalQuestion {
  const filter = Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => value !== undefined && value !== false && !PAGING.has(name) && !PERIOD.has(name))
      .map(([name, value]) => [name, toCanonicalValue(value)]),
  );
  const text = canonicalJson(toAuditJson(filter));
  return {
    filter,
    hash: createHash('sha256').update(text).digest(),
    startMs: search.f_startTime === undefined ? null : parseInstantMs(search.f_startTime),
    endMs: search.f_endTime === undefined ? null : parseInstantMs(search.f_endTime),
  };
}

/** True when the second question asks for nothing that the first does not: the same filter in a period within its period. */
export const coversQuestion = (approved: Omit<ApprovalQuestion, 'filter'>, wanted: ApprovalQuestion): boolean =>
  approved.hash.equals(wanted.hash) &&
  (approved.startMs === null || (wanted.startMs !== null && wanted.startMs >= approved.startMs)) &&
  (approved.endMs === null || (wanted.endMs !== null && wanted.endMs <= approved.endMs));
