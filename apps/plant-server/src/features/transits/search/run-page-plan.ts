import type { Runner } from '../../../database/sql-statement.ts';
import type { TransitKey } from '../transit-row.ts';
import type { Search } from './candidate-query.sql.ts';
import { fetchKeysAtOffset } from './keys-at-offset.repository.ts';
import { pageByRank } from './page-by-rank.repository.ts';
import { MAX_FEW_CANDIDATES, planScan, type PagePlan, type PageRequest, type SortPlan } from './plan-page.ts';
import { nameMatches } from './plate-matches.repository.ts';
import { runScanPlan } from './run-scan-plan.ts';
import { continueAfter, createScanRequest, type ScanRequest, type TimeOrder } from './scan-statements.repository.ts';
import { skipByHours } from './skip-by-hours.repository.ts';
import { hasManyCandidates, sortInDatabase } from './sort-by-stat.repository.ts';

export interface KeyPage {
  readonly keys: readonly TransitKey[];
  readonly hasNext: boolean;
}

async function nameSearch(search: Search, signal?: AbortSignal): Promise<Search> {
  return { ...search, plates: await nameMatches(search.plates, signal) };
}

/** The first `count` rows of a search in order of time. */
const createRequest = ({ search, order }: PageRequest, count: number): ScanRequest =>
  createScanRequest(search, order.descending ? 'newest' : 'oldest', count);

/** Rows at a large offset, by one statement. */
async function jump(runner: Runner, request: PageRequest, byHours: boolean, signal?: AbortSignal) {
  const scan = createRequest(request, request.limit + 1);
  if (!byHours) {
    const search = await nameSearch(request.search, signal);
    return fetchKeysAtOffset(runner, { ...scan, search }, request.offset, signal);
  }
  const { request: remaining, skip } = await skipByHours(runner, scan, request.offset, signal);
  return fetchKeysAtOffset(runner, remaining, skip, signal);
}

/** One page in the order of a recurrence, with its offset applied. */
async function runSortPlan(
  runner: Runner,
  plan: SortPlan,
  request: PageRequest,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  const { search, offset, limit } = request;
  switch (plan.kind) {
    case 'few-candidates': {
      const candidates = createScanRequest(search, 'newest', MAX_FEW_CANDIDATES + 1);
      const found = await runScanPlan(runner, plan.scan, candidates, signal);
      if (found.length > MAX_FEW_CANDIDATES) return runSortPlan(runner, plan.otherwise, request, signal);
      return sortInDatabase(
        runner,
        plan.field,
        { ...request, search: await nameSearch(search, signal) },
        false,
        signal,
      );
    }
    case 'by-rank': {
      const page = { request, plan, count: offset + limit + 1 };
      // Plates of one rank may be too many to name. Their rows are a search of their own.
      const findNewest = (ofRank: Search, count: number): Promise<readonly TransitKey[]> =>
        runScanPlan(runner, planScan(ofRank, count), createScanRequest(ofRank, 'newest', count), signal);
      const ranked = await pageByRank(runner, page, findNewest, signal);
      return ranked === null ? runSortPlan(runner, plan.otherwise, request, signal) : ranked.slice(offset);
    }
    case 'sort-in-database': {
      const named = { ...request, search: await nameSearch(search, signal) };
      return sortInDatabase(runner, plan.field, named, await hasManyCandidates(runner, named.search, signal), signal);
    }
  }
}

/** The rows before a row are found in reverse order, starting there. */
async function pageBefore(
  runner: Runner,
  plan: Extract<PagePlan, { kind: 'before-row' }>,
  request: PageRequest,
  signal?: AbortSignal,
): Promise<KeyPage> {
  const order: TimeOrder = request.order.descending ? 'oldest' : 'newest';
  const reversed = continueAfter({ ...createRequest(request, request.limit), order }, plan.id);
  return { keys: [...(await runScanPlan(runner, plan.scan, reversed, signal))].reverse(), hasNext: true };
}

/** Keys of one page in exact order, found as the plan says. */
export async function runPagePlan(
  runner: Runner,
  plan: Exclude<PagePlan, { kind: 'too-far' }>,
  request: PageRequest,
  signal?: AbortSignal,
): Promise<KeyPage> {
  if (plan.kind === 'before-row') return pageBefore(runner, plan, request, signal);
  const keys = await findKeys(runner, plan, request, signal);
  return { keys: keys.slice(0, request.limit), hasNext: keys.length > request.limit };
}

/** The keys of a page and the one that follows it. */
async function findKeys(
  runner: Runner,
  plan: Exclude<PagePlan, { kind: 'too-far' | 'before-row' }>,
  request: PageRequest,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  const { offset, limit } = request;
  switch (plan.kind) {
    case 'empty-window':
      return [];
    case 'from-start':
      return (await runScanPlan(runner, plan.scan, createRequest(request, offset + limit + 1), signal)).slice(offset);
    case 'after-row':
      return runScanPlan(runner, plan.scan, continueAfter(createRequest(request, limit + 1), plan.id), signal);
    case 'jump-by-hours':
    case 'jump-by-rows':
      return jump(runner, request, plan.kind === 'jump-by-hours', signal);
    default:
      return runSortPlan(runner, plan, request, signal);
  }
}
