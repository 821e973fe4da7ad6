import { startDemo } from './demo-process.ts';

/**
 * Once before all journeys: the real demo, small. The function returned stops it after the last one.
 * While writing journeys a demo that runs already serves: give its VARCO_E2E_READY_FILE, VARCO_E2E_DATA and VARCO_E2E_PID.
 */
// The test runner takes its set-up from a default export.
// oxlint-disable-next-line import/no-default-export
export default async function startWorld(): Promise<() => Promise<void>> {
  if (process.env['VARCO_E2E_READY_FILE'] !== undefined) return async () => undefined;
  const demo = await startDemo({ size: 'tiny' });
  process.env['VARCO_E2E_READY_FILE'] = demo.readyFile;
  process.env['VARCO_E2E_DATA'] = demo.dataDir;
  process.env['VARCO_E2E_PID'] = String(demo.pid);
  return () => demo.stop();
}
