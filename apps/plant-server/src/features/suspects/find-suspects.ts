import type { SuspectQuery } from '@varco/contract/plant/suspects.ts';
import { ExcessShares } from '@varco/domain/analysis/excess-shares.ts';
import {
  LISTED_POINTS,
  STATUS_CAP,
  STRONG_POINTS,
  suspectScore,
  type OtherFacts,
  type SuspectScore,
  type SuspectWeights,
} from '@varco/domain/analysis/suspect-score.ts';
import { closenessOf, type PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import { CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import type { GateRow } from '../../plant/gates.queries.ts';
import { EVERY_PLATE } from '../../plate-index/open-plate-index.ts';
import { fetchTransits, type TransitRow } from '../../store/fetch-transits.ts';
import { platesByOctave } from '../../store/movements.ts';
import type { PlantStore } from '../../store/open-store.ts';
import type { Visibility } from '../../store/visible-transits.ts';
import {
  convoysWithListed,
  dictionaryFacts,
  discardedReads,
  newestPassages,
  whitelisted,
  type DictionaryFacts,
  type NewestPassage,
} from './suspect-facts.ts';
import { noMovement, windowMovements, type WindowMovements } from './suspect-movements.ts';

const NO = CHECK_VALUES.indexOf('no');
/** Plates whose status is looked at: it is worth too little to bring another one among the best 200. */
const MOST_LOOKED_AT = 2_000;
const BATCH = 500;
const FEWEST_READS_FIRST_SEEN = 4;

export interface SuspectRequest {
  readonly window: Visibility;
  /** All this person may see, for habit. */
  readonly seeable: Visibility;
  readonly earliestMs: number;
  readonly nowMs: number;
  readonly nowIso: string;
  readonly hasDays: boolean;
  /** Neither gates nor range limited, no gates asked: what the plant found on all its gates may be used. */
  readonly isWhole: boolean;
  readonly question: PlateQuestion | null;
  readonly kinds: SuspectQuery['vehicle_kinds'];
  readonly most: number;
  readonly gates: ReadonlyMap<number, GateRow>;
}

export interface FoundSuspect {
  readonly row: TransitRow;
  readonly score: SuspectScore;
}

export interface FoundSuspects {
  readonly suspects: readonly FoundSuspect[];
  readonly plates: number;
  readonly spans: number;
  readonly whitelisted: number;
  readonly more: boolean;
}

/** Plates of the window by how often they were read: of the index where it may be asked, else counted. */
async function activeByOctave(
  store: PlantStore,
  { window, isWhole }: SuspectRequest,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  if (isWhole) {
    const ask = {
      measure: 'transits' as const,
      atLeast: 1,
      atMost: Infinity,
      fromMs: window.fromMs,
      toMs: window.toMs,
    };
    const counted = await store.plateIndex.countRecurring(EVERY_PLATE, ask, signal);
    if (counted !== null) return counted.byOctave;
  }
  return platesByOctave(store.runner, window, signal);
}

interface Facts {
  readonly movements: WindowMovements;
  readonly shares: ExcessShares;
  readonly discarded: ReadonlyMap<string, number>;
  readonly convoys: ReadonlyMap<string, number>;
  readonly weights: SuspectWeights;
}

const NO_STATUS = {
  isFirstSeen: false,
  isForeign: false,
  isUninsured: false,
  isUninspected: false,
  looksMisread: false,
};

function scoreWith(plate: string, facts: Facts, status: Partial<OtherFacts>): SuspectScore {
  const { movements, shares, discarded, convoys, weights } = facts;
  const other = {
    ...NO_STATUS,
    ...status,
    convoy: convoys.get(plate) ?? 0,
    discarded: discarded.get(plate) ?? 0,
  };
  return suspectScore(movements.facts.get(plate) ?? noMovement, other, shares, weights);
}

/**
 * Vehicles whose movements stand out in the window, best first. Rarity is counted on all plates of the window; plate, kinds and
 * limits of the answer narrow it afterwards. Source: analysis design, part 3.
 */
export async function findSuspects(
  store: PlantStore,
  weights: SuspectWeights,
  request: SuspectRequest,
  signal?: AbortSignal,
): Promise<FoundSuspects> {
  const { runner } = store;
  const { window, gates, nowIso, isWhole } = request;
  const movements = await windowMovements(runner, request, signal);
  const active = await activeByOctave(store, request, signal);
  const facts: Facts = {
    movements,
    weights,
    shares: new ExcessShares(active, [...movements.facts.values()]),
    discarded: await discardedReads(runner, window, movements.jumps, gates, signal),
    convoys: isWhole ? await convoysWithListed(runner, nowIso, signal) : new Map(),
  };
  const named = new Set([...movements.facts.keys(), ...facts.discarded.keys(), ...facts.convoys.keys()]);
  const hopeful = [...named]
    .map((plate) => ({ plate, sum: sumOf(scoreWith(plate, facts, {})) }))
    .filter(({ sum }) => sum >= LISTED_POINTS - STATUS_CAP)
    .sort((a, b) => b.sum - a.sum || (a.plate < b.plate ? -1 : 1))
    .slice(0, MOST_LOOKED_AT)
    .map(({ plate }) => plate);
  const { question } = request;
  const wanted = question === null ? hopeful : hopeful.filter((plate) => closenessOf(plate, question) !== null);
  const scored = await scoredRows(store, wanted, facts, request, signal);
  const spared = await whitelisted(
    runner,
    scored.map(({ row }) => row.plate),
    nowIso,
    signal,
  );
  const listed = scored.filter(({ row }) => !spared.has(row.plate) && isOfKind(store, row, request.kinds));
  return {
    suspects: listed.slice(0, request.most),
    plates: active.reduce((sum, plates) => sum + plates, 0),
    spans: movements.spans,
    whitelisted: spared.size,
    more: listed.length > request.most || hopeful.length >= MOST_LOOKED_AT,
  };
}

const sumOf = ({ score }: SuspectScore): number => (score >= STRONG_POINTS ? score - 300 : score);

const isOfKind = ({ codes }: PlantStore, row: TransitRow, kinds: SuspectRequest['kinds']): boolean =>
  kinds === undefined || kinds.length === 0 || kinds.includes(codes.word('class', row.vclass) || 'undefined');

/** Newest rows of the plates with their whole score; those below 100 points are gone. */
async function scoredRows(
  store: PlantStore,
  plates: readonly string[],
  facts: Facts,
  { window, seeable }: SuspectRequest,
  signal?: AbortSignal,
): Promise<readonly FoundSuspect[]> {
  const found: FoundSuspect[] = [];
  for (let from = 0; from < plates.length; from += BATCH) {
    const batch = plates.slice(from, from + BATCH);
    const newest = await newestPassages(store.runner, window, batch, signal);
    const rows = await fetchTransits(store.runner, window, newest, signal);
    const known = await dictionaryFacts(store.runner, batch, seeable, signal);
    const passages = new Map(newest.map((passage) => [passage.plate, passage]));
    for (const row of rows) {
      const status = statusOf(row, passages.get(row.plate), known.get(row.plate), window, facts.movements.spans > 0);
      const score = scoreWith(row.plate, facts, status);
      if (score.score >= LISTED_POINTS) found.push({ row, score });
    }
  }
  return found.sort((a, b) => b.score.score - a.score.score || (a.row.plate < b.row.plate ? -1 : 1));
}

/** A plate is new only where the plant has a time before the window to have seen it in. */
function statusOf(
  row: TransitRow,
  passage: NewestPassage | undefined,
  known: DictionaryFacts | undefined,
  window: Visibility,
  hasBefore: boolean,
): Partial<OtherFacts> {
  const isFirst = known !== undefined && known.firstSeenMs >= window.fromMs;
  return {
    isFirstSeen: hasBefore && isFirst && (passage?.n ?? 0) >= FEWEST_READS_FIRST_SEEN,
    isForeign: known?.isForeign ?? row.nation > 1,
    isUninsured: row.insured === NO,
    isUninspected: row.inspected === NO,
    looksMisread: known?.looksMisread ?? false,
  };
}
