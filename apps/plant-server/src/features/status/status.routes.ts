import { currentStatus } from '@varco/contract/plant/status.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp, PlantDeps } from '../../plant/plant-app.ts';
import { readSettings } from '../../plant/plant-settings.ts';
import { newestRead } from '../../store/count-transits.ts';

/** No ministry gateway and no VPN are connected to this plant yet. */
const NOT_CONNECTED = -99;

/** Present state of the plant (T 3.15). */
export function statusRoutes(app: PlantApp, deps: PlantDeps): void {
  implement(app, currentStatus, async (_input, ctx) => {
    const { runner } = deps.store;
    const settings = await readSettings(runner);
    const disk = await deps.disk();
    return {
      ts_time: ctx.now(),
      external_services: {
        ministry: {
          status: NOT_CONNECTED,
          license: settings.license_number,
          license_key: null,
          license_expiry: settings.license_expires_on,
          password_error_counter: 0,
        },
        vpn: { status: NOT_CONNECTED, password_error_counter: 0 },
        options: Object.keys(settings.license_options ?? {}),
      },
      system: { disk: { archive: { ...disk.archive }, tmp: { ...disk.tmp } } },
      portal: { version: deps.version, hash: deps.build },
      last_plate_date: await newestRead(runner),
    };
  });
}
