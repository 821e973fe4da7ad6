import type { ProcessedInfo, TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { parseInstantMs, toRomeDay, romeDayStart, addDays } from '@varco/domain/time/rome.ts';
import { computeStoredWindow, computeVisibleWindow } from '../../policy/visible-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { readPlateChecks, toInsuranceInfo } from '../ministry/ministry.public.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import { fetchTransits, readTransit, type TransitRow } from './fetch-transits.repository.ts';
import { FLAG } from './transit-row.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { toCorrection, readCorrection } from './plate-corrections.repository.ts';
import { readDaysOfPlate, readPlateHistory } from './search/plate-history.repository.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import { buildViewContext } from './transits.service.ts';
import { countTransitReads } from './transit-reads.repository.ts';
import { toTransit } from './transits.view.ts';

const MAX_OTHER_PASSAGES = 10;
const MAX_SHOWN_DAYS = 7;

/**
 * What this user may see around a transit: limited by retention, and by t_max as if the search ended at the transit.
 */
function visibilityUntil(scope: TransitScope, retentionDays: number, nowMs: number, endMs: number | null): Visibility {
  const window =
    endMs === null
      ? computeStoredWindow(scope, { retentionDays, nowMs })
      : computeVisibleWindow(scope, { startMs: null, endMs, retentionDays, nowMs });
  return { gates: scope.gates, fromMs: window.fromMs, toMs: window.toMs };
}

/** Result of the last check of the plate (T 3.1); null: never checked, or unknown to the registry. */
async function readProcessedInfo({ runner }: PlantStore, plate: string): Promise<ProcessedInfo | null> {
  const check = (await readPlateChecks(runner, [plate], 0)).get(plate);
  if (check === undefined || check.vehicle === null) return null;
  const { insurance, list_a1: isOnA1, list_c: isOnC } = check.vehicle;
  return {
    visura_effettuata_il: check.checkedAt,
    dati_assicurazione: toInsuranceInfo(insurance),
    allarme_lista_a1_scntt: isOnA1,
    allarme_lista_c_scntt: isOnC,
  };
}

async function readOtherPassages(
  store: PlantStore,
  row: TransitRow,
  over: Visibility,
  signal: AbortSignal,
): Promise<readonly TransitRow[]> {
  const day = toRomeDay(parseInstantMs(row.ts));
  const ofDay: Visibility = {
    gates: over.gates,
    fromMs: Math.max(over.fromMs, romeDayStart(day)),
    toMs: Math.min(over.toMs, romeDayStart(addDays(day, 1))),
  };
  const keys = await readPlateHistory(store.runner, ofDay, row.plate, MAX_OTHER_PASSAGES + 1, signal);
  const others = keys.filter((key) => key.id !== row.id).slice(0, MAX_OTHER_PASSAGES);
  return fetchTransits(store.runner, ofDay, others, signal);
}

/** What the user may see of the transit itself, which an approval may have shown, and of the other passages of its plate. */
export interface DetailScopes {
  readonly transit: TransitScope;
  readonly others: TransitScope;
}

/**
 * One transit with everything the detail view shows. Throws `not_found`, both for an unknown id and for one that this
 * user may not see.
 */
export async function readTransitDetail(
  store: PlantStore,
  scopes: DetailScopes,
  id: string,
  retentionDays: number,
  nowMs: number,
  signal: AbortSignal,
): Promise<TransitDetail> {
  const { transit: ownScope, others: scope } = scopes;
  const row = await readTransit(store.runner, visibilityUntil(ownScope, retentionDays, nowMs, null), id, signal);
  if (row === null) throw new AppError('not_found');
  const over = visibilityUntil(scope, retentionDays, nowMs, scope.tMaxMinutes === 0 ? null : parseInstantMs(row.ts));
  const view = await buildViewContext(store, scope, [row], { over, withCounts: true, question: null }, signal);
  const transit = { ...toTransit(row, view), n_letture: await countTransitReads(store.runner, row) };
  if (!scope.seesPlates) return { ...transit, processed_info: null, days: [], altri: [] };
  if (row.plate === '') {
    const correzione = toCorrection(row.corrected === null ? null : await readCorrection(store.runner, row));
    return { ...transit, processed_info: null, correzione, days: [], altri: [] };
  }
  const others = await readOtherPassages(store, row, over, signal);
  return {
    ...transit,
    processed_info: await readProcessedInfo(store, row.plate),
    correzione: toCorrection(row.corrected === null ? null : await readCorrection(store.runner, row)),
    days: [...(await readDaysOfPlate(store.runner, over, row.plate, MAX_SHOWN_DAYS, signal))],
    altri: others.map((other) => ({
      id: other.id,
      data: other.ts,
      varco: view.gates.get(other.gate)?.fullname ?? '',
      has_image: (other.flags & FLAG.full) > 0,
    })),
  };
}
