import { SERIES, buildVehicleRef, type Series, type VehicleRef } from './plate-series.ts';
import { mixHash, hashToUnit } from './random.ts';

/** Groups of vehicles by routine. Each has its own range of serials, so no plate belongs to two groups. */
export const POOLS = {
  commuter: 0,
  school: 1,
  bus: 2,
  lorry: 3,
  delivery: 4,
  local: 5,
  visitor: 6,
  foreign: 7,
  night: 8,
  planted: 9,
  taxi: 10,
} as const;
export type Pool = (typeof POOLS)[keyof typeof POOLS];

const POOL_SIZE = 6_000_000;

const buildPooledRef = (series: Series, pool: Pool, i: number): VehicleRef =>
  buildVehicleRef(series, pool * POOL_SIZE + (i % POOL_SIZE));

/** The i-th vehicle of a pool. Pure: the same index always gives the same plate. */
export function getPoolMember(pool: Pool, i: number, seed: number): VehicleRef {
  const u = hashToUnit(mixHash(seed, 21, pool, i));
  switch (pool) {
    case POOLS.bus:
      return buildPooledRef(SERIES.bus, pool, i);
    case POOLS.taxi:
      return buildPooledRef(SERIES.car, pool, i);
    case POOLS.lorry:
      return buildPooledRef(u < 0.72 ? SERIES.heavyTruck : u < 0.97 ? SERIES.lightTruck : SERIES.trailer, pool, i);
    case POOLS.delivery:
      return buildPooledRef(u < 0.82 ? SERIES.van : u < 0.93 ? SERIES.lightTruck : SERIES.car, pool, i);
    case POOLS.foreign:
      return buildPooledRef(drawForeignSeries(u), pool, i);
    case POOLS.local:
      return buildPooledRef(
        u < 0.85 ? SERIES.car : u < 0.92 ? SERIES.motorbike : u < 0.95 ? SERIES.moped : SERIES.van,
        pool,
        i,
      );
    case POOLS.visitor:
      return buildPooledRef(
        u < 0.9 ? SERIES.car : u < 0.95 ? SERIES.motorbike : u < 0.958 ? SERIES.visitorCar : SERIES.van,
        pool,
        i,
      );
    default:
      return buildPooledRef(u < 0.9 ? SERIES.car : u < 0.95 ? SERIES.van : SERIES.motorbike, pool, i);
  }
}

function drawForeignSeries(u: number): Series {
  if (u < 0.5) return SERIES.foreignCar;
  if (u < 0.88) return SERIES.foreignTruck;
  if (u < 0.94) return SERIES.foreignVan;
  return u < 0.97 ? SERIES.foreignBus : SERIES.foreignMotorbike;
}

/** Group sizes, derived from the reads per day over all plants. */
export interface RosterSizes {
  readonly commuters: number;
  readonly schoolRuns: number;
  readonly buses: number;
  /** Lorries known to the area; only some of them drive on a given day. */
  readonly lorries: number;
  readonly lorriesPerDay: number;
  readonly deliveries: number;
  readonly deliveriesPerDay: number;
  readonly localsPerDay: number;
  readonly locals: number;
  readonly visitorsPerDay: number;
  readonly foreignPerDay: number;
  readonly nightPeople: number;
}

/** Group sizes for a volume in reads per weekday; the shares reproduce the mix measured on comparable real roads. */
export function computeRosterSizes(readsPerDay: number): RosterSizes {
  const of = (share: number, readsEach: number): number => Math.max(2, Math.round((readsPerDay * share) / readsEach));
  return {
    commuters: of(0.33, 7.2),
    schoolRuns: of(0.025, 5),
    buses: of(0.03, 30),
    lorriesPerDay: of(0.085, 4.8),
    lorries: of(0.085, 4.8) * 7,
    deliveriesPerDay: of(0.06, 12),
    deliveries: of(0.06, 12) * 2,
    localsPerDay: of(0.1, 4.2),
    locals: of(0.1, 4.2) * 9,
    visitorsPerDay: of(0.1, 6),
    foreignPerDay: of(0.07, 4.6),
    nightPeople: of(0.012, 6),
  };
}
