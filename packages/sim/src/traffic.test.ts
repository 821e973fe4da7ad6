import { describe, expect, test } from 'vitest';
import { Read } from '@varco/contract/plant/ingest.ts';
import { computeDistanceM } from './geo.ts';
import { drawOutages, listTaxiPlates } from './hard-traffic.ts';
import { livePassages, generatePassages } from './live.ts';
import type { Passage } from './reads.ts';
import { ROMAGNA_PLANTS } from './romagna-plants.ts';
import { generateDays, generatePlantPassages, listPlantedTruth, planTraffic } from './traffic.ts';

const NOW = '2026-11-20T14:32:00.000Z';
const small = planTraffic({ seed: 7, plants: ROMAGNA_PLANTS, readsPerPlant: 4000, now: NOW });
const everything = [...generateDays(small)];
const collectPassages = (code: string) => everything.filter((d) => d.plant.code === code).flatMap((d) => d.passages);

describe('traffic', () => {
  test('gives each plant exactly the reads asked for, in order of time, none after now', () => {
    for (const readsPerPlant of [1, 333, 4000]) {
      const traffic = planTraffic({ seed: 3, plants: ROMAGNA_PLANTS, readsPerPlant, now: NOW });
      const count = new Map<string, number>();
      const last = new Map<string, string>();
      for (const { plant, passages } of generateDays(traffic)) {
        count.set(plant.code, (count.get(plant.code) ?? 0) + passages.length);
        for (const { read } of passages) {
          expect(read.data > (last.get(plant.code) ?? '')).toBe(true);
          last.set(plant.code, read.data);
        }
      }
      expect([...count.values()]).toEqual(ROMAGNA_PLANTS.map(() => readsPerPlant));
      for (const time of last.values()) expect(time < NOW).toBe(true);
    }
  });

  test('same seed, same bytes; another seed, another world', () => {
    const again = planTraffic({ seed: 7, plants: ROMAGNA_PLANTS, readsPerPlant: 4000, now: NOW });
    expect(JSON.stringify([...generatePlantPassages(again, 'FOR')])).toBe(JSON.stringify(collectPassages('FOR')));
    const other = planTraffic({ seed: 8, plants: ROMAGNA_PLANTS, readsPerPlant: 4000, now: NOW });
    const plates = new Set([...generatePlantPassages(other, 'FOR')].map((p) => p.vehicle.plate));
    expect(collectPassages('FOR').filter((p) => plates.has(p.vehicle.plate)).length).toBeLessThan(20);
  });

  test('every read is one the plant accepts', () => {
    for (const { read } of collectPassages('RAV')) expect(Read.safeParse(read).success).toBe(true);
  });

  test('spreads over a month with two rush hours and quiet nights', () => {
    const passages = everything.flatMap((d) => d.passages);
    const days = new Set(passages.map((p) => p.read.data.slice(0, 10)));
    expect(days.size).toBeGreaterThanOrEqual(30);
    const at = (hourUtc: number): number =>
      passages.filter((p) => Number(p.read.data.slice(11, 13)) === hourUtc).length;
    expect(at(6)).toBeGreaterThan(at(10) * 1.3);
    expect(at(16)).toBeGreaterThan(at(10) * 1.2);
    expect(at(2)).toBeLessThan(at(10) * 0.25);
    expect(at(2)).toBeGreaterThan(0);
  });

  test('shares of foreign, dangerous-goods, misread and unreadable reads are those of a real road', () => {
    const passages = everything.flatMap((d) => d.passages);
    const share = (is: (p: (typeof passages)[number]) => boolean): number =>
      passages.filter(is).length / passages.length;
    expect(share((p) => p.vehicle.nation !== 'I')).toBeGreaterThan(0.04);
    expect(share((p) => p.vehicle.nation !== 'I')).toBeLessThan(0.13);
    expect(share((p) => p.read.adr_un_no !== undefined)).toBeGreaterThan(0.002);
    expect(share((p) => p.read.adr_un_no !== undefined)).toBeLessThan(0.03);
    expect(share((p) => p.read.targa.includes('?'))).toBeCloseTo(0.005, 2);
    const wrong = share((p) => p.read.targa !== p.vehicle.plate && !p.read.targa.includes('?'));
    expect(wrong).toBeGreaterThan(0.012);
    expect(wrong).toBeLessThan(0.018);
    expect(share((p) => p.vehicle.kind === 'car')).toBeGreaterThan(0.6);
    for (const kind of ['bus', 'van', 'heavy_truck', 'light_truck', 'motorbike', 'moped', 'trailer']) {
      expect(share((p) => p.vehicle.kind === kind)).toBeGreaterThan(0.0005);
    }
  });

  test('the same vehicles pass several plants', () => {
    const plants = new Map<string, Set<string>>();
    for (const day of everything) {
      for (const { vehicle } of day.passages) {
        plants.set(vehicle.plate, (plants.get(vehicle.plate) ?? new Set()).add(day.plant.code));
      }
    }
    const counts = [...plants.values()].map((set) => set.size);
    expect(counts.filter((n) => n >= 2).length / counts.length).toBeGreaterThan(0.15);
    expect(counts.filter((n) => n >= 4).length).toBeGreaterThan(50);
  });

  test('planted cases leave reads on their days', () => {
    const truth = listPlantedTruth(small);
    expect(new Set(truth.map((t) => t.kind)).size).toBe(9);
    const seen = new Set(everything.flatMap((d) => d.passages.map((p) => p.vehicle.plate)));
    const found = truth.filter((t) => t.plates.every((plate) => seen.has(plate)));
    expect(found.length / truth.length).toBeGreaterThan(0.75);
    expect(truth.filter((t) => !t.isOffence).every((t) => ['queue', 'ferry', 'colleagues'].includes(t.kind))).toBe(
      true,
    );
  });

  test('traffic for benches has break-ins, taxis, outages and wrong clocks; the demo none of them', () => {
    expect(listPlantedTruth(small).some(({ kind }) => kind === 'burglary')).toBe(false);
    const options = { seed: 7, plants: ROMAGNA_PLANTS, readsPerPlant: 4000, now: NOW, isHard: true };
    const hard = planTraffic({ ...options, clocks: { FOR: { aheadS: 47, perDayS: 1 } } });
    const days = [...generateDays(hard)];
    const plain = [...generatePlantPassages(planTraffic(options), 'FOR')];
    const shifted = days.filter(({ plant }) => plant.code === 'FOR').flatMap(({ passages }) => passages);
    expect(shifted).toHaveLength(plain.length);
    const aheadS = shifted.map(({ read }, i) => (Date.parse(read.data) - Date.parse(plain[i]?.read.data ?? '')) / 1000);
    expect([aheadS[0], aheadS.at(-1)]).toEqual([47, 76]);
    const all = days.flatMap(({ plant, passages }) => passages.map((passage) => ({ plant: plant.code, ...passage })));
    const taxis = listTaxiPlates(hard.plan);
    expect(all.filter(({ vehicle }) => taxis.has(vehicle.plate)).length).toBeGreaterThan(100);
    const series = listPlantedTruth(hard).filter(({ kind }) => kind === 'burglary');
    expect(series.length).toBeGreaterThan(0);
    for (const { plates, breakIns } of series) {
      const seen = breakIns.filter(({ plant, gateOrder, fromMs, toMs }) =>
        all.some(({ plant: at, read, vehicle, gate }) => {
          // The event window of a burglary is in true time; the clock of this plant is 90 s ahead.
          const ms = Date.parse(read.data) - (at === 'FOR' ? 90_000 : 0);
          const isNear = at === plant && gate.order === gateOrder && ms >= fromMs - 90_000 && ms < toMs + 90_000;
          return isNear && plates.includes(vehicle.plate);
        }),
      );
      expect(seen.length).toBeGreaterThanOrEqual(breakIns.length / 2 - 1);
    }
    const off = hard.days.flatMap((day) => {
      const isBlind = drawOutages(hard.plan, day);
      return ROMAGNA_PLANTS.flatMap(({ gates }, plant) =>
        gates.filter((_, gate) => [2, 6, 10, 14, 18].some((h) => isBlind(plant, gate, day.startMs + h * 3_600_000))),
      );
    });
    expect(off.length).toBeGreaterThan(20);
    expect(off.length).toBeLessThan(200);
  });

  test('refuses nonsense', () => {
    const bad = { seed: 1, plants: ROMAGNA_PLANTS, readsPerPlant: 10, now: NOW };
    expect(() => planTraffic({ ...bad, now: 'yesterday' })).toThrow(RangeError);
    expect(() => planTraffic({ ...bad, readsPerPlant: 0 })).toThrow(RangeError);
    expect(() => planTraffic({ ...bad, plants: [] })).toThrow(RangeError);
    expect(() => [...generatePlantPassages(small, 'XXX')]).toThrow(RangeError);
  });
});

/** Plates with two reads no car could have made: over 4 km apart and faster than 150 km/h in a straight line. */
function findImpossiblePlates(passages: readonly Passage[]): Set<string> {
  const last = new Map<string, Passage>();
  const found = new Set<string>();
  for (const passage of passages.toSorted((a, b) => (a.read.data < b.read.data ? -1 : 1))) {
    const before = last.get(passage.vehicle.plate);
    last.set(passage.vehicle.plate, passage);
    if (before === undefined) continue;
    const metres = computeDistanceM(before.gate.site, passage.gate.site);
    const hours = (Date.parse(passage.read.data) - Date.parse(before.read.data)) / 3_600_000;
    if (metres > 4000 && metres / 1000 / Math.max(hours, 1e-6) > 150) found.add(passage.vehicle.plate);
  }
  return found;
}

describe('journeys', () => {
  test('are all possible, but those of cloned plates', () => {
    const clones = new Set(
      listPlantedTruth(small)
        .filter((t) => t.kind === 'clone')
        .flatMap((t) => t.plates),
    );
    const impossible = findImpossiblePlates(everything.flatMap((d) => d.passages));
    expect([...impossible].filter((plate) => !clones.has(plate))).toEqual([]);
    expect([...clones].filter((plate) => impossible.has(plate)).length).toBeGreaterThan(0);
  });

  test('are possible in live traffic too, over all plants', () => {
    const untilMs = Date.parse(NOW) + 5 * 3_600_000;
    const live: Passage[] = [];
    for (const { code } of ROMAGNA_PLANTS) {
      for (const passage of generatePassages(small, code, 0.2, NOW)) {
        if (Date.parse(passage.read.data) > untilMs) break;
        live.push(passage);
      }
    }
    expect(live.length).toBeGreaterThan(25_000);
    expect([...findImpossiblePlates(live)]).toEqual([]);
  });
});

function takeFirst(passages: Iterable<Passage>, count: number): Passage[] {
  const first: Passage[] = [];
  for (const passage of passages) {
    first.push(passage);
    if (first.length === count) break;
  }
  return first;
}

describe('live traffic', () => {
  const take = (code: string, perSecond: number, count: number): Passage[] =>
    takeFirst(generatePassages(small, code, perSecond, NOW), count);

  test('keeps its rate, its order and its seed', () => {
    const passages = take('CES', 3, 1800);
    const times = passages.map((p) => Date.parse(p.read.data));
    const seconds = ((times.at(-1) ?? 0) - Date.parse(NOW)) / 1000;
    expect(seconds).toBeGreaterThan(540);
    expect(seconds).toBeLessThan(660);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(take('CES', 3, 50)).toEqual(passages.slice(0, 50));
  });

  test('live plates have a history on the plant', () => {
    const usual = planTraffic({ seed: 7, plants: ROMAGNA_PLANTS, readsPerPlant: 20_000, now: NOW });
    const known = new Set([...generatePlantPassages(usual, 'CES')].map((p) => p.vehicle.plate));
    const take = (perSecond: number, count: number): Passage[] =>
      takeFirst(generatePassages(usual, 'CES', perSecond, NOW), count);
    const knownAmong = (perSecond: number, count: number): number =>
      take(perSecond, count).filter((p) => known.has(p.vehicle.plate)).length / count;
    expect(knownAmong(0.3, 1500)).toBeGreaterThan(0.12);
    // The busier the camera, the larger the share of unknown plates.
    expect(knownAmong(2, 2000)).toBeGreaterThan(0.01);
  });

  test('waits for the clock and stops at once when told', async () => {
    const stop = new AbortController();
    const started = performance.now();
    let count = 0;
    const clock = (): string => new Date(Date.parse(NOW) + performance.now() - started).toISOString();
    for await (const passage of livePassages({
      traffic: small,
      plant: 'RIM',
      perSecond: 12,
      clock,
      signal: stop.signal,
    })) {
      expect(passage.read.data <= clock()).toBe(true);
      if (++count === 10) stop.abort();
    }
    expect(count).toBe(10);
  });
});
