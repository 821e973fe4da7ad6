import type { CallInput } from '@varco/contract/endpoint.ts';
import { changeRegistry } from '@varco/contract/plant/settings.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import {
  type Account,
  readRegistryAccount,
  type RegistryAccount,
  storeRegistryAccount,
} from '../../settings/registry-account.repository.ts';
import type { SettingsDeps } from './settings.deps.ts';
import { change } from './change-setting.ts';
import { REGISTRY_NAME, toRegistryView } from './settings.view.ts';

type RegistryBody = NonNullable<CallInput<typeof changeRegistry>['body']['registry']>;

/** The registry of the ministry and its accounts, for the plant's administrators. */
export function registryRoutes(app: PlantApp, deps: SettingsDeps): void {
  implement(app, changeRegistry, async ({ body: { registry, ver } }, ctx) => {
    const author = { by: ctx.viewer.user.uuid, at: ctx.now() };
    const view = await change(deps, { ...author, name: REGISTRY_NAME, ver }, async (runner) => {
      const before = await readRegistryAccount(runner, deps.key, deps.initialRegistry);
      const after = registry === null ? { url: '', vpn: null, ministry: null } : buildAccount(registry, before);
      await ctx.audit({ count: 1, detail: { before: toRegistryView(before), after: toRegistryView(after) } });
      await storeRegistryAccount(runner, deps.key, after);
    });
    await deps.ministry.refresh();
    return view;
  });
}

/** Throws `bad_request` for a password that would go to another server or account. */
function buildAccount(body: RegistryBody, before: RegistryAccount): RegistryAccount {
  const choose = (which: 'vpn' | 'ministry'): Account => {
    const user = body[`${which}_user`];
    const given = body[`${which}_password`];
    if (given !== undefined) return { user, password: given };
    const stored = before[which];
    if (stored === null || stored.user !== user || before.url !== body.url)
      throw new AppError('bad_request', { sub: 'invalid_field', field: `body/registry/${which}_password` });
    return stored;
  };
  return { url: body.url, vpn: choose('vpn'), ministry: choose('ministry') };
}
