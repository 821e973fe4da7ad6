import * as api from '@varco/contract/plant/related-events.ts';
import { type EventHabit, MOST_EVENTS, rarityOf } from '@varco/domain/analysis/related-events.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { msOf } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import {
  analysisScope,
  type AnalysisScope,
  newestPart,
  readsInHours,
  toldWindow,
} from '../analysis/analysis.public.ts';
import { askedGates, type AskedGates, readGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { RelatedEventsDeps } from './related-events.deps.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { type EventPassage, type EventPlate, eventPassages, eventPlates, eventReads } from './event-plates.ts';
import type { PlantStore } from '../../context/open-store.ts';
import type { Visibility } from '../../policy/visible-transits.ts';
import { PlantTraffic } from '../accomplices/accomplices.public.ts';
import { habitsAt } from './event-habit.ts';

const HOURS_A_DAY = 24;
/**
 * Number of plates whose habit is read: the rarest ones by traffic. A habit only makes a plate less rare, so no other
 * plate can rank above them.
 */
const MOST_HABITS = 2_000;

interface Question {
  readonly eventi: readonly (AskedGates & { readonly dal: string; readonly al: string })[];
  readonly almeno?: number | undefined;
}

interface LookedAt extends Visibility {
  readonly gates: readonly number[];
  readonly isCut: boolean;
  readonly limitations: readonly ('t_max' | 'retention')[];
}

/**
 * Related events (decisions; analysis design, part 4, C): plates read at several places and times, the rarest first.
 */
export function relatedEventRoutes(app: PlantApp, { store }: RelatedEventsDeps): void {
  const traffic = new PlantTraffic(store.runner);
  async function respond(params: Question, ctx: CallContext<PlantViewer>): Promise<api.RelatedEventsAnswer> {
    const startedAt = performance.now();
    const analysis = await analysisScope(store.runner, ctx);
    const atLeast = Math.min(params.almeno ?? params.eventi.length, MOST_EVENTS);
    if (atLeast > params.eventi.length) throw new AppError('bad_request', { sub: 'invalid_field', field: 'almeno' });
    const events: LookedAt[] = [];
    for (const event of params.eventi) events.push(await lookedAt(store, event, analysis, ctx.signal));
    const { objects, found, reads, allReads } = await find(
      store,
      events,
      atLeast,
      { ...analysis, nowMs: msOf(ctx.now()) },
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
        ...toldWindow(fromMs, toMs),
        troncato: isCut,
      })),
      letti_totale: allReads,
      targhe: await traffic.plates(analysis.everything, msOf(ctx.now())),
      objects,
      troncato: found > objects.length,
      took_ms: Math.round(performance.now() - startedAt),
    };
  }
  implement(app, api.relatedEvents, ({ body }, ctx) => respond(body, ctx));
  implement(app, api.getRelatedEvents, ({ query }, ctx) => respond(query, ctx));
}

/** Gates and window of an event as the user may see them, limited to the amount that can be processed. */
async function lookedAt(
  store: PlantStore,
  event: Question['eventi'][number],
  { scope, window }: AnalysisScope,
  signal: AbortSignal,
): Promise<LookedAt> {
  const gates = await askedGates(store, event, scope);
  const { fromMs, toMs, limitations } = window(event, api.MOST_EVENT_HOURS / HOURS_A_DAY);
  if (gates.length === 0 || fromMs >= toMs) return { gates, fromMs, toMs: fromMs, isCut: false, limitations };
  const part = await newestPart(store.runner, { gates, fromMs, toMs }, api.MOST_EVENT_READS, signal);
  return { gates, fromMs: part.fromMs, toMs, isCut: part.isCut, limitations };
}

async function find(
  store: PlantStore,
  events: readonly LookedAt[],
  atLeast: number,
  { scope, everything, nowMs }: AnalysisScope & { readonly nowMs: number },
  signal: AbortSignal,
) {
  const { runner } = store;
  const options = { atLeast, over: everything, isUnlimited: scope.isUnlimited };
  const plates = await eventPlates(runner, events, options, signal);
  const reads = await eventReads(runner, events, signal);
  const allReads = await readsInHours(runner, everything, signal);
  const rank = (rows: readonly EventPlate[], habit: HabitOf | null) =>
    rows
      .map((plate) => {
        const rarities = raritiesIn(plate, reads, allReads, habit);
        return { ...plate, rarities, rarity: rarities.reduce((sum, one) => sum + one.rarita, 0) };
      })
      .toSorted((a, b) => b.rarity - a.rarity || (a.plate < b.plate ? -1 : 1));
  const byTraffic = rank(plates, null).slice(0, api.MOST_RELATED);
  const withHabit = byTraffic.slice(0, MOST_HABITS);
  const habitPlates = withHabit.map(({ plate }) => plate);
  const lookUpHabit =
    withHabit.length === 0 ? null : await habitsAt(runner, events, habitPlates, { everything, nowMs }, signal);
  const ranked = [...rank(withHabit, lookUpHabit), ...byTraffic.slice(MOST_HABITS)].toSorted(
    (a, b) => b.rarity - a.rarity || (a.plate < b.plate ? -1 : 1),
  );
  const passages = await eventPassages(
    runner,
    events,
    ranked.map(({ plate }) => plate),
    api.MOST_RELATED_PASSAGES,
    signal,
  );
  const byPlate = Map.groupBy(passages, ({ plate }) => plate);
  const names = new Map((await readGates(runner)).map(({ id, fullname }) => [id, fullname]));
  const objects = ranked.map((row) => ({
    targa: row.plate,
    eventi: row.rarities,
    letture: Math.max(row.reads, row.passages),
    rarita: row.rarity,
    passaggi: (byPlate.get(row.plate) ?? []).map((passage) => viewOf(passage, names)),
    passaggi_totale: row.passages,
  }));
  return { objects, found: plates.length, reads, allReads };
}

type HabitOf = (plate: string, event: number) => EventHabit;

function raritiesIn(
  { plate, events, reads: known, passages }: EventPlate,
  reads: readonly number[],
  allReads: number,
  lookUpHabit: HabitOf | null,
) {
  const plateReads = Math.max(known, passages);
  return events.map((evento) => {
    const habit = lookUpHabit === null ? null : lookUpHabit(plate, evento);
    return {
      evento,
      rarita: rarityOf({ reads: reads[evento] ?? 0, allReads }, plateReads, events.length, habit),
      abitudine:
        habit === null
          ? null
          : {
              altri_giorni: habit.of,
              giorni: habit.days,
              letture: habit.reads,
              quota_varchi: habit.gateShare,
              durata_giorni: habit.length,
            },
    };
  });
}

const viewOf = ({ event, gate, ts }: EventPassage, names: ReadonlyMap<number, string>) => ({
  evento: event,
  varco_id: gate,
  varco: names.get(gate) ?? '',
  data: ts,
});
