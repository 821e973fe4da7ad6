import type { ExcessShares } from '@varco/domain/analysis/excess-shares.ts';
import {
  LISTED_POINTS,
  scoreOfSum,
  STATUS_CAP,
  suspectScore,
  type OtherFacts,
  type SuspectScore,
  type SuspectWeights,
} from '@varco/domain/analysis/suspect-score.ts';
import { CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { fetchTransits, type TransitRow } from '../../store/fetch-transits.ts';
import type { PlantStore } from '../../store/open-store.ts';
import type { Visibility } from '../../store/visible-transits.ts';
import {
  dictionaryFacts,
  newestPassages,
  whitelisted,
  type DictionaryFacts,
  type NewestPassage,
} from './suspect-facts.ts';
import { noMovement, type WindowMovements } from './suspect-movements.ts';
import type { FoundSuspect, SuspectRequest } from './suspect-request.ts';

const NO = CHECK_VALUES.indexOf('no');
const BATCH = 250;
const FEWEST_READS_FIRST_SEEN = 4;

export interface Facts {
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

/**
 * Score of a plate with its status, as far as that is known.
 * @param passages in the window, once they are counted: until then it has as many points as it can have
 */
export function scoreWith(
  plate: string,
  facts: Facts,
  status: Partial<OtherFacts>,
  passages: number | null = null,
): SuspectScore {
  const { movements, shares, discarded, convoys, weights } = facts;
  const other = {
    ...NO_STATUS,
    ...status,
    convoy: convoys.get(plate) ?? 0,
    discarded: discarded.get(plate) ?? 0,
  };
  const movement = movements.facts.get(plate) ?? noMovement;
  return suspectScore(passages === null ? movement : { ...movement, passages }, other, shares, weights);
}

/** A plate with the points it has without its status. */
export interface Hopeful {
  readonly plate: string;
  readonly sum: number;
}

export interface BestSuspects {
  /** Best first: those asked for and, if there are more, at least one of them. */
  readonly listed: readonly FoundSuspect[];
  /** Plates that would be listed but for the whitelist. */
  readonly spared: number;
}

/**
 * The best of the plates with their status. It is worth `STATUS_CAP` at most, so it is looked at best first and only as far as
 * it can still change who is best.
 * @param plates the most points first
 * @param areMore whether it is known that there are more than asked for
 */
export async function bestOf(
  store: PlantStore,
  plates: readonly Hopeful[],
  facts: Facts,
  request: SuspectRequest,
  areMore: boolean,
  signal?: AbortSignal,
): Promise<BestSuspects> {
  const named = plates.map(({ plate }) => plate);
  const spared = await whitelisted(store.runner, named, request.nowIso, signal);
  const sparedRows = await scoredRows(store, [...spared], facts, request, signal);
  const others = plates.filter(({ plate }) => !spared.has(plate));
  const enough = areMore ? request.most : request.most + 1;
  let listed: readonly FoundSuspect[] = [];
  for (let from = 0; from < others.length;) {
    // At the same score the plate decides.
    const least = listed[enough - 1]?.score.score ?? 0;
    const batch = others.slice(from, from + BATCH).filter(({ sum }) => scoreOfSum(sum + STATUS_CAP) >= least);
    if (batch.length === 0) break;
    from += BATCH;
    const rows = await scoredRows(
      store,
      batch.map(({ plate }) => plate),
      facts,
      request,
      signal,
    );
    listed = [...listed, ...rows.filter(({ row }) => isOfKind(store, row, request.kinds))].sort(byScore);
  }
  return { listed, spared: sparedRows.length };
}

const byScore = (a: FoundSuspect, b: FoundSuspect): number =>
  b.score.score - a.score.score || (a.row.plate < b.row.plate ? -1 : 1);

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
  if (plates.length === 0) return [];
  const [{ rows, passages }, known] = await Promise.all([
    newestRows(store, plates, window, signal),
    dictionaryFacts(store.runner, plates, seeable, signal),
  ]);
  return rows.flatMap((row): FoundSuspect[] => {
    const passage = passages.get(row.plate);
    const status = statusOf(row, passage, known.get(row.plate), window, facts.movements.spans > 0);
    const score = scoreWith(row.plate, facts, status, passage?.n);
    return score.score >= LISTED_POINTS ? [{ row, score }] : [];
  });
}

async function newestRows(
  { runner }: PlantStore,
  plates: readonly string[],
  window: Visibility,
  signal?: AbortSignal,
): Promise<{ readonly rows: readonly TransitRow[]; readonly passages: ReadonlyMap<string, NewestPassage> }> {
  const newest = await newestPassages(runner, window, plates, signal);
  const rows = await fetchTransits(runner, window, newest, signal);
  return { rows, passages: new Map(newest.map((passage) => [passage.plate, passage])) };
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
