import path from 'node:path';
import { buildWeb } from '../../tools/web-build.ts';
import { createDemoTemplate, type DemoTemplate, removeDemoTemplate, startDemo } from './demo-process.ts';
import { FAILING_PLANT, setFailures } from './plant-state.ts';
import { readWorld, type World, type WorldPlace } from './world.ts';

const TEMPLATE_VARIABLE = 'VARCO_E2E_TEMPLATE';
const SIZE = 'tiny';

const readTemplate = (): DemoTemplate | null => {
  const text = process.env[TEMPLATE_VARIABLE];
  return text === undefined ? null : (JSON.parse(text) as DemoTemplate);
};

/**
 * Once before all journeys: builds the web app, and fills the demo of which every world begins as a copy. Returns what the
 * runner calls after them.
 */
// The test runner takes its set-up from a default export.
// oxlint-disable-next-line import/no-default-export
export default async function prepareWorlds(): Promise<() => void> {
  buildWeb(path.resolve(import.meta.dirname, '../..'));
  if (findRunningDemo() !== null) return () => undefined;
  const template = await createDemoTemplate({ size: SIZE });
  // The runner passes its environment on to its workers.
  process.env[TEMPLATE_VARIABLE] = JSON.stringify(template);
  return () => removeDemoTemplate(template);
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
  const demo = await startDemo({ ...options, template: options.size === SIZE ? readTemplate() : null });
  const world = readWorld(demo);
  await setFailures(world, FAILING_PLANT, 0);
  return { world, stop: () => demo.stop() };
}
