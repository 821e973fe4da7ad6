import { RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import { describe, expect, test } from 'vitest';
import { deriveLicence, buildRegistryRecord, type SimRegistryRecord } from './registry-data.ts';
import { deriveRegistration } from './plate-series.ts';
import { openOwnerSource, openRegistrySource } from './registry-source.ts';
import { getPoolMember, POOLS } from './roster.ts';
import { computeTaxCheckLetter, computeVatCheckDigit } from './tax-codes.ts';
import { deriveVehicle } from './vehicles.ts';

const SEED = 11;
const TODAY = '2026-11-20';
const plates = Array.from({ length: 6000 }, (_, i) => deriveVehicle(getPoolMember(POOLS.commuter, i, SEED), SEED));
const records = plates
  .map((v) => buildRegistryRecord(SEED, v.plate, TODAY))
  .filter((r): r is SimRegistryRecord => r !== null);
const computeShare = (is: (r: SimRegistryRecord) => boolean): number => records.filter(is).length / records.length;

describe('registry data', () => {
  test('knows every Italian vehicle of the roads, with the same looks', () => {
    expect(records.length).toBe(plates.length);
    records.forEach((record, i) => expect(record.vehicle).toEqual(plates[i]));
  });

  test('does not know foreign or malformed plates', () => {
    for (const plate of ['MKR4821', '', 'AA00', 'AA000A?', '🚗', 'x'.repeat(5000)])
      expect(buildRegistryRecord(SEED, plate, TODAY)).toBeNull();
  });

  test('is the same for the same day and moves on with the days', () => {
    expect(buildRegistryRecord(SEED, 'GK508RB', TODAY)).toEqual(buildRegistryRecord(SEED, 'GK508RB', TODAY));
    const later = records.map((r) => buildRegistryRecord(SEED, r.vehicle.plate, '2028-02-29'));
    const insured = later.filter((r) => (r?.insurance?.to ?? '') >= '2028-02-29').length / later.length;
    expect(insured).toBeGreaterThan(0.9);
  });

  test('about seven in a hundred uninsured, ten not inspected, one or two in a thousand stolen', () => {
    expect(computeShare((r) => (r.insurance?.to ?? '') < TODAY)).toBeCloseTo(0.07, 1);
    expect(computeShare((r) => (r.insurance?.to ?? '') < TODAY)).toBeGreaterThan(0.05);
    const overdue = computeShare((r) => r.inspection.next < TODAY);
    expect(overdue).toBeGreaterThan(0.075);
    expect(overdue).toBeLessThan(0.125);
    expect(computeShare((r) => r.stolenSince !== null)).toBeGreaterThan(0);
    expect(computeShare((r) => r.stolenSince !== null)).toBeLessThan(0.005);
  });

  test('dates are in order', () => {
    for (const { insurance, inspection, firstRegistration, stolenSince } of records) {
      expect(firstRegistration <= TODAY).toBe(true);
      if (insurance !== null) expect(insurance.from < insurance.to && insurance.to < insurance.graceUntil).toBe(true);
      if (inspection.last !== null)
        expect(inspection.last < inspection.next && inspection.last >= firstRegistration).toBe(true);
      if (stolenSince !== null) expect(stolenSince < TODAY).toBe(true);
    }
  });

  test('tax and VAT codes carry valid checks and a place that does not exist', () => {
    let companies = 0;
    for (const { owner } of records) {
      if (owner.kind === 'person') {
        expect(owner.taxCode).toMatch(/^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}Z000[A-Z]$/u);
        expect(owner.taxCode.charAt(15)).toBe(computeTaxCheckLetter(owner.taxCode.slice(0, 15)));
      } else {
        companies++;
        expect(owner.vatNumber).toMatch(/^\d{7}000\d$/u);
        expect(owner.vatNumber.charAt(10)).toBe(computeVatCheckDigit(owner.vatNumber.slice(0, 10)));
      }
    }
    expect(companies / records.length).toBeGreaterThan(0.08);
  });

  test('checks agree with known vectors', () => {
    expect(computeTaxCheckLetter('RSSMRA80A01H501')).toBe('U');
    expect(computeVatCheckDigit('0000000000')).toBe('0');
    expect(computeVatCheckDigit('1234567890')).toBe('3');
  });

  test('the registry stand-in can send every record', () => {
    const source = openRegistrySource(SEED);
    for (const { plate } of plates.slice(0, 500))
      expect(RegistryVehicleFacts.safeParse(source(plate, TODAY)).success).toBe(true);
    expect(source('XA123BB', TODAY)).toMatchObject({ class: 'trailer', insurance: null, euro: null });
    expect(source('MKR4821', TODAY)).toBeNull();
  });

  test('an owner is found by the code on the vehicle, with all vehicles in that name', () => {
    const platesOf = openOwnerSource(SEED);
    for (const i of [3, 400, 5_000]) {
      const { plate } = deriveRegistration(getPoolMember(POOLS.local, i, SEED), SEED);
      const owner = buildRegistryRecord(SEED, plate, TODAY)?.owner;
      if (owner === undefined) throw new Error('nobody');
      const found = platesOf(owner.kind === 'person' ? owner.taxCode : owner.vatNumber, TODAY);
      expect(found).toContain(plate);
      expect(found.length).toBeLessThanOrEqual(1000);
      expect(new Set(found).size).toBe(found.length);
    }
    expect(platesOf('99999990007', TODAY)).toEqual([]);
  });

  test('licences', () => {
    const licence = deriveLicence(SEED, 'BSSRNT71C14Z000X', TODAY);
    expect(licence).toEqual(deriveLicence(SEED, 'BSSRNT71C14Z000X', TODAY));
    expect(licence === null || (licence.points >= 0 && licence.points <= 30 && licence.issued < licence.expires)).toBe(
      true,
    );
  });
});
