import { describe, expect, test } from 'vitest';
import type { PlantSegment, SegmentState } from './completeness.ts';
import { countSegments } from './completeness.ts';

function segments(...states: SegmentState[]): PlantSegment[] {
  return states.map((state, index) => ({ plantId: String(index), label: `Impianto ${index}`, state }));
}

describe('countSegments', () => {
  test('plants that were not queried do not count as queried', () => {
    expect(countSegments(segments('answered', 'answered', 'receiving', 'error', 'notAsked', 'notAsked'))).toEqual({
      asked: 4,
      answered: 2,
      receiving: 1,
      errors: 1,
      away: 0,
      notAsked: 2,
      isPartial: true,
    });
  });

  test('a plant that is not connected was wanted, is no error, and makes the list incomplete', () => {
    expect(countSegments(segments('answered', 'away'))).toEqual({
      asked: 2,
      answered: 1,
      receiving: 0,
      errors: 0,
      away: 1,
      notAsked: 0,
      isPartial: true,
    });
  });

  test('the list is complete only when every queried plant returned everything', () => {
    expect(countSegments(segments('answered', 'answered', 'notAsked')).isPartial).toBe(false);
    expect(countSegments(segments('answered', 'partial'))).toMatchObject({ answered: 2, isPartial: true });
    expect(countSegments([])).toMatchObject({ asked: 0, answered: 0, isPartial: false });
  });
});
