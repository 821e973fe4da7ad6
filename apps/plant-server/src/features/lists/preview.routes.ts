import { previewBlacklist } from '@varco/contract/plant/blacklist.ts';
import { toSearchPattern } from '@varco/domain/blacklist/list-plate.ts';
import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { computeVisibleWindow } from '../../policy/visible-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import { readGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ListsDeps } from './lists.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildTransitScope } from '../../auth/plant-viewer.ts';
import { nameMatches, resolvePlates } from '../transits/transits.public.ts';
import { countByGate, findLastTransit } from './preview.repository.ts';
import { invalidFieldError } from './blacklist.service.ts';

const PREVIEW_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Preview of an entry before it is saved: how many alerts it would have raised in the last days, by gate, and where the
 * plate was last seen. It is a search of transits like any other: the user's gates, time limit and plate rights apply.
 */
export function previewRoutes(app: PlantApp, deps: ListsDeps): void {
  const { store } = deps;
  implement(app, previewBlacklist, async ({ body }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const scope = buildTransitScope(ctx.viewer);
    if (!scope.seesPlates) throw new AppError('no_perms', { sub: 'level' });
    const nowMs = parseInstantMs(ctx.now());
    const rules = { endMs: null, retentionDays: settings.retention_days, nowMs };
    const recent = {
      ...computeVisibleWindow(scope, { ...rules, startMs: nowMs - PREVIEW_DAYS * DAY_MS }),
      gates: scope.gates,
    };
    const wholeHistory = { ...computeVisibleWindow(scope, { ...rules, startMs: null }), gates: scope.gates };
    const parsed = parsePlatePattern(toSearchPattern(body.targa));
    if (!parsed.ok) throw invalidFieldError('body/targa');
    const plateQuery = { terms: parsed.terms, misreads: body.approssimata, variations: 0 as const };
    const matches = await nameMatches(await resolvePlates(store, plateQuery, ctx.signal), ctx.signal);
    if (matches.kind === 'all') throw invalidFieldError('body/targa');
    const { condition } = matches;
    const names = new Map((await readGates(store.runner)).map((gate) => [gate.id, gate.fullname]));
    const byGate = await countByGate(store.runner, recent, condition, ctx.signal);
    const last = await findLastTransit(store.runner, wholeHistory, condition, ctx.signal);
    const alerts = byGate.reduce((sum, { n }) => sum + n, 0);
    await ctx.audit({ count: alerts, detail: { plate: body.targa, misreads: body.approssimata } });
    const formatGate = (gate: number): string => names.get(gate) ?? String(gate);
    return {
      dal: toIsoInstant(recent.fromMs),
      alerts,
      gates: byGate.slice(0, 500).map(({ gate, n }) => ({ varco_id: gate, varco: formatGate(gate), n })),
      last: last === null ? null : { data: last.ts, varco: formatGate(last.gate) },
    };
  });
}
