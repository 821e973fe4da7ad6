import { describe, expect, test } from 'vitest';
import { ADR_CLASSES, COLOURS, VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { ADR_LOADS } from './adr.ts';
import { FOREIGN_NATIONS } from './nations.ts';
import { unscatter, scatter } from './permutation.ts';
import { findItalianKind, SERIES, getSeries, getSerial, buildVehicleRef } from './plate-series.ts';
import { buildTemplateRegex } from './plate-template.ts';
import { ROMAGNA_PLANTS } from './romagna-plants.ts';
import { getPoolMember, POOLS } from './roster.ts';
import { deriveVehicle, type SimVehicle } from './vehicles.ts';

const SEED = 5;
const drawMany = (series: (typeof SERIES)[keyof typeof SERIES], count = 2000): SimVehicle[] =>
  Array.from({ length: count }, (_, i) => deriveVehicle(buildVehicleRef(series, i * 17), SEED));

const FORMS: readonly (readonly [keyof typeof SERIES, RegExp])[] = [
  ['car', /^[C-G][A-HJ-NPR-TV-Z]\d{3}[A-HJ-NPR-TV-Z]{2}$/u],
  ['van', /^[C-G][A-HJ-NPR-TV-Z]\d{3}[A-HJ-NPR-TV-Z]{2}$/u],
  ['heavyTruck', /^[C-G][A-HJ-NPR-TV-Z]\d{3}[A-HJ-NPR-TV-Z]{2}$/u],
  ['motorbike', /^[A-F][A-HJ-NPR-TV-Z]\d{5}$/u],
  ['moped', /^X[2-9B-Z]{5}$/u],
  ['trailer', /^X[ABC]\d{3}[A-HJ-NPR-TV-Z]{2}$/u],
  ['visitorCar', /^EE\d{3}[A-HJ-NPR-TV-Z]{2}$/u],
];

describe('vehicles', () => {
  test.each(FORMS)('plates of the %s series have their lawful form and never repeat', (name, form) => {
    const vehicles = drawMany(SERIES[name]);
    for (const { plate, nation } of vehicles) {
      expect(plate).toMatch(form);
      expect(nation).toBe('I');
    }
    expect(new Set(vehicles.map((v) => v.plate)).size).toBe(vehicles.length);
    if (name === 'car') expect(vehicles.some((v) => v.plate.startsWith('EE'))).toBe(false);
  });

  test('foreign plates follow the form of their nation; with Italy there are forty', () => {
    expect(new Set([...FOREIGN_NATIONS.map((n) => n.code), 'I']).size).toBe(40);
    const forms = new Map(FOREIGN_NATIONS.map((n) => [n.code, buildTemplateRegex(n.template)]));
    const nations = new Set<string>();
    for (const series of [SERIES.foreignCar, SERIES.foreignTruck, SERIES.foreignBus]) {
      for (const { plate, nation } of drawMany(series, 4000)) {
        nations.add(nation);
        expect(plate).toMatch(forms.get(nation) ?? /never/u);
        expect(plate).toMatch(/^[A-Z0-9]{4,9}$/u);
      }
    }
    expect(nations.size).toBeGreaterThan(35);
  });

  test('the plate alone tells the kind of an Italian vehicle', () => {
    for (const series of [
      SERIES.car,
      SERIES.van,
      SERIES.lightTruck,
      SERIES.heavyTruck,
      SERIES.bus,
      SERIES.motorbike,
      SERIES.moped,
    ]) {
      for (const { plate, kind } of drawMany(series, 300)) expect(findItalianKind(plate, SEED)).toBe(kind);
    }
    for (const wrong of ['', 'M KR4821', '33', 'QQ000QQ', "';--"]) expect(findItalianKind(wrong, SEED)).toBeNull();
  });

  test('a permutation comes back, at every place of a small series', () => {
    for (let i = 0; i < 2000; i++) expect(unscatter(scatter(i, 2000, 77), 2000, 77)).toBe(i);
    expect(new Set(Array.from({ length: 2000 }, (_, i) => scatter(i, 2000, 77))).size).toBe(2000);
  });

  test('kinds, colours and classes are those of the lists', () => {
    for (const series of Object.values(SERIES)) {
      for (const v of drawMany(series, 300)) {
        expect(VEHICLE_CLASSES).toContain(v.kind);
        expect(COLOURS).toContain(v.colour);
        expect(v.euro).toBeGreaterThanOrEqual(0);
        expect(v.euro).toBeLessThanOrEqual(6);
        expect(v.adr === null || v.kind === 'heavy_truck').toBe(true);
      }
    }
    for (const [load] of ADR_LOADS) expect(ADR_CLASSES).toContain(load.adrClass);
  });

  test('pools share no vehicle', () => {
    const refs = Object.values(POOLS).flatMap((pool) =>
      Array.from({ length: 3000 }, (_, i) => getPoolMember(pool, i, SEED)),
    );
    expect(new Set(refs).size).toBe(refs.length);
    for (const ref of refs) expect(buildVehicleRef(SERIES.car, getSerial(ref)) % 2 ** 27).toBe(ref % 2 ** 27);
    expect(Math.max(...refs.map(getSeries))).toBeLessThanOrEqual(13);
    const plates = refs.map((ref) => deriveVehicle(ref, SEED)).map((v) => `${v.nation} ${v.plate}`);
    expect(new Set(plates).size).toBe(plates.length);
  });
});

describe('plants', () => {
  test('eight plants around Romagna, 8 to 14 gates each, inside the region, a few without position', () => {
    expect(ROMAGNA_PLANTS.map((p) => p.code).join(' ')).toBe('CES FOR RAV UNR FAE RIM CER SAN');
    for (const plant of ROMAGNA_PLANTS) {
      expect(plant.gates.length).toBeGreaterThanOrEqual(8);
      expect(plant.gates.length).toBeLessThanOrEqual(14);
      expect(new Set(plant.gates.map((g) => g.name)).size).toBe(plant.gates.length);
      for (const gate of plant.gates) {
        expect(Math.abs(gate.site.lat - plant.centre.lat)).toBeLessThan(0.1);
        expect(Math.abs(gate.site.lon - plant.centre.lon)).toBeLessThan(0.1);
      }
    }
    const unplaced = ROMAGNA_PLANTS.flatMap((p) => p.gates).filter((g) => g.lat === 0 && g.lon === 0);
    expect(unplaced.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ROMAGNA_PLANTS.map((p) => p.fault.kind))).toEqual(
      new Set(['none', 'slow', 'offline', 'limited', 'no-permission', 'flaky']),
    );
  });
});
