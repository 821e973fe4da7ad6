import { isReadablePlate } from './readable-plate.ts';
import { listTaxiPlates } from '@varco/sim/hard-traffic.ts';
import { type RegularLife, listRegularPlates } from '@varco/sim/roster-plates.ts';
import { buildRegistryRecord } from '@varco/sim/registry-data.ts';
import type { SimPlant } from '@varco/sim/plant-types.ts';
import { ROMAGNA_PLANTS } from '@varco/sim/romagna-plants.ts';
import {
  type ClockError,
  generateDays,
  type PlantedTruth,
  listPlantedTruth,
  planTraffic,
  type Traffic,
} from '@varco/sim/traffic.ts';

/** A read as stored by a plant. */
export interface SyntheticRead {
  readonly plate: string;
  readonly gate: number;
  /** Epoch milliseconds by the plant's clock. */
  readonly timeMs: number;
}

/** Groups of innocent vehicles that tend to look suspicious. */
export type Group = 'foreign' | 'old' | 'taxi' | 'other';
export const GROUPS: readonly Group[] = ['foreign', 'old', 'taxi', 'other'];

/** Routine of a vehicle that can mislead an analysis; the planted look-alikes have values of their own. */
export type Life = RegularLife | 'taxi' | 'queue' | 'ferry' | 'colleagues' | 'other';
export const LIVES: readonly Life[] = [
  'commuter',
  'school',
  'bus',
  'delivery',
  'night',
  'taxi',
  'queue',
  'ferry',
  'colleagues',
  'other',
];

/** What the ministry would report about a vehicle on the last day. */
export interface SyntheticStatus {
  readonly isForeign: boolean;
  readonly isUninsured: boolean;
  readonly isUninspected: boolean;
}

export interface SyntheticWorld {
  readonly seed: number;
  readonly plants: readonly SimPlant[];
  /** Reads by plant, oldest first; only completely read plates. */
  readonly reads: readonly (readonly SyntheticRead[])[];
  readonly allReads: readonly number[];
  readonly truth: readonly PlantedTruth[];
  /** By true plate. */
  readonly groups: ReadonlyMap<string, Group>;
  /** By true plate; absent: no regular routine. */
  readonly lives: ReadonlyMap<string, Life>;
  /** Status of a plate as read; a misread plate has no status of its own. */
  readonly getStatus: (plate: string) => SyntheticStatus;
  readonly clocks: Readonly<Record<string, ClockError>>;
  readonly fromMs: number;
  readonly toMs: number;
}

const NOW = '2026-11-20T23:00:00.000Z';
const TODAY = NOW.slice(0, 10);
const DAYS = 14;
const OLD_YEAR = 2006;

/** Clock errors as in analysis design, part 6, plus one plant that is ten minutes off. */
export const CLOCKS: Readonly<Record<string, ClockError>> = {
  FOR: { aheadS: 37, perDayS: 1.5 },
  RAV: { aheadS: -95, perDayS: 0 },
  RIM: { aheadS: 600, perDayS: 0 },
};

/** Generates weeks of traffic of eight plants from one seed, with all planted cases. */
export function generateWorld(seed: number, readsPerPlant: number, days = DAYS, hasBusyWeek = false): SyntheticWorld {
  const plants = ROMAGNA_PLANTS;
  const planned = { seed, plants, readsPerPlant, now: NOW, days, isHard: true, hasBusyWeek, clocks: CLOCKS };
  const traffic = planTraffic(planned);
  const taxis = listTaxiPlates(traffic.plan);
  const reads = plants.map((): SyntheticRead[] => []);
  const allReads = plants.map(() => 0);
  const groups = new Map<string, Group>();
  const foreign = new Set<string>();
  const statuses = new Map<string, SyntheticStatus>();
  for (const { plant, passages } of generateDays(traffic)) {
    const at = plants.indexOf(plant);
    allReads[at] = (allReads[at] ?? 0) + passages.length;
    for (const { read, vehicle } of passages) {
      if (isReadablePlate(read.targa))
        reads[at]?.push({ plate: read.targa, gate: Number(read.varco_id), timeMs: Date.parse(read.data) });
      if (groups.has(vehicle.plate)) continue;
      if (vehicle.nation !== 'I') foreign.add(vehicle.plate);
      const group = taxis.has(vehicle.plate)
        ? 'taxi'
        : vehicle.nation !== 'I'
          ? 'foreign'
          : vehicle.year < OLD_YEAR
            ? 'old'
            : 'other';
      groups.set(vehicle.plate, group);
    }
  }
  const truth = listPlantedTruth(traffic);
  const [first, last] = [traffic.days[0], traffic.days.at(-1)];
  return {
    seed,
    plants,
    reads,
    allReads,
    truth,
    groups,
    lives: listLives(traffic, truth, taxis),
    getStatus(plate) {
      const known = statuses.get(plate);
      if (known !== undefined) return known;
      const record = buildRegistryRecord(seed, plate, TODAY);
      const status = {
        isForeign: foreign.has(plate),
        isUninsured:
          record?.insurance !== undefined && record.insurance !== null && record.insurance.graceUntil < TODAY,
        isUninspected: record !== null && record.inspection.next < TODAY,
      };
      statuses.set(plate, status);
      return status;
    },
    clocks: CLOCKS,
    fromMs: first?.startMs ?? 0,
    toMs: last?.endMs ?? 0,
  };
}

/** Routines of the world's plates, including the planted look-alikes. */
function listLives(
  { plan: story }: Traffic,
  truth: readonly PlantedTruth[],
  taxis: ReadonlySet<string>,
): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>(listRegularPlates(story));
  for (const plate of taxis) lives.set(plate, 'taxi');
  for (const { kind, plates } of truth)
    if (kind === 'queue' || kind === 'ferry' || kind === 'colleagues')
      for (const plate of plates) lives.set(plate, kind);
  return lives;
}
