import { msOf, romeDayOf } from '@varco/domain/time/rome.ts';
import type { AlertDesk, FollowedLists } from '../alerts/alerts.public.ts';
import { readSettings } from '../../settings/plant-settings.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { readUnchecked, settleChecks, type SettledRow, type UncheckedRow } from './settle-checks.ts';
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
  valuesOf,
  writePlateChecks,
} from '../ministry/ministry.public.ts';

/** A result is reused for this long (decisions, "ministry answer cache for RCA/REV"). */
const CACHE_MS = 24 * 3_600_000;
/** Older transits are not checked and stay "not checked". */
const WINDOW_MS = 24 * 3_600_000;
/** A camera's clock may be ahead by this much. */
const AHEAD_MS = 5 * 60_000;
const BATCH = 500;
/** Time limit for requests in one run, so that results are stored and new reads come first. */
const ASKING_MS = 1000;
const MOST_TRIES = 3;

interface CheckAlerts {
  readonly lists: FollowedLists;
  kick(): void;
}

export interface CheckNeeds {
  /** Whitelist and publication of raised alerts; absent: neither. */
  readonly alerts?: CheckAlerts;
  readonly store: PlantStore;
  readonly ministry: MinistryGateway;
  readonly now: () => Date;
}

/** Number of failed tries by plate; lives as long as the worker. */
export type Tries = Map<string, number>;

export interface TurnResult {
  /** Number of transits whose results were stored. */
  readonly settled: number;
  /** Number of unchecked transits found. */
  readonly found: number;
}

type ByPlate = Map<string, CheckedValues | PlateCheck>;

/**
 * One run over the newest unchecked transits: known results are stored at once, the other plates are requested one at a
 * time. Safe to interrupt: what was not stored is found again.
 */
export async function runCheckTurn(needs: CheckNeeds, tries: Tries, signal: AbortSignal): Promise<TurnResult> {
  const { store } = needs;
  const nowMs = needs.now().getTime();
  const rows = await readUnchecked(store.runner, nowMs - WINDOW_MS, nowMs + AHEAD_MS, BATCH);
  if (rows.length === 0) return { settled: 0, found: 0 };
  await knowNations(store, rows);
  const getNation = (row: UncheckedRow): string => store.codes.word('nation', row.nation);
  const askable = [...new Set(rows.filter((row) => isAskable(row.plate, getNation(row))).map((row) => row.plate))];
  const known: ByPlate = new Map(await readPlateChecks(store.runner, askable, nowMs - CACHE_MS));
  const { license_expires_on: expires, license_options: options } = await readSettings(store.runner);
  const unknown = askable.filter((plate) => !known.has(plate));
  const isLicensed = options?.rca_rev === true && (expires === null || expires >= romeDayOf(nowMs));
  if (!isLicensed) for (const plate of unknown) known.set(plate, NO_LICENCE);
  else await askAll(needs, unknown, known, tries, signal);
  const lists = await needs.alerts?.lists.current();
  const findResult = (row: UncheckedRow): CheckedValues | PlateCheck | undefined =>
    isAskable(row.plate, getNation(row)) ? known.get(row.plate) : NOT_CHECKED;
  const findSilenced = (row: UncheckedRow) =>
    lists === undefined ? {} : { silenced: lists.silenced(row.plate, nowMs) };
  const settled = rows.flatMap((row): readonly SettledRow[] => {
    const found = findResult(row);
    if (found === undefined) return [];
    return [
      {
        row,
        ...findSilenced(row),
        ...('checkedAt' in found ? valuesOf(found.vehicle, romeDayOf(msOf(row.ts))) : found),
      },
    ];
  });
  const { n, alerts } = await settleChecks(store.runner, settled);
  if (alerts > 0) needs.alerts?.kick();
  return { settled: n, found: rows.length };
}

/** Requests the plates, newest first, until the time limit. Results are stored for reuse before they are applied. */
async function askAll(
  { store, ministry, now }: CheckNeeds,
  plates: readonly string[],
  known: ByPlate,
  tries: Tries,
  signal: AbortSignal,
): Promise<void> {
  const startedMs = performance.now();
  const answers: PlateCheck[] = [];
  for (const plate of plates) {
    if (signal.aborted || performance.now() - startedMs > ASKING_MS) break;
    const outcome = await ministry.vehicleStatus(plate, signal);
    if (outcome.kind === 'facts') {
      const answer = { plate, vehicle: outcome.vehicle, checkedAt: now().toISOString() };
      answers.push(answer);
      known.set(plate, answer);
    } else if (outcome.kind === 'congested') known.set(plate, CONGESTED);
    else if (outcome.kind === 'no-service' || triedOut(plate, tries)) known.set(plate, NO_SERVICE);
    if (known.has(plate)) tries.delete(plate);
  }
  await writePlateChecks(store.runner, answers);
}

function triedOut(plate: string, tries: Tries): boolean {
  const count = (tries.get(plate) ?? 0) + 1;
  tries.set(plate, count);
  return count >= MOST_TRIES;
}

/** Nation codes added by another process are loaded. */
async function knowNations({ codes }: PlantStore, rows: readonly UncheckedRow[]): Promise<void> {
  if (!rows.every((row) => codes.has('nation', row.nation))) await codes.load();
}
