import * as api from '@varco/contract/plant/passages.ts';
import type { WindowLimitation } from '@varco/domain/transits/search-window.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import {
  openAnalysisScope,
  type AnalysisScope,
  limitToNewestReads,
  requireGateToGate,
  toInclusiveWindow,
} from '../analysis/analysis.public.ts';
import { resolveRequestedGates, readGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { PassagesDeps } from './passages.deps.ts';
import { hashPlates } from './plate-token.ts';
import type { CodeDictionary } from '../../database/code-dictionary.repository.ts';
import { readTracks } from '../../plate-index/movements/gate-tracks.repository.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { readPassagesOfPlates, readPlatesInWindow, type PassageRow } from './passages-of-plates.repository.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';

const MAX_PASSAGES_PER_PLATE = 500;

/** Passages without plates, and the plates behind the results of an analysis over several plants (ADR 0023). */
export function passageRoutes(app: PlantApp, { store }: PassagesDeps): void {
  implement(app, api.passageTokens, async ({ body }, ctx) => {
    const startedAt = performance.now();
    const analysis = await openAnalysisScope(store.runner, ctx);
    const { visible, isCut, limitations } = await selectWindowPart(store, analysis, body, ctx);
    const about = { atLeast: body.almeno ?? 1, atTwoGates: false };
    const tracks = visible === null ? [] : await readTracks(store.runner, visible, about, ctx.signal);
    const tokens = await hashPlates(
      body.sale,
      tracks.map(({ plate }) => plate),
    );
    await ctx.audit({
      count: tracks.length,
      detail: { from: body.dal, to: body.al, gates: body.varchi ?? null, tokens: true },
    });
    const fromMs = visible?.fromMs ?? analysis.limitWindow(body, api.MAX_PASSAGE_DAYS).fromMs;
    return {
      limitazioni: [...new Set([...limitations, ...analysis.limitations])],
      ...toInclusiveWindow(fromMs, visible?.toMs ?? fromMs),
      troncato: isCut,
      targhe: tracks.map(({ gates, timesMs }, at): [string, number[]] => [
        tokens[at] ?? '',
        gates.flatMap((gate, i) => [gate, ((timesMs[i] ?? fromMs) - fromMs) / 1000]),
      ]),
      took_ms: Math.round(performance.now() - startedAt),
    };
  });

  implement(app, api.revealPassages, async ({ body }, ctx) => {
    const analysis = await openAnalysisScope(store.runner, ctx);
    const { visible } = await selectWindowPart(store, analysis, body, ctx);
    const plates = visible === null ? [] : await readPlatesInWindow(store.runner, visible, ctx.signal);
    const requested = new Set(body.token);
    const tokens = await hashPlates(body.sale, plates);
    const found = new Map(
      plates.map((plate, at) => [plate, tokens[at] ?? ''] as const).filter(([, t]) => requested.has(t)),
    );
    const passages =
      visible === null
        ? []
        : await readPassagesOfPlates(store.runner, visible, [...found.keys()], MAX_PASSAGES_PER_PLATE, ctx.signal);
    await ctx.audit({
      count: passages.length,
      detail: { from: body.dal, to: body.al, gates: body.varchi ?? null, plates: [...found.keys()] },
    });
    const names = new Map((await readGates(store.runner)).map(({ id, fullname }) => [id, fullname]));
    const byPlate = Map.groupBy(passages, ({ plate }) => plate);
    return {
      objects: [...found].map(([plate, token]) => ({
        token,
        targa: plate,
        passaggi: (byPlate.get(plate) ?? []).map((passage) => buildPassagesView(passage, names, store.codes)),
      })),
    };
  });
}

interface WindowPart {
  /** Null: there is nothing that this user may see. */
  readonly visible: Visibility | null;
  readonly isCut: boolean;
  readonly limitations: readonly WindowLimitation[];
}

interface PassageParams {
  readonly dal: string;
  readonly al: string;
  readonly varchi?: readonly number[] | undefined;
}

/**
 * The newest part of the window that fits into one response. Naming single gates makes it a gate-to-gate query, which
 * needs the licence for it.
 */
async function selectWindowPart(
  store: PlantStore,
  analysis: AnalysisScope,
  params: PassageParams,
  { signal, now }: { readonly signal: AbortSignal; readonly now: () => string },
): Promise<WindowPart> {
  if (params.varchi !== undefined) requireGateToGate(analysis, now());
  const gates =
    params.varchi === undefined ? analysis.scope.gates : await resolveRequestedGates(store, params, analysis.scope);
  const { fromMs, toMs, limitations } = analysis.limitWindow(params, api.MAX_PASSAGE_DAYS);
  if (fromMs >= toMs || gates?.length === 0) return { visible: null, isCut: false, limitations };
  const whole = { gates, fromMs, toMs };
  const part = await limitToNewestReads(store.runner, whole, api.MAX_TOKEN_PASSAGES, signal);
  return { visible: { ...whole, fromMs: part.fromMs }, isCut: part.isCut, limitations };
}

const buildPassagesView = (passage: PassageRow, names: ReadonlyMap<number, string>, codes: CodeDictionary) => ({
  id: passage.id,
  varco_id: passage.gate,
  varco: names.get(passage.gate) ?? '',
  data: passage.ts,
  nazione: codes.getWord('nation', passage.nation),
  marca: codes.getWord('brand', passage.brand),
  colore: codes.getWord('colour', passage.colour),
  classe: codes.getWord('class', passage.vclass),
});
