import { parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import type { ListReplica } from '../alerts/alerts.public.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { readUnchecked, applyChecks, type CheckResult, type UncheckedRow } from './apply-checks.repository.ts';
import {
  type CheckedValues,
  CONGESTED,
  isAskable,
  type MinistryGateway,
  NO_LICENCE,
  NO_SERVICE,
  NOT_CHECKED,
  type PlateCheck,
  readPlateChecks,
  computeCheckValues,
  storePlateChecks,
} from '../ministry/ministry.public.ts';

/** A result is reused for this long (decisions, "ministry answer cache for RCA/REV"). */
const MAX_RESULT_AGE_MS = 24 * 3_600_000;
/** Older transits are not checked and stay "not checked". */
const CHECK_WINDOW_MS = 24 * 3_600_000;
/** A camera's clock may be ahead by this much. */
const MAX_CLOCK_AHEAD_MS = 5 * 60_000;
const TRANSITS_PER_RUN = 500;
/** Time limit for requests in one run, so that results are stored and new reads come first. */
const MAX_REQUEST_TIME_MS = 1000;
const MAX_TRIES = 3;

interface CheckAlerts {
  readonly lists: ListReplica;
  requestPublish(): void;
}

export interface CheckDeps {
  /** Whitelist and publication of raised alerts; absent: neither. */
  readonly alerts?: CheckAlerts;
  readonly store: PlantStore;
  readonly ministry: MinistryGateway;
  readonly now: () => Date;
}

/** Number of failed tries by plate; lives as long as the worker. */
export type Tries = Map<string, number>;

export interface CheckRunResult {
  /** Number of transits whose results were stored. */
  readonly stored: number;
  /** Number of unchecked transits found. */
  readonly found: number;
}

type ResultsByPlate = Map<string, CheckedValues | PlateCheck>;

/**
 * One run over the newest unchecked transits: known results are stored at once, the other plates are requested one at a
 * time. Safe to interrupt: what was not stored is found again.
 */
export async function runChecks(needs: CheckDeps, tries: Tries, signal: AbortSignal): Promise<CheckRunResult> {
  const { store } = needs;
  const nowMs = needs.now().getTime();
  const rows = await readUnchecked(store.runner, nowMs - CHECK_WINDOW_MS, nowMs + MAX_CLOCK_AHEAD_MS, TRANSITS_PER_RUN);
  if (rows.length === 0) return { stored: 0, found: 0 };
  await loadNations(store, rows);
  const getNation = (row: UncheckedRow): string => store.codes.getWord('nation', row.nation);
  const askable = [...new Set(rows.filter((row) => isAskable(row.plate, getNation(row))).map((row) => row.plate))];
  const known: ResultsByPlate = new Map(await readPlateChecks(store.runner, askable, nowMs - MAX_RESULT_AGE_MS));
  const { license_expires_on: expires, license_options: options } = await readPlantSettings(store.runner);
  const unknown = askable.filter((plate) => !known.has(plate));
  const isLicensed = options?.rca_rev === true && (expires === null || expires >= toRomeDay(nowMs));
  if (!isLicensed) for (const plate of unknown) known.set(plate, NO_LICENCE);
  else await requestVehicles(needs, unknown, known, tries, signal);
  const lists = await needs.alerts?.lists.current();
  const findResult = (row: UncheckedRow): CheckedValues | PlateCheck | undefined =>
    isAskable(row.plate, getNation(row)) ? known.get(row.plate) : NOT_CHECKED;
  const findSilenced = (row: UncheckedRow) =>
    lists === undefined ? {} : { silenced: lists.findSilencedKinds(row.plate, nowMs) };
  const done = rows.flatMap((row): readonly CheckResult[] => {
    const found = findResult(row);
    if (found === undefined) return [];
    return [
      {
        row,
        ...findSilenced(row),
        ...('checkedAt' in found ? computeCheckValues(found.vehicle, toRomeDay(parseInstantMs(row.ts))) : found),
      },
    ];
  });
  const { n, alerts } = await applyChecks(store.runner, done);
  if (alerts > 0) needs.alerts?.requestPublish();
  return { stored: n, found: rows.length };
}

/** Requests the plates, newest first, until the time limit. Results are stored for reuse before they are applied. */
async function requestVehicles(
  { store, ministry, now }: CheckDeps,
  plates: readonly string[],
  known: ResultsByPlate,
  tries: Tries,
  signal: AbortSignal,
): Promise<void> {
  const startedMs = performance.now();
  const answers: PlateCheck[] = [];
  for (const plate of plates) {
    if (signal.aborted || performance.now() - startedMs > MAX_REQUEST_TIME_MS) break;
    const outcome = await ministry.vehicleStatus(plate, signal);
    if (outcome.kind === 'facts') {
      const answer = { plate, vehicle: outcome.vehicle, checkedAt: now().toISOString() };
      answers.push(answer);
      known.set(plate, answer);
    } else if (outcome.kind === 'congested') known.set(plate, CONGESTED);
    else if (outcome.kind === 'no-service' || countFailedTry(plate, tries)) known.set(plate, NO_SERVICE);
    if (known.has(plate)) tries.delete(plate);
  }
  await storePlateChecks(store.runner, answers);
}

function countFailedTry(plate: string, tries: Tries): boolean {
  const count = (tries.get(plate) ?? 0) + 1;
  tries.set(plate, count);
  return count >= MAX_TRIES;
}

/** Nation codes added by another process are loaded. */
async function loadNations({ codes }: PlantStore, rows: readonly UncheckedRow[]): Promise<void> {
  if (!rows.every((row) => codes.has('nation', row.nation))) await codes.load();
}
