import type { LiveAlert, ReadOdds } from '@varco/contract/plant/alerts.ts';
import {
  type ComparedVehicle,
  computeMisreadOdds,
  MISREAD_ODDS_VERSION,
  type MisreadOdds,
  type PlateNeighbour,
  type ReadFacts,
} from '@varco/domain/alerts/misread-odds.ts';
import { type Correction, countConfusions } from '@varco/domain/plates/confusions.ts';
import { findDifferingPosition, hasFormOfNation, listPlateNeighbours } from '@varco/domain/plates/plate-neighbours.ts';
import { isNightHour, parseInstantMs, toIsoInstant, toRomeHour } from '@varco/domain/time/rome.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { buildTransitScope, type PlantViewer } from '../../auth/plant-viewer.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { computeStoredWindow, computeVisibleWindow } from '../../policy/visible-window.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { sumOutcomes } from './alert-query.ts';
import { buildAlertScope } from './alert-scope.ts';
import { countOutcomes } from './alerts.repository.ts';
import * as queries from './misread-odds.repository.ts';

type PlantContext = CallContext<PlantViewer>;
const DAY_MS = 86_400_000;
const PASSAGE_DAYS = 90;
const CORRECTION_DAYS = 30;
const OUTCOME_DAYS = 180;

/** Odds of the read behind an alert that this user may see, from passages that this user may see too. */
export async function readMisreadOdds(store: PlantStore, alert: LiveAlert, ctx: PlantContext): Promise<ReadOdds> {
  const facts = await readFacts(store, alert, ctx);
  return toReadOdds(alert, facts, computeMisreadOdds(facts));
}

interface VisibleReads {
  /** Single reads within retention, the user's gates and age limit. */
  readonly stored: Visibility;
  /** Passages before the alert, within the user's time limit too. */
  readonly earlier: Visibility;
}

async function buildVisibleReads(store: PlantStore, atMs: number, ctx: PlantContext): Promise<VisibleReads> {
  const scope = buildTransitScope(ctx.viewer);
  const { gates } = scope;
  const { retention_days: retentionDays } = await readPlantSettings(store.runner);
  const range = { retentionDays, nowMs: parseInstantMs(ctx.now()) };
  const stored = computeStoredWindow(scope, range);
  const window =
    scope.tMaxMinutes === 0 ? stored : computeVisibleWindow(scope, { ...range, startMs: null, endMs: atMs });
  return {
    stored: { gates, fromMs: stored.fromMs, toMs: stored.toMs },
    earlier: { gates, fromMs: Math.max(window.fromMs, atMs - PASSAGE_DAYS * DAY_MS), toMs: atMs },
  };
}

async function readFacts(store: PlantStore, alert: LiveAlert, ctx: PlantContext): Promise<ReadFacts> {
  const { runner } = store;
  const atMs = parseInstantMs(alert.data);
  const { stored, earlier } = await buildVisibleReads(store, atMs, ctx);
  const read = await queries.readConfidence(
    runner,
    stored,
    { plate: alert.targa, at: alert.data, id: alert.transito },
    ctx.signal,
  );
  const near = listPlateNeighbours(alert.targa);
  const counts = await queries.countPassages(runner, earlier, [alert.targa, ...near], alert.varco_id, ctx.signal);
  if (counts.some(({ brand, model }) => !store.codes.has('brand', brand) || !store.codes.has('model', model)))
    await store.codes.load();
  const own = counts.find(({ plate }) => plate === alert.targa);
  const nowMs = parseInstantMs(ctx.now());
  const period = { fromMs: nowMs - CORRECTION_DAYS * DAY_MS, toMs: nowMs };
  const corrected = countPairs(await queries.listGateCorrections(runner, stored, alert.varco_id, period, ctx.signal));
  return {
    plate: alert.targa,
    confidence: read === null || read.confidence < 0 ? null : read.confidence / 1000,
    characters: read === null ? [] : [...read.confidence_chars].map((percent) => percent / 100),
    isFormValid: hasFormOfNation(alert.targa, alert.nazione),
    isApproximate: alert.vicinanza === 'misread',
    seen: toCompared(alert.letto),
    expected: chooseExpected(store, alert, own),
    earlier: { atGate: own?.at_gate ?? 0, atPlant: own?.at_plant ?? 0 },
    neighbours: alert.targa.includes('?')
      ? null
      : counts
          .filter((one) => one !== own)
          .map((one): PlateNeighbour => ({
            ...{ plate: one.plate, atGate: one.at_gate, atPlant: one.at_plant },
            vehicle: getVehicle(store, one),
            corrections: corrected.get(getPair(alert.targa, one.plate)) ?? 0,
          })),
    outcomes: await readGateOutcomes(store, alert, ctx),
    isNight: isNightHour(toRomeHour(atMs)),
  };
}

/** Confirmed and outdated alerts had the plate right. Another vehicle may be either, and no action says nothing. */
async function readGateOutcomes(
  store: PlantStore,
  alert: LiveAlert,
  ctx: PlantContext,
): Promise<ReadFacts['outcomes']> {
  const atMs = parseInstantMs(alert.data);
  const question = {
    ...{ from: toIsoInstant(atMs - OUTCOME_DAYS * DAY_MS), to: alert.data, gates: [alert.varco_id] },
    ...{ kinds: null, plate: null, isOpen: false, outcomes: null },
  };
  const rows = await countOutcomes(store.runner, 'gate', question, buildAlertScope(ctx.viewer.user), ctx.signal);
  const counts = sumOutcomes(rows).get(String(alert.varco_id));
  return { right: (counts?.confirmed ?? 0) + (counts?.outdated ?? 0), wrong: counts?.misread ?? 0 };
}

/** The two characters in which plates differ, the read one first; empty: not exactly one. */
function getPair(read: string, other: string): string {
  const at = findDifferingPosition(read, other);
  return at === null ? '' : `${read.charAt(at)}/${other.charAt(at)}`;
}

const countPairs = (corrections: readonly Correction[]): ReadonlyMap<string, number> =>
  new Map(countConfusions(corrections).map(({ read, actual, count }) => [`${read}/${actual}`, count]));

const getVehicle = ({ codes }: PlantStore, row: queries.PassageCounts): ComparedVehicle => ({
  brand: codes.getWord('brand', row.brand),
  model: codes.getWord('model', row.model),
  colour: codes.getWord('colour', row.colour),
  class: codes.getWord('class', row.vclass),
});

function chooseExpected(
  store: PlantStore,
  { registro }: LiveAlert,
  own: queries.PassageCounts | undefined,
): ReadFacts['expected'] {
  if (registro !== null) return { from: 'registry', vehicle: toCompared(registro) };
  return own === undefined ? null : { from: 'passages', vehicle: getVehicle(store, own) };
}

const toCompared = (wire: LiveAlert['letto']): ComparedVehicle => ({
  ...{ brand: wire.marca, model: wire.modello, colour: wire.colore, class: wire.class },
});
const toWire = (vehicle: ComparedVehicle): LiveAlert['letto'] => ({
  ...{ marca: vehicle.brand, modello: vehicle.model, colore: vehicle.colour, class: vehicle.class },
});

/** The odds in the format of the API. */
function toReadOdds(alert: LiveAlert, { expected, earlier }: ReadFacts, odds: MisreadOdds): ReadOdds {
  const { neighbour } = odds;
  return {
    formula: MISREAD_ODDS_VERSION,
    probabilita: odds.probability,
    log_odds: odds.logOdds,
    probabile_errore: odds.isLikelyError,
    coppia: odds.pair,
    letto: alert.letto,
    atteso: expected === null ? null : { da: expected.from, ...toWire(expected.vehicle) },
    passaggi: { al_varco: earlier?.atGate ?? 0, impianto: earlier?.atPlant ?? 0 },
    vicina:
      neighbour === null
        ? null
        : {
            ...toWire(neighbour.vehicle),
            ...{ targa: neighbour.plate, al_varco: neighbour.atGate, impianto: neighbour.atPlant },
            correzioni: neighbour.corrections ?? 0,
          },
    voci: odds.reasons.map(({ term, state, logOdds }) => ({ voce: term, esito: state, log_odds: logOdds })),
  };
}
