const DAY_MS = 86_400_000;
/** The authority of a machine gives certificates of hours and renews them by itself in their last third. */
const MAX_SHORT_LIVED_MS = 2 * DAY_MS;
const SHORT_LIVED_REST = 1 / 5;
const WARN_MS = 21 * DAY_MS;

export interface CertificateTerm {
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whether a certificate has ended, or should have been renewed by now. */
export function judgeTerm({ fromMs, toMs }: CertificateTerm, nowMs: number): 'ended' | 'ending' | 'good' {
  if (!(toMs > nowMs)) return 'ended';
  const termMs = toMs - fromMs;
  const warnMs = termMs <= MAX_SHORT_LIVED_MS ? termMs * SHORT_LIVED_REST : WARN_MS;
  return toMs - nowMs < warnMs ? 'ending' : 'good';
}

/** Whole days a certificate is still valid. */
export const countDaysLeft = ({ toMs }: CertificateTerm, nowMs: number): number => Math.floor((toMs - nowMs) / DAY_MS);
