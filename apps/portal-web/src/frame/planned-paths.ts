/**
 * Addresses of P 2 and T 2.1 whose page is not built yet. A built page leaves this list and gets a file in `routes/`;
 * the rail never shows what stands here.
 */
const PLANNED: readonly string[] = [
  '/control-room',
  '/destination-map',
  '/visure-ministeriali',
  '/blacklist',
  '/blacklist-v2',
  '/whitelist',
  '/figurehead',
  '/exports',
  '/about',
  '/statistics',
  '/analysis-gate-to-gate',
  '/map',
  '/map-zones',
  '/monitor-cam',
  '/partners-crime',
  '/related-events',
  '/suspects',
  '/charts',
  '/peer',
  '/dashboard',
  '/system-logs',
];

/** True for a planned address and the pages below it. */
export const isPlannedPath = (path: string): boolean =>
  PLANNED.some((planned) => path === planned || path.startsWith(`${planned}/`));
