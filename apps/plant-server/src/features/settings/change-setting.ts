import type { PlantSettingsView } from '@varco/contract/plant/settings.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { type PlantSettings, readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { readRegistryAccount } from '../../settings/registry-account.repository.ts';
import * as changes from '../../settings/setting-changes.repository.ts';
import { countHolds } from '../retention/retention.public.ts';
import type { SettingsDeps } from './settings.deps.ts';
import { toPlainValues, toSettingsView } from './settings.view.ts';

/** A change of one setting, with who makes it. */
interface NamedChange {
  readonly name: string;
  /** Version that the form read. */
  readonly ver: number;
  readonly by: string;
  readonly at: string;
}

/**
 * Runs `work` with the settings locked, counts the version up and returns the settings after it. `check` comes before the
 * version is compared. Throws `conflict` when somebody else changed the setting meanwhile.
 */
export function change(
  deps: SettingsDeps,
  named: NamedChange,
  work: (runner: Runner, settings: PlantSettings) => Promise<void>,
  check?: (settings: PlantSettings) => unknown,
): Promise<PlantSettingsView> {
  return inTransaction(deps.pool, async (runner) => {
    await changes.lockSettings(runner);
    const settings = await readPlantSettings(runner);
    check?.(settings);
    if ((await changes.readSettingVersion(runner, named.name)) !== named.ver) throw new AppError('conflict');
    await work(runner, settings);
    await changes.recordSettingChange(runner, named.name, named);
    return viewSettings(deps, runner);
  });
}

/** The settings as they are answered. */
export async function viewSettings(deps: SettingsDeps, runner: Runner): Promise<PlantSettingsView> {
  const { limits, key, initialRegistry } = deps;
  const settings = await readPlantSettings(runner);
  const values = toPlainValues(settings, limits.defaults);
  return toSettingsView(settings, {
    values,
    defaults: limits.defaults,
    changes: await changes.readSettingChanges(runner),
    holds: await countHolds(runner),
    registry: await readRegistryAccount(runner, key, initialRegistry),
  });
}
