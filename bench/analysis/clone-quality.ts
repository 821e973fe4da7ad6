import { type ClockOffset, ClockOffsetEstimator, getClockSlackS } from '@varco/domain/analysis/clock-offsets.ts';
import { findImpossibleDays, type PlacedPassage } from '@varco/domain/analysis/impossible-travel.ts';
import type { Position } from '@varco/domain/maps/geo.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { type Group, GROUPS, type SyntheticWorld } from './synthetic-world.ts';

interface Sighting {
  readonly plant: number;
  readonly gate: number;
  readonly timeMs: number;
}

/** All passages by plate, sorted by time. */
function groupByPlate({ reads }: SyntheticWorld): ReadonlyMap<string, readonly Sighting[]> {
  const tracks = new Map<string, Sighting[]>();
  reads.forEach((own, plant) => {
    for (const { plate, gate, timeMs } of own) {
      const track = tracks.get(plate);
      if (track === undefined) tracks.set(plate, [{ plant, gate, timeMs }]);
      else track.push({ plant, gate, timeMs });
    }
  });
  for (const track of tracks.values()) track.sort((a, b) => a.timeMs - b.timeMs);
  return tracks;
}

export interface ClockQuality {
  readonly plant: string;
  readonly trueS: number;
  /** Null: not measured. */
  readonly measuredS: number | null;
  readonly legs: number;
}

export interface CloneQuality {
  readonly planted: number;
  /**
   * Plates with two or more reads to discard, and how many of them were planted; with corrected clocks, then with raw
   * ones.
   */
  readonly candidates: number;
  readonly rightly: number;
  readonly rawCandidates: number;
  readonly rawRightly: number;
  /** Plates with a single read to discard, mostly misreads. */
  readonly toCheck: number;
  readonly clocks: readonly ClockQuality[];
  /** Innocent candidates per 10 000 vehicles of a group. */
  readonly falseAlarms: Readonly<Record<Group, number>>;
}

/** Searches for planted clones over all plants, as the screen does. */
export function measureClones(world: SyntheticWorld): CloneQuality {
  const tracks = groupByPlate(world);
  const watch = new ClockOffsetEstimator();
  const placeOf = ({ plant, gate }: Sighting): Position | null => {
    const place = world.plants[plant]?.gates[gate - 1];
    return place === undefined || place.lat === 0 ? null : [place.lon, place.lat];
  };
  for (const track of tracks.values()) watch.add(track.map((seen) => ({ ...seen, at: placeOf(seen) })));
  const offsets = watch.estimateOffsets(world.plants.length);
  const planted = new Set(world.truth.filter(({ kind }) => kind === 'clone').flatMap(({ plates }) => plates));
  const corrected = findCloneCandidates(world, tracks, offsets);
  const raw = findCloneCandidates(
    world,
    tracks,
    offsets.map((one) => ({ ...one, offsetS: null })),
  );
  const right = (plates: ReadonlySet<string>): number => [...plates].filter((plate) => planted.has(plate)).length;
  const innocents = (group: Group): number =>
    [...corrected.clones].filter((plate) => !planted.has(plate) && world.groups.get(plate) === group).length;
  const members = (group: Group): number => [...world.groups.values()].filter((one) => one === group).length;
  return {
    planted: planted.size,
    candidates: corrected.clones.size,
    rightly: right(corrected.clones),
    rawCandidates: raw.clones.size,
    rawRightly: right(raw.clones),
    toCheck: corrected.toCheck.size,
    clocks: compareClocks(world, offsets),
    falseAlarms: Object.fromEntries(
      GROUPS.map((group) => [group, (innocents(group) / Math.max(1, members(group))) * 10_000]),
    ) as Record<Group, number>,
  };
}

function findCloneCandidates(
  world: SyntheticWorld,
  tracks: ReadonlyMap<string, readonly Sighting[]>,
  offsets: readonly ClockOffset[],
): { readonly clones: ReadonlySet<string>; readonly toCheck: ReadonlySet<string> } {
  const [clones, toCheck] = [new Set<string>(), new Set<string>()];
  for (const [plate, track] of tracks) {
    const placed = track
      .flatMap(({ plant, gate, timeMs }): PlacedPassage[] => {
        const place = world.plants[plant]?.gates[gate - 1];
        const offset = offsets[plant];
        if (place === undefined || place.lat === 0 || offset === undefined) return [];
        const at: Position = [place.lon, place.lat];
        return [{ at, timeMs: timeMs - (offset.offsetS ?? 0) * 1000, clock: plant, slackS: getClockSlackS(offset) }];
      })
      .toSorted((a, b) => a.timeMs - b.timeMs);
    for (const { kind } of findImpossibleDays(placed, toRomeDay)) {
      if (kind === 'clone') clones.add(plate);
      else toCheck.add(plate);
    }
  }
  return { clones, toCheck };
}

/**
 * Compares the measured clock offsets with the true ones in the middle of the period, relative to the chosen
 * reference plant.
 */
function compareClocks(world: SyntheticWorld, offsets: readonly ClockOffset[]): readonly ClockQuality[] {
  const days = (world.toMs - world.fromMs) / 86_400_000;
  const trueOf = (plant: number): number => {
    const error = world.clocks[world.plants[plant]?.code ?? ''];
    return error === undefined ? 0 : error.aheadS + (error.perDayS * days) / 2;
  };
  const reference = offsets.find(({ isReference }) => isReference)?.plant ?? 0;
  return offsets.map(({ plant, offsetS, legs }) => ({
    plant: world.plants[plant]?.code ?? '',
    trueS: trueOf(plant) - trueOf(reference),
    measuredS: offsetS,
    legs,
  }));
}
