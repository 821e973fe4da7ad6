import * as api from '@varco/contract/plant/related-events.ts';
import { type EventHabit, MAX_EVENTS, computeEventRarity } from '@varco/domain/analysis/related-events.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import type { WindowLimitation } from '@varco/domain/transits/search-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import {
  openAnalysisScope,
  type AnalysisScope,
  limitToNewestReads,
  countReadsByHour,
  toInclusiveWindow,
} from '../analysis/analysis.public.ts';
import { resolveRequestedGates, type RequestedGates, readGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { RelatedEventsDeps } from './related-events.deps.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import {
  type EventPassage,
  type EventPlate,
  readEventPassages,
  findEventPlates,
  countEventReads,
} from './event-plates.repository.ts';
import type { PlantStore } from '../../context/open-store.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import { PlantTraffic } from '../accomplices/accomplices.public.ts';
import { readHabitsAt } from './event-habit.ts';

const HOURS_A_DAY = 24;
/**
 * Number of plates whose habit is read: the rarest ones by traffic. A habit only makes a plate less rare, so no other
 * plate can rank above them.
 */
const MAX_HABIT_PLATES = 2_000;

interface RelatedEventsQuery {
  readonly eventi: readonly (RequestedGates & { readonly dal: string; readonly al: string })[];
  readonly almeno?: number | undefined;
}

interface VisibleEvent extends Visibility {
  readonly gates: readonly number[];
  readonly isCut: boolean;
  readonly limitations: readonly WindowLimitation[];
}

/**
 * Related events (decisions; analysis design, part 4, C): plates read at several places and times, the rarest first.
 */
export function relatedEventRoutes(app: PlantApp, { store }: RelatedEventsDeps): void {
  const traffic = new PlantTraffic(store.runner);
  async function respond(
    params: RelatedEventsQuery,
    ctx: CallContext<PlantViewer>,
  ): Promise<api.RelatedEventsResponse> {
    const startedAt = performance.now();
    const analysis = await openAnalysisScope(store.runner, ctx);
    const atLeast = Math.min(params.almeno ?? params.eventi.length, MAX_EVENTS);
    if (atLeast > params.eventi.length) throw new AppError('bad_request', { sub: 'invalid_field', field: 'almeno' });
    const events: VisibleEvent[] = [];
    for (const event of params.eventi) events.push(await limitEvent(store, event, analysis, ctx.signal));
    const { objects, found, reads, allReads } = await findRelatedPlates(
      store,
      events,
      atLeast,
      { ...analysis, nowMs: parseInstantMs(ctx.now()) },
      ctx.signal,
    );
    await ctx.audit({
      count: objects.length,
      detail: {
        events: params.eventi.map(({ varchi, zona, dal, al }) => ({
          gates: varchi ?? null,
          zone: zona ?? null,
          from: dal,
          to: al,
        })),
        at_least: atLeast,
        plates: objects.slice(0, 500).map(({ targa }) => targa),
      },
    });
    return {
      limitazioni: [...new Set([...events.flatMap(({ limitations }) => limitations), ...analysis.limitations])],
      eventi: events.map(({ fromMs, toMs, isCut }, at) => ({
        letti: reads[at] ?? 0,
        ...toInclusiveWindow(fromMs, toMs),
        troncato: isCut,
      })),
      letti_totale: allReads,
      targhe: await traffic.plates(analysis.wholeVisibility, parseInstantMs(ctx.now())),
      objects,
      troncato: found > objects.length,
      took_ms: Math.round(performance.now() - startedAt),
    };
  }
  implement(app, api.relatedEvents, ({ body }, ctx) => respond(body, ctx));
  implement(app, api.getRelatedEvents, ({ query }, ctx) => respond(query, ctx));
}

/** Gates and window of an event as the user may see them, limited to the amount that can be processed. */
async function limitEvent(
  store: PlantStore,
  event: RelatedEventsQuery['eventi'][number],
  { scope, limitWindow: window }: AnalysisScope,
  signal: AbortSignal,
): Promise<VisibleEvent> {
  const gates = await resolveRequestedGates(store, event, scope);
  const { fromMs, toMs, limitations } = window(event, api.MAX_EVENT_HOURS / HOURS_A_DAY);
  if (gates.length === 0 || fromMs >= toMs) return { gates, fromMs, toMs: fromMs, isCut: false, limitations };
  const part = await limitToNewestReads(store.runner, { gates, fromMs, toMs }, api.MAX_EVENT_READS, signal);
  return { gates, fromMs: part.fromMs, toMs, isCut: part.isCut, limitations };
}

async function findRelatedPlates(
  store: PlantStore,
  events: readonly VisibleEvent[],
  atLeast: number,
  { scope, wholeVisibility: everything, nowMs }: AnalysisScope & { readonly nowMs: number },
  signal: AbortSignal,
) {
  const { runner } = store;
  const options = { atLeast, over: everything, isUnlimited: scope.isUnlimited };
  const plates = await findEventPlates(runner, events, options, signal);
  const reads = await countEventReads(runner, events, signal);
  const allReads = await countReadsByHour(runner, everything, signal);
  const rank = (rows: readonly EventPlate[], habit: HabitLookup | null) =>
    rows
      .map((plate) => {
        const rarities = computeRarities(plate, reads, allReads, habit);
        return { ...plate, rarities, rarity: rarities.reduce((sum, one) => sum + one.rarita, 0) };
      })
      .toSorted((a, b) => b.rarity - a.rarity || (a.plate < b.plate ? -1 : 1));
  const byTraffic = rank(plates, null).slice(0, api.MAX_RELATED_PLATES);
  const withHabit = byTraffic.slice(0, MAX_HABIT_PLATES);
  const habitPlates = withHabit.map(({ plate }) => plate);
  const lookUpHabit =
    withHabit.length === 0 ? null : await readHabitsAt(runner, events, habitPlates, { everything, nowMs }, signal);
  const ranked = [...rank(withHabit, lookUpHabit), ...byTraffic.slice(MAX_HABIT_PLATES)].toSorted(
    (a, b) => b.rarity - a.rarity || (a.plate < b.plate ? -1 : 1),
  );
  const passages = await readEventPassages(
    runner,
    events,
    ranked.map(({ plate }) => plate),
    api.MAX_RELATED_PASSAGES,
    signal,
  );
  const byPlate = Map.groupBy(passages, ({ plate }) => plate);
  const names = new Map((await readGates(runner)).map(({ id, fullname }) => [id, fullname]));
  const objects = ranked.map((row) => ({
    targa: row.plate,
    eventi: row.rarities,
    letture: Math.max(row.reads, row.passages),
    rarita: row.rarity,
    passaggi: (byPlate.get(row.plate) ?? []).map((passage) => buildRelatedEventsView(passage, names)),
    passaggi_totale: row.passages,
  }));
  return { objects, found: plates.length, reads, allReads };
}

type HabitLookup = (plate: string, event: number) => EventHabit;

function computeRarities(
  { plate, events, reads: known, passages }: EventPlate,
  reads: readonly number[],
  allReads: number,
  lookUpHabit: HabitLookup | null,
) {
  const plateReads = Math.max(known, passages);
  return events.map((evento) => {
    const habit = lookUpHabit === null ? null : lookUpHabit(plate, evento);
    return {
      evento,
      rarita: computeEventRarity({ reads: reads[evento] ?? 0, allReads }, plateReads, events.length, habit),
      abitudine:
        habit === null
          ? null
          : {
              altri_giorni: habit.comparedDays,
              giorni: habit.days,
              letture: habit.reads,
              quota_varchi: habit.gateShare,
              durata_giorni: habit.length,
            },
    };
  });
}

const buildRelatedEventsView = ({ event, gate, ts }: EventPassage, names: ReadonlyMap<number, string>) => ({
  evento: event,
  varco_id: gate,
  varco: names.get(gate) ?? '',
  data: ts,
});
