import { MOST_EVIDENCE_DAYS } from '@varco/contract/plant/accomplices.ts';
import { searchWindow, type SearchWindow } from '@varco/domain/transits/search-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import type { Visibility } from '../../policy/visible-transits.ts';

const DAY_MS = 86_400_000;
const EVIDENCE_DAYS = 30;
/** Days before the evidence whose habit and traffic count too. */
const BASELINE_DAYS = 28;

const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

export interface AccompliceWindow {
  readonly evidence: Visibility;
  readonly baseline: Visibility;
  readonly limitations: SearchWindow['limitations'];
}

/**
 * Where joint trips are sought: the asked range, or 30 days with the reference passage in them; and the baseline, that range and the
 * 28 days before it. A person whose range is limited has no other baseline than what may be seen.
 */
export function accompliceWindow(
  asked: { readonly startMs: number | null; readonly endMs: number | null },
  referenceMs: number,
  scope: TransitScope,
  retentionDays: number,
  nowMs: number,
): AccompliceWindow {
  const endMs = asked.endMs ?? Math.min(nowMs, referenceMs + (EVIDENCE_DAYS / 2) * DAY_MS);
  const startMs = asked.startMs ?? endMs - EVIDENCE_DAYS * DAY_MS;
  if (startMs > endMs) throw invalid('al');
  if (endMs - startMs > MOST_EVIDENCE_DAYS * DAY_MS) throw invalid('dal');
  const limits = { refMs: null, tMaxMinutes: scope.tMaxMinutes, retentionDays, nowMs };
  const { fromMs, toMs, limitations } = searchWindow({ startMs, endMs, ...limits });
  const before = searchWindow({ startMs: fromMs - BASELINE_DAYS * DAY_MS, endMs, ...limits });
  const { gates } = scope;
  // Beyond retention nothing was asked for: only the person's own range limits what was.
  const isCut = asked.startMs !== null || scope.tMaxMinutes > 0;
  return {
    evidence: { gates, fromMs, toMs },
    baseline: { gates, fromMs: before.fromMs, toMs: Math.max(toMs, before.toMs) },
    limitations: isCut ? limitations : [],
  };
}
