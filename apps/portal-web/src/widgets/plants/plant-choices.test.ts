import { describe, expect, it } from 'vitest';
import { buildPlantChoices, buildSingleChoices, offerGroups, resolvePickedPlants } from './plant-choices.ts';

const PLANTS = [
  { peerId: 1, value: 'c1', label: 'Cesena' },
  { peerId: 2, value: 'c2', label: 'Forlì' },
  { peerId: 3, value: 'c3', label: 'Rimini' },
];
const GROUPS = [
  { id: 'g', name: 'Forlì-Cesena', plants: [1, 2, 9] },
  { id: 'h', name: 'Lontano', plants: [9] },
];
const HEADINGS = { groups: 'Gruppi', plants: 'Impianti' };
const items = PLANTS.map(({ value, label }) => ({ value, label }));
const offered = offerGroups(GROUPS, PLANTS);

describe('a group stands for its plants in a field', () => {
  it('is offered with the plants of the field only, and not when it has none or all are chosen', () => {
    expect(offered).toEqual([{ id: 'g', name: 'Forlì-Cesena', plants: ['c1', 'c2'] }]);
    expect(buildPlantChoices(PLANTS, offered, ['c1'], HEADINGS)).toEqual([
      { group: 'Gruppi', items: [{ value: 'group:g', label: 'Forlì-Cesena (2)' }] },
      { group: 'Impianti', items },
    ]);
    expect(buildPlantChoices(PLANTS, offered, ['c1', 'c2'], HEADINGS)).toEqual([{ group: 'Impianti', items }]);
  });

  it('without groups the field is the plain list', () => {
    expect(buildPlantChoices(PLANTS, [], [], HEADINGS)).toEqual(items);
  });

  it('picked, brings its plants, each once; an unknown one brings nothing', () => {
    expect(resolvePickedPlants(['c2', 'group:g', 'c3'], offered)).toEqual(['c2', 'c1', 'c3']);
    expect(resolvePickedPlants(['group:gone'], offered)).toEqual([]);
  });

  it('where one plant is selected each stands once, under its first group, the others last', () => {
    const more = [...GROUPS, { id: 'k', name: 'Costa', plants: [2, 3] }];
    const flat = buildSingleChoices(PLANTS, more, 'Senza gruppo').map(({ group, items: of }) => [
      group,
      ...of.map(({ value }) => value),
    ]);
    expect(flat).toEqual([
      ['Forlì-Cesena', 'c1', 'c2'],
      ['Costa', 'c3'],
    ]);
    expect(buildSingleChoices(PLANTS, GROUPS, 'Senza gruppo').at(-1)).toEqual({
      group: 'Senza gruppo',
      items: [{ value: 'c3', label: 'Rimini' }],
    });
  });
});
