/**
 * Closed lists: a user agent is shown only as one of these known names. The order matters: Edge contains "Chrome"
 * too.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

const findName = (list: readonly (readonly [RegExp, string])[], agent: string): string =>
  list.find(([pattern]) => pattern.test(agent))?.[1] ?? '';

/** Browser and system of a `User-Agent`; empty when unknown. */
export const parseDeviceName = (agent: string): { readonly browser: string; readonly system: string } => ({
  browser: findName(BROWSERS, agent),
  system: findName(SYSTEMS, agent),
});
