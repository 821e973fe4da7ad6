import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Limitation } from '@varco/contract/plant/transits.ts';
import type { GateRow } from '../../plant/gates.queries.ts';
import { readGates } from '../../plant/gates.queries.ts';
import type { TransitScope } from '../../plant/plant-viewer.ts';
import { attachStats } from '../../store/attach-stats.ts';
import { countTransits } from '../../store/count-transits.ts';
import { fetchTransits, type TransitRow } from '../../store/fetch-transits.ts';
import { FARTHEST_JUMP, findPage } from '../../store/find-page.ts';
import { isPlainSearch, type Search } from '../../store/hits.ts';
import type { PlantStore } from '../../store/open-store.ts';
import { transitConditions, wordsOf } from '../../store/transit-conditions.ts';
import type { Visibility } from '../../store/visible-transits.ts';
import type { MinistryGateway } from '../checks/ministry-gateway.ts';
import { resolveAsked, type AskedMatches } from './asked-plates.ts';
import type { TransitQuery } from './transit-query.ts';
import type { ViewContext } from './transits.view.ts';

export interface FoundPage {
  readonly rows: readonly TransitRow[];
  readonly hasNext: boolean;
  readonly view: ViewContext;
}

/** What a search needs beside the query. */
export interface SearchNeeds {
  readonly store: PlantStore;
  readonly ministry: MinistryGateway | null;
  /** The plant's own, for "registered here". */
  readonly municipality: string;
}

interface Asked {
  readonly search: Search;
  readonly statsOver: Visibility;
  /** What each row is held against, to say why it is here. */
  readonly question: PlateQuestion | null;
}

const NOTHING_ASKED: AskedMatches = { matches: { kind: 'all' }, question: null };

const emptyWindow = ({ window }: TransitQuery): boolean => window.fromMs >= window.toMs;

async function searchOf(
  needs: SearchNeeds,
  scope: TransitScope,
  query: TransitQuery,
  signal: AbortSignal,
): Promise<Asked> {
  const { store, municipality } = needs;
  const { fromMs, toMs } = query.window;
  const visible = { gates: query.gates, fromMs, toMs };
  const statsOver = { ...visible, gates: scope.gates };
  const plates = emptyWindow(query) ? NOTHING_ASKED : await resolveAsked(needs, query.plates, signal);
  await store.codes.know(wordsOf(query.filter));
  return {
    statsOver,
    question: plates.question,
    search: {
      visible,
      plates: plates.matches,
      conditions: transitConditions(query.filter, store.codes, municipality),
      distinct: query.distinct,
      recurrence: query.recurrence === null ? null : { ...query.recurrence, over: statsOver },
    },
  };
}

/** Words of the rows that another process learned are read anew. */
async function knowWords(store: PlantStore, rows: readonly TransitRow[]): Promise<void> {
  const { codes } = store;
  const isKnown = (row: TransitRow): boolean =>
    codes.has('brand', row.brand) &&
    codes.has('model', row.model) &&
    codes.has('colour', row.colour) &&
    codes.has('class', row.vclass) &&
    codes.has('nation', row.nation) &&
    codes.has('province', row.province) &&
    codes.has('comune', row.comune) &&
    codes.has('sives', row.sives);
  if (!rows.every(isKnown)) await codes.load();
}

export async function gatesById(store: PlantStore): Promise<ReadonlyMap<number, GateRow>> {
  return new Map((await readGates(store.runner)).map((gate) => [gate.id, gate]));
}

/** What a row needs to be shown: words, gates and recurrence over `over`. */
export async function viewOf(
  store: PlantStore,
  scope: TransitScope,
  rows: readonly TransitRow[],
  over: Visibility,
  options: { readonly withCounts: boolean; readonly plates: PlateQuestion | null },
  signal: AbortSignal,
): Promise<ViewContext> {
  await knowWords(store, rows);
  const plates = options.withCounts && scope.seesPlates ? rows.map((row) => row.plate) : [];
  const stats = await attachStats(store.runner, over, scope.isUnlimited, plates, signal);
  return { scope, codes: store.codes, gates: await gatesById(store), stats, plates: options.plates };
}

/** One page of a search in exact order, ready to be shown. Throws `bad_request` for a jump too far. */
export async function findTransits(
  needs: SearchNeeds,
  scope: TransitScope,
  query: TransitQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const { store } = needs;
  const { search, statsOver, question } = await searchOf(needs, scope, query, signal);
  const { order, offset, limit, beside } = query;
  if (offset > FARTHEST_JUMP && beside === null && !isPlainSearch(search))
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'offs' });
  const request = { search, order, offset, limit, beside, statsOver, isUnlimited: scope.isUnlimited };
  const { keys, hasNext } = await findPage(store.runner, request, signal);
  const rows = await fetchTransits(store.runner, search.visible, keys, signal);
  const view = await viewOf(store, scope, rows, statsOver, { withCounts: query.withCounts, plates: question }, signal);
  return { rows, hasNext, view };
}

/** Exact number of transits a search has. */
export async function countFound(
  needs: SearchNeeds,
  scope: TransitScope,
  query: TransitQuery,
  signal: AbortSignal,
): Promise<number> {
  if (emptyWindow(query)) return 0;
  const { search } = await searchOf(needs, scope, query, signal);
  return countTransits(needs.store.runner, search, signal);
}

/** Why this person's answer may be less than the whole. */
export const limitationsOf = (scope: TransitScope, query: TransitQuery): Limitation[] => [
  ...query.window.limitations,
  ...(scope.gates === null ? [] : (['gates'] as const)),
];
