import type { Runner } from '../../../database/sql-statement.ts';
import type { TransitKey } from '../transit-row.ts';
import { planNamedScan, type ScanPlan } from './plan-page.ts';
import { nameMatches } from './plate-matches.repository.ts';
import { scanNearestPlates } from './scan-nearest-plates.ts';
import { scanFilteredByRecurrence, scanFirstRows } from './scan-recurring.repository.ts';
import {
  scanByGate,
  scanByPlate,
  scanByTime,
  scanPlateHistory,
  type ScanRequest,
} from './scan-statements.repository.ts';

/** Finds the first keys of a request as the plan says; continues with the plan that follows where rows are missing. */
export async function runScanPlan(
  runner: Runner,
  plan: ScanPlan,
  request: ScanRequest,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  switch (plan.kind) {
    case 'no-rows':
      return [];
    case 'plate-history':
      return scanPlateHistory(runner, request, plan.plate, signal);
    case 'by-plate':
      return scanByPlate(runner, request, plan.plates, signal);
    case 'by-gate':
      return scanByGate(runner, request, plan.gates, signal);
    case 'by-time':
      return scanByTime(runner, request, signal);
    case 'name-plates': {
      const search = { ...request.search, plates: await nameMatches(request.search.plates, signal) };
      return runScanPlan(runner, planNamedScan(search), { ...request, search }, signal);
    }
    case 'nearest-plates':
    case 'first-rows':
    case 'filtered-rows': {
      const found = await runPartialPlan(runner, plan, request, signal);
      return found ?? runScanPlan(runner, plan.otherwise, request, signal);
    }
  }
}

type PartialPlan = Extract<ScanPlan, { readonly otherwise: ScanPlan }>;

/** Null: too few rows were found, or the index is not available. */
function runPartialPlan(
  runner: Runner,
  plan: PartialPlan,
  request: ScanRequest,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  if (plan.kind === 'nearest-plates') return scanNearestPlates(runner, request, plan, signal);
  const findRows = (rows: ScanRequest): Promise<readonly TransitKey[]> => runScanPlan(runner, plan.rows, rows, signal);
  return plan.kind === 'first-rows'
    ? scanFirstRows(runner, request, findRows, signal)
    : scanFilteredByRecurrence(runner, request, { ...plan, findRows }, signal);
}
