import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDifferingPosition, hasFormOfNation, listPlateNeighbours } from '../plates/plate-neighbours.ts';
import {
  type ComparedVehicle,
  computeMisreadOdds,
  ODDS_TERMS,
  type OddsReason,
  type OddsTerm,
  type PlateNeighbour,
  type ReadFacts,
} from './misread-odds.ts';

const NOTHING: ComparedVehicle = { brand: '', model: '', colour: '', class: '' };
const WHITE_FIAT: ComparedVehicle = { brand: 'FIAT', model: 'PANDA', colour: 'bianco', class: 'car' };
const BLACK_BMW: ComparedVehicle = { brand: 'BMW', model: 'X3', colour: 'nero', class: 'car' };
const UNKNOWN: ReadFacts = {
  plate: 'AB128CD',
  confidence: null,
  characters: [],
  isFormValid: null,
  isApproximate: false,
  seen: NOTHING,
  expected: null,
  earlier: null,
  neighbours: null,
  outcomes: null,
  isNight: null,
};
const OTHER: PlateNeighbour = { plate: 'AB123CD', atGate: 9, atPlant: 20, vehicle: WHITE_FIAT, corrections: 31 };

const text = (...values: string[]) => fc.constantFrom('', 'undefined', ...values);
const vehicle = fc.record({
  brand: text('FIAT', 'BMW', 'VW'),
  model: text('PANDA', 'X3'),
  colour: text('bianco', 'WHITE', 'nero'),
  class: text('car', 'truck'),
});
const count = fc.integer({ min: -1, max: 100_000 });
const share = fc.double({ min: -1, max: 2 });
const neighbour = fc.record({
  plate: fc.constantFrom('AB123CD', 'AB120CD', 'AB12BCD', 'ZZ'),
  atGate: count,
  atPlant: count,
  vehicle,
  corrections: fc.option(count),
});
const facts: fc.Arbitrary<ReadFacts> = fc.record({
  plate: fc.constantFrom('AB128CD', 'A?', ''),
  confidence: fc.option(share),
  characters: fc.array(share, { maxLength: 8 }),
  isFormValid: fc.option(fc.boolean()),
  isApproximate: fc.boolean(),
  seen: vehicle,
  expected: fc.option(fc.record({ from: fc.constantFrom('registry' as const, 'passages' as const), vehicle })),
  earlier: fc.option(fc.record({ atGate: count, atPlant: count })),
  neighbours: fc.option(fc.uniqueArray(neighbour, { maxLength: 4, selector: ({ plate }) => plate })),
  outcomes: fc.option(fc.record({ right: count, wrong: count })),
  isNight: fc.option(fc.boolean()),
});
const findTerm = (reasons: readonly OddsReason[], term: OddsTerm): number =>
  reasons.find((one) => one.term === term)?.logOdds ?? Number.NaN;
const sum = (given: ReadFacts): number => computeMisreadOdds(given).logOdds;

describe('odds that a read is right', () => {
  it('a read seen on another car than the registered one, beside a frequent neighbour, is a likely error', () => {
    const odds = computeMisreadOdds({
      ...UNKNOWN,
      seen: WHITE_FIAT,
      expected: { from: 'registry', vehicle: BLACK_BMW },
      neighbours: [OTHER],
    });
    expect(odds).toMatchObject({ isLikelyError: true, pair: '8/3', neighbour: { plate: 'AB123CD' } });
    expect(odds.probability).toBeLessThan(0.01);
    expect(odds.reasons.filter(({ state }) => state === 'against').map(({ term }) => term)).toEqual([
      ...['brand', 'colour', 'neighbour', 'corrections'],
    ]);
  });

  it('with nothing known only the gate adds, every other term is unknown or neutral, and no neighbour is named', () => {
    const odds = computeMisreadOdds(UNKNOWN);
    const known = odds.reasons.filter(({ state }) => state !== 'unknown');
    expect(known.map(({ term, logOdds }) => [term, logOdds])).toEqual([
      ['gate', 0.41],
      ['approximate', 0],
    ]);
    expect(odds).toMatchObject({ logOdds: 0.41, pair: '', neighbour: null, isLikelyError: false });
  });

  it('a neighbour of another brand than the vehicle seen says nothing against the read', () => {
    const near = { ...OTHER, corrections: null };
    const { reasons } = computeMisreadOdds({ ...UNKNOWN, seen: BLACK_BMW, neighbours: [near] });
    expect(reasons.find(({ term }) => term === 'neighbour')).toMatchObject({ state: 'neutral', logOdds: 0 });
  });

  it('a vehicle that differs in everything says no more than clones allow, and every difference is still counted', () => {
    const differing = { ...UNKNOWN, seen: WHITE_FIAT, expected: { from: 'registry' as const, vehicle: BLACK_BMW } };
    const { reasons } = computeMisreadOdds(differing);
    const [brand, colour] = [findTerm(reasons, 'brand'), findTerm(reasons, 'colour')];
    expect(brand).toBe(-1.9);
    expect(colour).toBeLessThan(0);
    expect(brand + colour).toBeCloseTo(Math.log(0.1), 1);
  });

  it('a colour that differs says less at night, when cameras err', () => {
    const vehicle = { ...WHITE_FIAT, colour: 'nero' };
    const score = (isNight: boolean) =>
      findTerm(
        computeMisreadOdds({ ...UNKNOWN, seen: WHITE_FIAT, expected: { from: 'registry', vehicle }, isNight }).reasons,
        'colour',
      );
    expect(score(true)).toBeGreaterThan(score(false));
    expect(score(true)).toBeLessThan(0);
  });

  it('one character that stands out is in doubt without a neighbour too; a camera unsure of all says nothing of one', () => {
    const score = (characters: readonly number[], neighbours: readonly PlateNeighbour[] = []) =>
      findTerm(computeMisreadOdds({ ...UNKNOWN, characters, neighbours }).reasons, 'character');
    expect(score([0.95, 0.95, 0.6, 0.95, 0.95, 0.95, 0.95])).toBe(-1.3);
    expect(score([0.6, 0.62, 0.6, 0.61, 0.63, 0.6, 0.62])).toBe(0.65);
    // The neighbour differs in the fifth character: the third is then of no matter.
    expect(score([0.95, 0.95, 0.6, 0.95, 0.95, 0.95, 0.95], [OTHER])).toBe(1.2);
    expect(score([0.95, 0.95, 0.95, 0.95, 0.6, 0.95, 0.95], [OTHER])).toBe(-1.8);
  });

  it('any facts: finite, between 0 and 1, each term once, and the shown contributions add up to the sum', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { logOdds, probability, reasons } = computeMisreadOdds(given);
        expect(Number.isFinite(logOdds)).toBe(true);
        expect(probability).toBeGreaterThan(0);
        expect(probability).toBeLessThan(1);
        expect(reasons.map(({ term }) => term)).toEqual(ODDS_TERMS);
        expect(reasons.reduce((total, one) => total + one.logOdds, 0)).toBeCloseTo(logOdds, 6);
        for (const { state, logOdds: one } of reasons) if (state === 'unknown') expect(one).toBe(0);
      }),
    );
  });

  it('the order of the neighbours does not matter', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const reversed = { ...given, neighbours: given.neighbours?.toReversed() ?? null };
        expect(computeMisreadOdds(reversed)).toEqual(computeMisreadOdds(given));
      }),
    );
  });

  it('more confidence or earlier passages never lower the odds; more corrections or passages of another plate never raise them', () => {
    const more = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(facts, more, share, share, (given, n, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(sum({ ...given, confidence: high })).toBeGreaterThanOrEqual(sum({ ...given, confidence: low }));
        const { atGate, atPlant } = given.earlier ?? { atGate: 0, atPlant: 0 };
        const often = { ...given, earlier: { atGate: atGate + n, atPlant: atPlant + n } };
        expect(sum(often)).toBeGreaterThanOrEqual(sum({ ...given, earlier: { atGate, atPlant } }));
        const one = { ...OTHER, corrections: n };
        const two = { ...one, corrections: n + 5 };
        const busy = { ...one, atGate: one.atGate + n };
        const base = sum({ ...given, neighbours: [one] });
        expect(sum({ ...given, neighbours: [two] })).toBeLessThanOrEqual(base);
        expect(sum({ ...given, neighbours: [busy] })).toBeLessThanOrEqual(base);
      }),
    );
  });

  it('a confidence that is not a number counts as unknown', () => {
    const { reasons } = computeMisreadOdds({ ...UNKNOWN, confidence: Number.NaN });
    expect(reasons.find(({ term }) => term === 'confidence')?.state).toBe('unknown');
  });
});

describe('plates one confused character away', () => {
  it('neighbours differ in one place each, once each, and both ways; an unread plate has none', () => {
    const near = listPlateNeighbours('AB128CD');
    expect(near).toContain('AB123CD');
    expect(near).toContain('AR128CD');
    expect(new Set(near).size).toBe(near.length);
    for (const plate of near) {
      expect(findDifferingPosition('AB128CD', plate)).not.toBeNull();
      expect(listPlateNeighbours(plate)).toContain('AB128CD');
    }
    expect(listPlateNeighbours('AB?28CD')).toEqual([]);
  });

  it('a form is judged only for a nation whose forms are certain', () => {
    expect(hasFormOfNation('AB123CD', 'I')).toBe(true);
    expect(hasFormOfNation('A8123CD', 'I')).toBe(false);
    expect(hasFormOfNation('A8123CD', 'D')).toBeNull();
    expect(hasFormOfNation('A?123CD', 'I')).toBeNull();
  });
});
