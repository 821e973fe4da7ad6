import path from 'node:path';
import { buildWeb } from '../../tools/web-build.ts';
import { startDemo } from './demo-process.ts';
import { FAILING_PLANT, setFailures } from './plant-state.ts';
import { readWorld, type World, type WorldPlace } from './world.ts';

/** Once before all journeys: builds the web app, so that worlds started at the same time do not build it twice. */
// The test runner takes its set-up from a default export.
// oxlint-disable-next-line import/no-default-export
export default function prepareWorlds(): void {
  buildWeb(path.resolve(import.meta.dirname, '../..'));
}

/** Place of a demo that runs already, for whoever writes journeys. */
function findRunningDemo(): WorldPlace | null {
  const { VARCO_E2E_READY_FILE: readyFile, VARCO_E2E_DATA: dataDir = '', VARCO_E2E_PID: pid = '' } = process.env;
  return readyFile === undefined ? null : { readyFile, dataDir, pid: Number(pid) };
}

/**
 * Starts the real demo. A demo that runs already serves instead when VARCO_E2E_READY_FILE, VARCO_E2E_DATA and
 * VARCO_E2E_PID describe it.
 * @param options.slot number of this world among those that run side by side
 */
export async function startWorld(options: {
  readonly slot: number;
  readonly size: string;
}): Promise<{ readonly world: World; readonly stop: () => Promise<void> }> {
  const running = findRunningDemo();
  if (running !== null) return { world: readWorld(running), stop: async () => undefined };
  const demo = await startDemo(options);
  const world = readWorld(demo);
  await setFailures(world, FAILING_PLANT, 0);
  return { world, stop: () => demo.stop() };
}
