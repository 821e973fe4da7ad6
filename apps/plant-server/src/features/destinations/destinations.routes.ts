import { destinations, MAX_DESTINATION_DAYS, MAX_FOLLOWED_PASSAGES } from '@varco/contract/plant/destinations.ts';
import type { Limitation } from '@varco/contract/plant/transits.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { computeVisibleWindow } from '../../policy/visible-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { resolveRequestedGates, readGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { DestinationsDeps } from './destinations.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildTransitScope, type TransitScope } from '../../auth/plant-viewer.ts';
import { type NeighbourGate, countNeighbourGates } from './neighbour-gates.repository.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DEFAULT_MINUTES = 120;

/**
 * Destination map (decisions): number of vehicles by the gate they went to next and came from. No plate leaves the
 * plant.
 */
export function destinationRoutes(app: PlantApp, { store }: DestinationsDeps): void {
  implement(app, destinations, async ({ body }, ctx) => {
    const scope = buildTransitScope(ctx.viewer);
    // With a short window that contains one vehicle, the counts would reveal where a hidden plate went.
    if (!scope.seesPlates) throw new AppError('no_perms', { sub: 'level' });
    const origin = await resolveRequestedGates(store, body, scope);
    const settings = await readPlantSettings(store.runner);
    const nowMs = parseInstantMs(ctx.now());
    const requested = { startMs: parseInstantMs(body.dal), endMs: parseInstantMs(body.al) };
    if (requested.startMs > requested.endMs) throw new AppError('bad_request', { sub: 'invalid_field', field: 'al' });
    if (requested.endMs - requested.startMs > MAX_DESTINATION_DAYS * DAY_MS + 2 * 60 * MINUTE_MS)
      throw new AppError('bad_request', { sub: 'invalid_field', field: 'dal' });
    const limits = { retentionDays: settings.retention_days, nowMs };
    const window = computeVisibleWindow(scope, { ...requested, ...limits });
    const seeable = computeVisibleWindow(scope, { startMs: null, endMs: null, ...limits });
    const withinMs = (body.entro_minuti ?? DEFAULT_MINUTES) * MINUTE_MS;
    const following = {
      origin: { gates: origin, fromMs: window.fromMs, toMs: window.toMs },
      all: { gates: null, fromMs: seeable.fromMs, toMs: seeable.toMs },
      withinMs,
      most: MAX_FOLLOWED_PASSAGES,
    };
    const nothing = origin.length === 0 || window.fromMs >= window.toMs;
    const query = (to: 'next' | 'previous'): Promise<readonly NeighbourGate[]> =>
      nothing ? Promise.resolve([]) : countNeighbourGates(store.runner, following, to, ctx.signal);
    const [next, previous] = [await query('next'), await query('previous')];
    const passages = next.reduce((sum, { n }) => sum + n, 0);
    await ctx.audit({
      count: passages,
      detail: { gates: origin, zone: body.zona ?? null, from: body.dal, to: body.al, minutes: withinMs / MINUTE_MS },
    });
    const names = new Map((await readGates(store.runner)).map(({ id, fullname }) => [id, fullname]));
    const limitations: Limitation[] = [...window.limitations, ...(scope.gates === null ? [] : (['gates'] as const))];
    return {
      passaggi: passages,
      troncato: passages >= MAX_FOLLOWED_PASSAGES,
      limitazioni: limitations,
      verso: toDestinationSide(next, scope, names),
      da: toDestinationSide(previous, scope, names),
    };
  });
}

/** T 6: gates that the user may not search are counted but not named. */
function toDestinationSide(
  rows: readonly NeighbourGate[],
  { gates }: TransitScope,
  names: ReadonlyMap<number, string>,
) {
  const isShown = (gate: number): boolean => gates?.includes(gate) ?? true;
  const seen = rows.flatMap(({ gate, n, median_s: median }) =>
    gate === null ? [] : [{ gate, n, median: median ?? 0 }],
  );
  const sum = (of: readonly { readonly n: number }[]): number => of.reduce((total, { n }) => total + n, 0);
  return {
    objects: seen
      .filter(({ gate }) => isShown(gate))
      .map(({ gate, n, median }) => ({ varco_id: gate, varco: names.get(gate) ?? '', n, mediana_s: median })),
    altrove: sum(rows.filter(({ gate }) => gate === null)),
    senza_autorizzazione: sum(seen.filter(({ gate }) => !isShown(gate))),
  };
}
