import type { BeforeHandler } from '@varco/server-kit/http/server-app.ts';
import { getTlogRate } from '@varco/server-kit/tlog/tlog.routes.ts';
import { toAddressParty, RATES, type RateLimiter, type RateRule } from '@varco/server-kit/rate/rate-limiter.ts';

/**
 * Rates of single calls by address (security rules, part 11). The sign-in has a slow-down instead, which known
 * devices are exempt from.
 */
const RATES_BY_ADDRESS: Readonly<Record<string, RateRule>> = {
  authParams: RATES.params,
  refresh: RATES.refresh,
  logout: { name: 'logout', limit: 30, windowS: 60 },
  lostPassword: RATES.lostPasswordAddress,
  resetPassword: { name: 'reset-password', limit: 20, windowS: 3_600 },
  verifyEmail: { name: 'verify-email', limit: 30, windowS: 3_600 },
  usernameTaken: RATES.userHead,
  cspReport: { name: 'csp-report', limit: 60, windowS: 60 },
};

/** Spends the caller's allowance before the handler runs. */
export const createPortalRates =
  (rates: RateLimiter): BeforeHandler =>
  async ({ endpoint, viewer, ip }) => {
    const rule = RATES_BY_ADDRESS[endpoint.id] ?? getTlogRate(endpoint);
    if (rule !== undefined) await rates.spend(rule, toAddressParty(ip));
    if (endpoint.access.who === 'portal-user' && viewer !== null)
      await rates.spend(RATES.calls, viewer.actor.id ?? toAddressParty(ip));
  };
