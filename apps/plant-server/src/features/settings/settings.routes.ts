import * as api from '@varco/contract/plant/settings.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import {
  listOfferedReasons,
  type PlantReason,
  type PlantSettings,
  readPlantSettings,
} from '../../settings/plant-settings.repository.ts';
import * as changes from '../../settings/setting-changes.repository.ts';
import { previewTerm } from './preview-retention.ts';
import { serverKeyRoutes } from './server-keys.routes.ts';
import type { SettingsDeps } from './settings.deps.ts';
import * as queries from './settings.repository.ts';
import { change, viewSettings } from './change-setting.ts';
import { registryRoutes } from './registry.routes.ts';
import { toPlainValues, toReasonName, toTermName } from './settings.view.ts';

/**
 * Settings of the plant, for its administrators. The audit entry with old and new value is durable before a change is; a form
 * that read an older version is refused.
 */
export function settingsRoutes(app: PlantApp, deps: SettingsDeps): void {
  serverKeyRoutes(app, deps);

  implement(app, api.readSettings, () => viewSettings(deps, deps.store.runner));

  implement(app, api.changeSetting, async ({ body }, ctx) => {
    const author = { by: ctx.viewer.user.uuid, at: ctx.now() };
    const view = await change(deps, { ...author, name: body.name, ver: body.ver }, async (runner, settings) => {
      const isRule = body.name === 'requires_reason' || body.name === 'requires_case';
      if (isRule && body.value) requireOneReason({ ...settings, [body.name]: true }, settings.reasons);
      await ctx.audit({
        count: 1,
        detail: {
          setting: body.name,
          before: toPlainValues(settings, deps.limits.defaults)[body.name],
          after: body.value,
        },
      });
      await queries.updatePlainSetting(runner, body.name, body.value);
    });
    await deps.limits.refresh();
    return view;
  });

  registryRoutes(app, deps);
  registerReasonRoutes(app, deps);
  registerRetentionRoutes(app, deps);
}

function registerReasonRoutes(app: PlantApp, deps: SettingsDeps): void {
  implement(app, api.addReason, ({ body }, ctx) => {
    const author = { by: ctx.viewer.user.uuid, at: ctx.now() };
    const named = { ...author, name: toReasonName(body.code), ver: changes.FIRST_VERSION };
    return change(
      deps,
      named,
      async (runner, settings) => {
        const reason = { ...body, retired: false };
        const reasons = [...settings.reasons, reason];
        if (reasons.length > api.MAX_REASONS) throw new AppError('conflict');
        checkOffered(reasons);
        await ctx.audit({ count: 1, detail: { reason: body.code, before: null, after: describe(reason) } });
        await queries.updateReasons(runner, reasons);
      },
      (settings) => {
        // Also a code that was retired: it is offered again by a change, not made anew.
        if (settings.reasons.some(({ code }) => code === body.code)) throw new AppError('duplicate');
      },
    );
  });

  implement(app, api.changeReason, ({ params, body }, ctx) => {
    const author = { by: ctx.viewer.user.uuid, at: ctx.now() };
    const { ver, ...texts } = body;
    const after: PlantReason = { code: params.code, ...texts };
    const find = ({ reasons }: PlantSettings): PlantReason => {
      const found = reasons.find(({ code }) => code === params.code);
      if (found === undefined) throw new AppError('not_found');
      return found;
    };
    return change(
      deps,
      { ...author, name: toReasonName(params.code), ver },
      async (runner, settings) => {
        const reasons = settings.reasons.map((reason) => (reason.code === params.code ? after : reason));
        requireOneReason(settings, reasons);
        checkOffered(reasons);
        const detail = { reason: params.code, before: describe(find(settings)), after: describe(after) };
        await ctx.audit({ count: 1, detail });
        await queries.updateReasons(runner, reasons);
      },
      find,
    );
  });
}

function registerRetentionRoutes(app: PlantApp, deps: SettingsDeps): void {
  implement(app, api.previewRetention, async ({ params, query }, ctx) => {
    const settings = await readPlantSettings(deps.store.runner);
    const asked = { kind: params.kind, days: query.days, nowMs: parseInstantMs(ctx.now()) };
    return previewTerm(deps, settings, asked, ctx.signal);
  });

  implement(app, api.changeRetention, async ({ params: { kind }, body }, ctx) => {
    const { confirm, ver, ...term } = body;
    const author = { by: ctx.viewer.user.uuid, at: ctx.now() };
    const view = await change(deps, { ...author, name: toTermName(kind), ver }, async (runner, settings) => {
      const before = queries.getTerm(settings, kind, deps.limits.defaults);
      // A picture cannot outlive its transit.
      if (api.isPictureKind(kind) && term.days > settings.retention_days)
        throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/days' });
      if (term.days < before.days && confirm !== settings.code)
        throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/confirm' });
      await ctx.audit({ count: 1, detail: { retention: kind, before, after: term } });
      await queries.updateTerm(runner, kind, term);
    });
    deps.ingestFacts.invalidate();
    return view;
  });
}

/** Content of a reason for the audit log. */
const describe = ({ it, en, requires_case, retired }: PlantReason) => ({ it, en, requires_case, retired });

/** Where a reason is asked for, one must be offered, or nobody could consult the plant. Throws `conflict`/`last_reason`. */
function requireOneReason(rules: PlantSettings, reasons: readonly PlantReason[]): void {
  const needsReason = rules.requires_reason || rules.requires_case;
  if (needsReason && listOfferedReasons({ reasons }).length === 0)
    throw new AppError('conflict', { sub: 'last_reason' });
}

function checkOffered(reasons: readonly PlantReason[]): void {
  if (listOfferedReasons({ reasons }).length > api.MAX_OFFERED_REASONS) throw new AppError('conflict');
}
