import type { BackupStatus } from '@varco/contract/backup-status.ts';
import { currentStatus } from '@varco/contract/plant/status.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { StatusDeps } from './status.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { readNewestInstant } from '../transits/transits.public.ts';
import { readDatabaseFacts } from './database-facts.repository.ts';

/** Status of a plant without a registry (P 4). */

/** Current state of the plant (T 3.15). */
export function statusRoutes(app: PlantApp, deps: StatusDeps): void {
  implement(app, currentStatus, async (_input, ctx) => {
    const { runner } = deps.store;
    const settings = await readPlantSettings(runner);
    const disk = await deps.disk();
    const database = await readDatabaseFacts(runner);
    const last = deps.heartbeats.last();
    const gateway = deps.ministry.getState();
    return {
      ts_time: ctx.now(),
      external_services: {
        ministry: {
          status: gateway.ministry,
          license: settings.license_number,
          license_key: null,
          license_expiry: settings.license_expires_on,
          password_error_counter: gateway.ministryErrors,
        },
        vpn: { status: gateway.vpn, password_error_counter: gateway.vpnErrors },
        options: Object.keys(settings.license_options ?? {}),
      },
      system: { disk: { archive: { ...disk.archive }, tmp: { ...disk.tmp }, state: deps.diskGuard.state() }, database },
      ...buildBackup(deps.backups()),
      portal: { version: deps.version, hash: deps.build, heartbeat: last === null ? null : { ...last } },
      last_plate_date: await readNewestInstant(runner),
    };
  });
}

/** Absent where the database is kept by somebody else. */
function buildBackup(status: BackupStatus | null | undefined) {
  if (status === undefined) return {};
  if (status === null) return { backup: null };
  const { backup, verify } = status;
  return {
    backup: { at: backup?.at ?? null, verified: verify === null ? null : { at: verify.at, good: verify.isGood } },
  };
}
