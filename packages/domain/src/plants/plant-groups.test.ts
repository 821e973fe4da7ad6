import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPlantSections, filterPlantSections, getTickState, toggleTick } from './plant-groups.ts';

const PLANTS = ['Cesena', 'Forlì', 'Rimini', 'Ravenna'];
const GROUPS = [
  { id: 'fc', name: 'Forlì-Cesena', plants: ['Cesena', 'Forlì'] },
  { id: 'coast', name: 'Costa', plants: ['Rimini', 'Cesena', 'unknown'] },
  { id: 'empty', name: 'Vuoto', plants: ['unknown'] },
];
const sections = buildPlantSections(PLANTS, GROUPS, (plant) => plant);
const flat = (of: typeof sections) => of.map(({ name, plants }) => [name, ...plants]);

describe('sections', () => {
  it('show a plant under each of its groups, those of none last, and no group without plants', () => {
    expect(flat(sections)).toEqual([
      ['Forlì-Cesena', 'Cesena', 'Forlì'],
      ['Costa', 'Cesena', 'Rimini'],
      ['', 'Ravenna'],
    ]);
    expect(buildPlantSections([], GROUPS, String)).toEqual([]);
  });

  it('are found by the name of a plant or of a group, without case and accents', () => {
    const find = (text: string) => flat(filterPlantSections(sections, text, (plant) => plant));
    expect(find('  ')).toEqual(flat(sections));
    expect(find('COSTA')).toEqual([['Costa', 'Cesena', 'Rimini']]);
    expect(find('forli')).toEqual([['Forlì-Cesena', 'Cesena', 'Forlì']]);
    expect(find('enna')).toEqual([['', 'Ravenna']]);
    expect(find('zz')).toEqual([]);
  });
});

describe('ticks', () => {
  it('a group is ticked when all of its plants are, and partly when some are', () => {
    expect(getTickState(new Set([1, 2]), [1, 2])).toBe('all');
    expect(getTickState(new Set([1]), [1, 2])).toBe('some');
    expect(getTickState(new Set([3]), [1, 2])).toBe('none');
    expect(getTickState(new Set([3]), [])).toBe('none');
  });

  it('a press completes a group or takes all of it out, and never touches the others', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 15 });
    fc.assert(
      fc.property(ids, ids, (chosen, members) => {
        const next = toggleTick(chosen, members);
        const wasAll = getTickState(new Set(chosen), members) === 'all';
        expect(getTickState(new Set(next), members)).toBe(wasAll || members.length === 0 ? 'none' : 'all');
        const others = (of: readonly number[]) => of.filter((id) => !members.includes(id));
        expect(others(next)).toEqual(others(chosen));
        expect(new Set(next).size).toBe(next.length);
      }),
    );
  });
});
