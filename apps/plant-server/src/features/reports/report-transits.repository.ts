import { sql } from 'kysely';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { computeStoredWindow, computeVisibleWindow } from '../../policy/visible-window.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import {
  fetchTransits,
  toTransit,
  type TransitKey,
  type TransitRow,
  buildViewContext,
} from '../transits/transits.public.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { compileStatement } from '../../database/sql-statement.ts';
import { visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

/** Rights, settings and time of one report request. */
export interface ReportRequest {
  readonly store: PlantStore;
  readonly scope: TransitScope;
  readonly settings: PlantSettings;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/**
 * The visible transits: allowed gates and retention. `endMs` null: all stored transits, else the user's time limit before
 * that instant.
 */
function computeVisibility({ scope, settings, nowMs }: ReportRequest, endMs: number | null): Visibility {
  const limits = { retentionDays: settings.retention_days, nowMs };
  const window =
    endMs === null
      ? computeStoredWindow(scope, limits)
      : computeVisibleWindow(scope, { startMs: null, endMs, ...limits });
  return { gates: scope.gates, fromMs: window.fromMs, toMs: window.toMs };
}

/** Rows of the visible transits among `ids`, in the order of `ids`. */
async function readVisibleRows(ask: ReportRequest, ids: readonly string[]): Promise<readonly TransitRow[]> {
  const visible = computeVisibility(ask, null);
  const times = ids.map((id) => parseTransitIdMs(id)).filter((ms) => ms !== null);
  const inside = times.filter((ms) => ms >= visible.fromMs && ms < visible.toMs);
  if (inside.length === 0) return [];
  const around = { ...visible, fromMs: Math.min(...inside), toMs: Math.max(...inside) + 1, unread: 'with' } as const;
  const instants = inside.map((ms) => new Date(ms).toISOString());
  const isRequested = sql<boolean>`t.ts = any(${instants}::timestamptz[]) and t.id = any(${ids}::bigint[])`;
  const keys = await ask.store.runner.run<TransitKey>(
    compileStatement(sql`select t.plate, t.id::text as id ${visibleTransits(around, [isRequested])}`),
    ask.signal,
  );
  const order = new Map(ids.map((id, index) => [id, index]));
  const sorted = keys.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  return fetchTransits(ask.store.runner, visible, sorted, ask.signal);
}

/**
 * The visible transits among `ids` as the user may see them, in the requested order and with recurrence counts. A deleted
 * or invisible transit is left out; the report states how many are missing.
 */
export async function readReportTransits(ask: ReportRequest, ids: readonly string[]): Promise<readonly Transit[]> {
  const known = [...new Set(ids)].filter((id) => parseTransitIdMs(id) !== null);
  const rows = await readVisibleRows(ask, known);
  const { store, scope, signal } = ask;
  const shown = async (some: readonly TransitRow[], over: Visibility): Promise<readonly Transit[]> => {
    const view = await buildViewContext(store, scope, some, { over, withCounts: true, question: null }, signal);
    return some.map((row) => toTransit(row, view));
  };
  if (scope.tMaxMinutes === 0) return shown(rows, computeVisibility(ask, null));
  // For a user with a time limit the recurrence is counted in the range that ends with each transit, as in its detail.
  const all: Transit[] = [];
  for (const row of rows) all.push(...(await shown([row], computeVisibility(ask, parseInstantMs(row.ts)))));
  return all;
}
