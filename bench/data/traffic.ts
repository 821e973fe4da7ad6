import { addDays, romeDayStart } from '@varco/domain/time/rome.ts';
import { drawDayPart } from '@varco/sim/day-profile.ts';
import { misreadPlate } from '@varco/sim/misreads.ts';
import { mixHash, Rng, hashToUnit } from '@varco/sim/random.ts';
import { buildRouteAt, type Stop } from './routes.ts';
import { type Habit, findHabit, type Vehicle, buildVehicleAt } from './vehicles.ts';
import { Vocabulary } from './vocabulary.ts';

/** Specification of a data set, which is a pure function of it. */
export interface DataSpec {
  readonly seed: number;
  /** Requested number of transits; the result is within a few percent. */
  readonly rows: number;
  readonly gates: number;
  readonly days: number;
  /** First day (Rome), ISO. */
  readonly firstDay: string;
}

/** One transit; words are numbers of {@link Words}. The same object is reused for all rows. */
export interface BenchRow {
  ms: number;
  gate: number;
  /** Plate as read: wrong in about 1.5 % of rows. */
  plate: string;
  vehicle: Vehicle;
  /** Speed in km/h, lane, direction, confidence in tenths of a percent. */
  speed: number;
  lane: number;
  direction: number;
  confidence: number;
}

/** Average rows per vehicle that result from the habits below. */
const ROWS_PER_VEHICLE = 10.4;
const MISREADS = 0.0156;
const DAY_MS = 86_400_000;
const MINUTE = 60_000;
/** Pairs of vehicles that travel together, per 30 million rows. */
const CONVOYS = 1_500;
const ROUTES = 3_000;
/** The simulated day of the traffic profile begins at 03:00. */
const PROFILE_START = 3 * 60 * MINUTE;

/** Probability of driving on a workday and on a weekend day, and the minimum and maximum number of gates per trip. */
const ON_ROAD: Readonly<Record<Habit, readonly [workday: number, weekend: number, few: number, many: number]>> = {
  daily: [0.75, 0.42, 2, 5],
  often: [0.135, 0.11, 2, 4],
  seldom: [0.026, 0.026, 1, 2],
};

/** Deterministic traffic: the same specification gives the same rows on every machine, in time order. */
export class Traffic {
  readonly words = new Vocabulary();
  readonly vehicles: readonly Vehicle[];
  private readonly routes: readonly (readonly Stop[])[];
  private readonly rng = new Rng(1);
  private readonly convoys: number;

  readonly spec: DataSpec;

  constructor(spec: DataSpec) {
    this.spec = spec;
    const total = Math.max(200, Math.round(((spec.rows / ROWS_PER_VEHICLE) * 60) / spec.days));
    this.vehicles = Array.from({ length: total }, (_, i) =>
      buildVehicleAt(spec.seed, i, findHabit(i, total), this.words),
    );
    this.routes = Array.from({ length: ROUTES }, (_, i) => buildRouteAt(spec.seed, i, spec.gates));
    this.convoys = Math.round((CONVOYS * spec.rows) / 30e6);
  }

  /** Rows of the n-th day (from 0), oldest first. The yielded object is reused. */
  *day(n: number): Generator<BenchRow> {
    const day = addDays(this.spec.firstDay, n);
    const start = romeDayStart(day);
    const passages = this.collectPassages(n, isWeekend(day));
    let [lastMs, lastPlate] = [-1, ''];
    const row = { ...EMPTY, vehicle: this.vehicles[0] ?? NO_VEHICLE };
    for (const key of passages.keys) {
      const i = key % MAX_POSITIONS;
      row.ms = start + Math.floor(key / MAX_POSITIONS);
      row.gate = passages.gate[i] ?? 1;
      row.vehicle = this.vehicles[passages.vehicle[i] ?? 0] ?? NO_VEHICLE;
      this.applyCamera(row, passages.vehicle[i] ?? 0);
      // A second read of the same plate at the same time would be rejected as a duplicate by the plant.
      if (row.ms === lastMs && row.plate === lastPlate) continue;
      [lastMs, lastPlate] = [row.ms, row.plate];
      yield row;
    }
  }

  /** Applies the camera: misreads, speed and confidence. */
  private applyCamera(row: BenchRow, vehicle: number): void {
    const rng = this.rng.reseed(mixHash(this.spec.seed, vehicle, row.ms | 0, row.gate));
    const dice = rng.next();
    row.plate = dice < MISREADS ? misreadPlate(row.vehicle.plate, rng) : row.vehicle.plate;
    row.speed = 30 + rng.int(70);
    row.lane = 1 + rng.int(2);
    row.direction = 1 + (row.gate % 2);
    row.confidence = (dice < MISREADS ? 500 : 820) + rng.int(180);
  }

  private collectPassages(n: number, weekend: boolean): Passages {
    const passages = new Passages();
    const { length } = this.vehicles;
    for (let i = 0; i < length; i++) {
      const habit = findHabit(i, length);
      // Convoys consist of frequent vehicles: the second vehicle of a pair copies the trips of the first.
      const place = i - Math.ceil(length * 0.01);
      const isFollower = habit === 'often' && place < 2 * this.convoys && place % 2 === 1;
      const who = isFollower ? i - 1 : i;
      const [workday, free] = ON_ROAD[habit];
      const dice = hashToUnit(mixHash(this.spec.seed, who, n, 0xda11));
      if (dice < (weekend ? free : workday)) this.emitTrip(passages, { who, index: i, n, habit, isFollower });
    }
    passages.sort();
    return passages;
  }

  /** Emits a trip out and back, or one way for through traffic. */
  private emitTrip(
    passages: Passages,
    trip: { who: number; index: number; n: number; habit: Habit; isFollower: boolean },
  ): void {
    const { seed } = this.spec;
    const fixed = trip.habit === 'daily';
    const [, , few, many] = ON_ROAD[trip.habit];
    const rng = this.rng.reseed(mixHash(seed, trip.who, trip.n, 0x1d));
    const route = this.routes[mixHash(seed, trip.who, fixed ? 0 : trip.n % 5, 0x40) % ROUTES] ?? [];
    const length = few + (mixHash(seed, trip.who, 0x51) % (many - few + 1));
    const isBusy = fixed && mixHash(seed, trip.who, 0xb5) % 20 === 0;
    const usual = fixed ? hashToUnit(mixHash(seed, trip.who, 0x99)) * 0.35 : drawDayPart(rng.next()) * 0.8;
    const legs = trip.habit === 'seldom' ? (rng.chance(0.55) ? 1 : 2) : isBusy ? 10 : 2;
    let at = PROFILE_START + ((usual + rng.next() * 0.02) * DAY_MS) / 1.2 + (trip.isFollower ? 40_000 : 0);
    for (let leg = 0; leg < legs; leg++) {
      for (let s = 0; s < length; s++) {
        const stop = route[leg % 2 === 0 ? s : length - 1 - s];
        if (stop === undefined || at >= DAY_MS - MINUTE) continue;
        passages.add(Math.floor(at), trip.index, stop.gate);
        at += stop.ms * (0.85 + rng.next() * 0.4);
      }
      at += isBusy ? 20 * MINUTE : (2 + rng.next() * 6) * 60 * MINUTE;
    }
  }
}

const MAX_POSITIONS = 2 ** 21;

/**
 * Passages of a day, sorted by a single number that encodes time and position; many times faster than sorting
 * objects.
 */
class Passages {
  keys = new Float64Array(MAX_POSITIONS);
  readonly vehicle = new Int32Array(MAX_POSITIONS);
  readonly gate = new Int16Array(MAX_POSITIONS);
  private count = 0;

  add(ms: number, vehicle: number, gate: number): void {
    if (this.count >= MAX_POSITIONS) throw new RangeError('too many rows in a day: give more days');
    this.vehicle[this.count] = vehicle;
    this.gate[this.count] = gate;
    this.keys[this.count] = ms * MAX_POSITIONS + this.count;
    this.count += 1;
  }

  sort(): void {
    this.keys = this.keys.subarray(0, this.count).toSorted();
  }
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());

const NO_VEHICLE: Vehicle = {
  ...{ plate: 'AA000AA', nation: 1, province: 0, brand: 0, model: 0, colour: 0, vclass: 0, euro: -1 },
  ...{ adrKemler: '', adrUn: 0, adrClass: '', insured: 1, inspected: 1, stolen: 2, alarm: 0 },
};
const EMPTY = { ms: 0, gate: 1, plate: '', speed: 0, lane: 1, direction: 0, confidence: 0 };
