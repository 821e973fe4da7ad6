/** Values below this are durations, not epoch seconds (readings B-10). */
const MIN_EPOCH_SECONDS = 1_000_000_000;

/**
 * Converts the responses of login and refresh to one form (LOGIN-02, readings A-02, B-10): the user may be nested or at
 * top level, `expires` may be a duration in seconds.
 * @param nowSeconds epoch seconds a duration counts from
 */
export function upgradeLoginResponse(raw: unknown, nowSeconds: number): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const answer: Record<string, unknown> = { ...raw };
  const { expires } = answer;
  if (answer['user'] === undefined && answer['uuid'] !== undefined) answer['user'] = raw;
  if (typeof expires === 'number' && expires < MIN_EPOCH_SECONDS) answer['expires'] = nowSeconds + expires;
  return answer;
}
