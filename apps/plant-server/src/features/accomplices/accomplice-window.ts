import { MAX_EVIDENCE_DAYS } from '@varco/contract/plant/accomplices.ts';
import type { SearchWindow } from '@varco/domain/transits/search-window.ts';
import { computeVisibleWindow } from '../../policy/visible-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';

const DAY_MS = 86_400_000;
const EVIDENCE_DAYS = 30;
/** Days before the evidence that also count for habit and traffic. */
const BASELINE_DAYS = 28;

const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

export interface AccompliceWindow {
  readonly evidence: Visibility;
  readonly baseline: Visibility;
  readonly limitations: SearchWindow['limitations'];
}

/**
 * Two ranges. Evidence: where joint trips are searched, which is the requested range, or 30 days that contain the
 * reference passage. Baseline: the evidence and the 28 days before it. For a user with a limited range the baseline is
 * limited to what the user may see.
 */
export function computeAccompliceWindow(
  requested: { readonly startMs: number | null; readonly endMs: number | null },
  referenceMs: number,
  scope: TransitScope,
  retentionDays: number,
  nowMs: number,
): AccompliceWindow {
  const endMs = requested.endMs ?? Math.min(nowMs, referenceMs + (EVIDENCE_DAYS / 2) * DAY_MS);
  const startMs = requested.startMs ?? endMs - EVIDENCE_DAYS * DAY_MS;
  if (startMs > endMs) throw invalid('al');
  if (endMs - startMs > MAX_EVIDENCE_DAYS * DAY_MS) throw invalid('dal');
  const limits = { retentionDays, nowMs };
  const { fromMs, toMs, limitations } = computeVisibleWindow(scope, { startMs, endMs, ...limits });
  const before = computeVisibleWindow(scope, { startMs: fromMs - BASELINE_DAYS * DAY_MS, endMs, ...limits });
  const { gates } = scope;
  // Without a requested start, a range cut at the retention limit is no limitation to report. Only the user's own range
  // is.
  const isCut = requested.startMs !== null || scope.tMaxMinutes > 0 || scope.lookBackDays !== null;
  return {
    evidence: { gates, fromMs, toMs },
    baseline: { gates, fromMs: before.fromMs, toMs: Math.max(toMs, before.toMs) },
    limitations: isCut ? limitations : [],
  };
}
