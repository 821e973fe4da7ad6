import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { DemoFaultsDeps } from './demo-faults.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';

/** Paths of consultation calls. Sign-in, status and ingest are never affected, so that the demo stays usable. */
const CONSULTATION_PATH = /^\/api\/(?:v2\/)?lpr(?:\/|$)/;

/**
 * Makes consultation calls slow, or every n-th one fail, as configured in the plant settings. Registered only by a server
 * started with the demo flag.
 */
export function registerDemoFaults(app: PlantApp, { store }: DemoFaultsDeps): void {
  let calls = 0;
  app.addHook('preHandler', async (request) => {
    if (!CONSULTATION_PATH.test(request.routeOptions.url ?? '')) return;
    const settings = await readPlantSettings(store.runner);
    const ending = new AbortController();
    request.raw.socket.once('close', () => ending.abort());
    if (settings.demo_slow_ms > 0)
      await wait(settings.demo_slow_ms, undefined, { signal: ending.signal }).catch(() => {});
    // The client requests rows and count together. If both were counted, one of the two would always fail and the other
    // never.
    if (request.routeOptions.url?.endsWith('/count') === true) return;
    calls += 1;
    if (settings.demo_fail_one_in > 0 && calls % settings.demo_fail_one_in === 0)
      throw new AppError('unavailable', { sub: 'db_in_use' });
  });
}
