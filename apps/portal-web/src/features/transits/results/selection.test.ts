import { describe, expect, it } from 'vitest';
import {
  canExport,
  canSelect,
  buildExportRequest,
  groupByPlant,
  NOTHING_SELECTED,
  getPageState,
  togglePage,
  type SelectedTransit,
  findSelectedPair,
  startSelection,
  toggleSelected,
} from './selection.ts';

const selectTransit = (peerId: number, ...ids: number[]): readonly SelectedTransit[] =>
  ids.map((id) => ({ peerId, transitId: String(id), plate: `AA${id}BB` }));

describe('T 3.5 multi-selection', () => {
  it('SEL-01 has an active flag, items with transit and plant, and the ids by plant', () => {
    expect(NOTHING_SELECTED).toEqual({ isActive: false, items: new Map() });
    const [a, b, c] = [...selectTransit(1, 10, 11), ...selectTransit(2, 10)];
    if (a === undefined || b === undefined || c === undefined) throw new Error('three transits');
    const selection = toggleSelected(toggleSelected(startSelection(NOTHING_SELECTED, a), c), b);
    expect(selection.isActive).toBe(true);
    expect([...selection.items.values()]).toEqual([
      { peerId: 1, transitId: '10', plate: 'AA10BB' },
      { peerId: 2, transitId: '10', plate: 'AA10BB' },
      { peerId: 1, transitId: '11', plate: 'AA11BB' },
    ]);
    // The same id on two plants means two transits.
    expect(groupByPlant(selection)).toEqual(
      new Map([
        [1, ['10', '11']],
        [2, ['10']],
      ]),
    );
  });

  it('SEL-01 EXP-12 an export names the ids of each plant; with none, or more on one plant than an export takes, there is none', () => {
    const ticked = (...all: SelectedTransit[]) => all.reduce(toggleSelected, NOTHING_SELECTED);
    const thousand = Array.from({ length: 1_000 }, (_, id) => id + 1);
    expect(buildExportRequest(ticked(...selectTransit(2, 7), ...selectTransit(1, 10, 11)))).toEqual([
      { peerId: 2, filter: { f_ids: ['7'] } },
      { peerId: 1, filter: { f_ids: ['10', '11'] } },
    ]);
    expect(canExport(NOTHING_SELECTED)).toBe(false);
    expect(canExport(ticked(...selectTransit(1, ...thousand), ...selectTransit(2, ...thousand)))).toBe(true);
    expect(canExport(ticked(...selectTransit(1, ...thousand, 1_001)))).toBe(false);
  });

  it('SEL-02 TBL-18 starting ticks that transit and keeps what was ticked; ticking again takes it away', () => {
    const [a, b] = selectTransit(1, 1, 2);
    if (a === undefined || b === undefined) throw new Error('two transits');
    const two = startSelection(startSelection(NOTHING_SELECTED, a), b);
    expect(two.items.size).toBe(2);
    expect(startSelection(two, a).items.size).toBe(2);
    expect([...toggleSelected(two, a).items.keys()]).toEqual(['1-2']);
  });

  it('a page is ticked as a whole, and the ticks of other pages stay', () => {
    const page = selectTransit(1, 1, 2, 3);
    const other = togglePage(NOTHING_SELECTED, selectTransit(2, 9));
    expect(getPageState(other, page)).toBe('none');
    const [first] = page;
    if (first === undefined) throw new Error('a page');
    expect(getPageState(toggleSelected(other, first), page)).toBe('some');
    const all = togglePage(toggleSelected(other, first), page);
    expect(getPageState(all, page)).toBe('all');
    expect(all.items.size).toBe(4);
    expect([...togglePage(all, page).items.keys()]).toEqual(['2-9']);
    expect(getPageState(NOTHING_SELECTED, [])).toBe('none');
  });

  it.each([
    ['GK508RB', true],
    ['A1', true],
    ['A', false],
    ['GK5?1TN', false],
    ['**', false],
    ['', false],
    ['GK5*', false],
    ['A'.repeat(33), false],
  ])('SEL-03 the plate "%s" can be ticked: %s', (plate, expected) => {
    expect(canSelect(plate)).toBe(expected);
  });

  it('5 000 ticked transits of eight plants are changed one by one and sorted by plant', () => {
    let selection = NOTHING_SELECTED;
    for (let page = 0; page < 100; page += 1) {
      selection = togglePage(
        selection,
        selectTransit(page % 8, ...Array.from({ length: 50 }, (_, row) => page * 50 + row)),
      );
    }
    expect(selection.items.size).toBe(5_000);
    const one = toggleSelected(selection, { peerId: 1, transitId: '77777', plate: 'AA777BB' });
    expect(one.items.size).toBe(5_001);
    expect(groupByPlant(one).size).toBe(8);
  });

  it('two transits of two plates are a pair to compare, in the order of selection; anything else is none', () => {
    const select = (...all: readonly SelectedTransit[]) =>
      findSelectedPair(all.reduce(toggleSelected, NOTHING_SELECTED));
    expect(select(...selectTransit(1, 11, 10))?.map(({ plate }) => plate)).toEqual(['AA11BB', 'AA10BB']);
    expect(select(...selectTransit(1, 10), ...selectTransit(2, 10))).toBeNull();
    expect(select(...selectTransit(1, 10))).toBeNull();
    expect(select(...selectTransit(1, 10, 11, 12))).toBeNull();
  });
});
