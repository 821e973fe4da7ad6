import type { Read } from '@varco/contract/plant/ingest.ts';
import type { DayColumns } from './day-traffic.ts';
import { misreadPlate, blurPlate } from './misreads.ts';
import { getSeries, type VehicleRef } from './plate-series.ts';
import { mixHash, Rng } from './random.ts';
import type { SimGate, SimPlant } from './plant-types.ts';
import { deriveHome } from './homes.ts';
import { createVehicleCache, type SimVehicle } from './vehicles.ts';

/** A read as a camera sends it; `varco_id` is the gate's number on the plant (1 to n). */
export type SimRead = Read;

/**
 * A vehicle at a gate: the read that the camera sent and the true vehicle, which only pictures and benchmarks may
 * use.
 */
export interface Passage {
  readonly read: SimRead;
  readonly vehicle: SimVehicle;
  readonly gate: SimGate;
}

/** Share of reads with one wrong character; the next constant is the share with unreadable characters. */
export const MISREAD_SHARE = 0.015;
export const SMEARED_SHARE = 0.005;

/** What a gate's camera recognises besides the plate. */
interface CameraFeatures {
  readonly seesSpeed: boolean;
  readonly seesModel: boolean;
  readonly seesColour: boolean;
}

const deriveCameraFeatures = (gate: SimGate): CameraFeatures => ({
  seesSpeed: gate.cameraModel !== 'LC-100' && gate.cameraModel !== 'Civetta S',
  seesModel: gate.cameraModel.startsWith('Falco') || gate.cameraModel.startsWith('Gufo'),
  seesColour: gate.cameraModel !== 'LC-100',
});

/** Returns a function that turns a day's columns into passages; it caches the vehicles it has described. */
export function createPassageMaker(seed: number): (plant: SimPlant, day: DayColumns) => readonly Passage[] {
  const vehicleBehind = createVehicleCache(seed);
  const rng = new Rng(0);
  return (plant, { events, order }) => {
    const passages: Passage[] = [];
    const eyes = plant.gates.map(deriveCameraFeatures);
    let last = 0;
    for (const i of order) {
      const gateIndex = events.gate[i] ?? 0;
      const gate = plant.gates[gateIndex];
      const look = eyes[gateIndex];
      if (gate === undefined || look === undefined) continue;
      const ref = events.ref[i] ?? 0;
      // A plant stores one read per gate, plate and time, so two events must not share a millisecond.
      last = Math.max(last + 1, events.time[i] ?? 0);
      rng.reseed(mixHash(seed, 61, ref, last | 0));
      const vehicle = vehicleBehind(ref);
      passages.push({ vehicle, gate, read: buildRead(vehicle, ref, gate, look, last, rng, seed) });
    }
    return passages;
  };
}

function buildRead(
  vehicle: SimVehicle,
  ref: VehicleRef,
  gate: SimGate,
  look: CameraFeatures,
  timeMs: number,
  rng: Rng,
  seed: number,
): SimRead {
  const fate = rng.next();
  const targa =
    fate < MISREAD_SHARE
      ? misreadPlate(vehicle.plate, rng)
      : fate < MISREAD_SHARE + SMEARED_SHARE
        ? blurPlate(vehicle.plate, rng)
        : vehicle.plate;
  const confidence_chars = drawConfidences(vehicle.plate, targa, rng);
  const read: SimRead = {
    varco_id: gate.order,
    targa,
    data: new Date(timeMs).toISOString(),
    nazione: fate > 0.985 ? '' : vehicle.nation,
    confidence: Math.round((confidence_chars.reduce((a, b) => a + b, 0) / confidence_chars.length) * 10) / 10,
    confidence_chars,
    direction: gate.direction,
    lane: gate.lanes === 2 ? 1 + rng.int(2) : 1,
    class: rng.chance(0.015) ? 'undefined' : vehicle.kind,
    euro: vehicle.euro,
  };
  if (vehicle.nation === 'I' && rng.chance(0.6)) {
    const home = deriveHome(vehicle.plate, seed);
    read.provincia = home.province;
    read.comune = home.municipality;
  }
  if (look.seesSpeed) read.speed = drawSpeed(gate, getSeries(ref), rng);
  if (look.seesColour) read.colore = vehicle.colour;
  if (look.seesModel && rng.chance(0.94)) {
    read.marca = vehicle.brand;
    read.modello = vehicle.model;
  }
  if (vehicle.adr !== null) {
    read.adr_kemler = vehicle.adr.kemler;
    read.adr_un_no = vehicle.adr.un;
    read.adr_class = vehicle.adr.adrClass;
  }
  return read;
}

/** Confidence in percent per character: high, with a dip where the reader was unsure or wrong. */
function drawConfidences(truth: string, targa: string, rng: Rng): number[] {
  const chars: number[] = [];
  for (let i = 0; i < targa.length; i++) {
    const sign = targa.charCodeAt(i);
    const u = rng.next();
    if (sign === 63) chars.push(0);
    else if (sign !== truth.charCodeAt(i)) chars.push(52 + Math.floor(u * 30));
    else chars.push(u < 0.07 ? 84 + Math.floor(u * 150) : 96 + Math.floor(u * 4));
  }
  return chars;
}

/** Speed in km/h: near the limit, one in fifteen well above it; lorries and buses (by plate series) are slower. */
function drawSpeed(gate: SimGate, series: number, rng: Rng): number {
  const isHeavy = series === 3 || series === 4 || series === 11 || series === 12;
  const share = rng.chance(0.066) ? rng.between(1.12, 1.55) : rng.between(0.55, 1.08);
  return Math.max(8, Math.round(gate.limitKmh * share * (isHeavy ? 0.85 : 1)));
}
