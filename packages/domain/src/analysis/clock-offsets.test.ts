import { describe, expect, it } from 'vitest';
import { ClockOffsetEstimator, getClockSlackS } from './clock-offsets.ts';

/** So many kilometres east of a place in Romagna. */
const placeAt = (km: number): readonly [number, number] => [12.2 + km / 79.9, 44.1];

describe('clocks of plants', () => {
  /** Vehicles to and fro between a gate of plant 0 and one of each other plant, so far away, some of them staying a while. */
  function watched(plants: readonly (readonly [aheadS: number, km: number])[], each = 80): ClockOffsetEstimator {
    const watch = new ClockOffsetEstimator();
    plants.forEach(([ahead, km], plant) => {
      if (plant === 0) return;
      const [home, town] = [placeAt(0), placeAt(km)];
      const way = km * 60;
      for (let i = 0; i < each; i++) {
        const startMs = i * 3_600_000;
        const there = (way + ((i * 37) % 240)) * 1000;
        const back = (way + ((i * 53) % 240)) * 1000;
        const leftMs = startMs + there + (300 + ((i * 97) % 1500)) * 1000;
        const passages = [
          { plant: 0, gate: 1, timeMs: startMs, at: home },
          { plant, gate: 2, timeMs: startMs + there + ahead * 1000, at: town },
          { plant, gate: 2, timeMs: leftMs + ahead * 1000, at: town },
          { plant: 0, gate: 1, timeMs: leftMs + back, at: home },
        ];
        watch.add(passages.toSorted((x, y) => x.timeMs - y.timeMs));
      }
    });
    return watch;
  }

  it('are measured to seconds from traffic both ways, and ten minutes wrong are found between near towns too', () => {
    const offsets = watched([
      [0, 0],
      [47, 20],
      [-95, 20],
      [600, 8],
      [-700, 25],
    ]).estimateOffsets(5);
    expect(offsets[0]).toMatchObject({ offsetS: 0, isReference: true });
    const ahead = [0, 47, -95, 600, -700];
    for (const { plant, offsetS } of offsets) expect(Math.abs((offsetS ?? 1e9) - (ahead[plant] ?? 0))).toBeLessThan(13);
  });

  it('stay unmeasured with few legs, and are forgiven a minute then', () => {
    const [, far] = watched(
      [
        [0, 0],
        [47, 20],
      ],
      20,
    ).estimateOffsets(2);
    expect(far).toMatchObject({ offsetS: null, isReference: false });
    expect([getClockSlackS({ offsetS: null, spreadS: 0 }), getClockSlackS({ offsetS: 5, spreadS: 40 })]).toEqual([
      60, 40,
    ]);
  });
});
