import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { type FilledPlant, fillPlant } from './fill-plant.ts';
import { fillPortal } from './fill-portal.ts';
import { preparePlantDatabases } from './prepare-plants.ts';
import { planDemoTraffic } from './demo-traffic.ts';
import type { DemoLayout } from './layout.ts';
import { type DemoSize, SIZES } from './options.ts';

/** Number of plants filled concurrently: one core writes while the other generates the next reads. */
const MAX_PARALLEL = 2;

/** Fills every plant and the portal. `onProgress` receives the transits stored so far and the total. */
export async function fillWorld(
  postgres: EmbeddedPostgres,
  layout: DemoLayout,
  options: { size: DemoSize; begunAt: string; onProgress: (done: number, total: number) => void },
): Promise<void> {
  const traffic = planDemoTraffic(options.size, options.begunAt);
  const total = SIZES[options.size] * layout.plants.length;
  let done = 0;
  const filled = new Map<string, FilledPlant>();
  await preparePlantDatabases(
    postgres,
    layout.plants.map(({ database }) => database),
  );
  const waiting = [...layout.plants];
  const work = async (): Promise<void> => {
    for (let plant = waiting.shift(); plant !== undefined; plant = waiting.shift()) {
      const result = await fillPlant(postgres, plant, {
        portalUrl: layout.portalUrl,
        smtpPort: layout.smtpPort,
        traffic,
        now: options.begunAt,
        onRows: (rows) => {
          done += rows;
          options.onProgress(done, total);
        },
      });
      filled.set(plant.sim.code, result);
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, work));
  await fillPortal(postgres, layout, filled, options.size);
}
