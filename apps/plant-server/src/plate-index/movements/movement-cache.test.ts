import { describe, expect, it } from 'vitest';
import { NightPassages } from './night-passages.ts';
import { DayMovements } from './day-movements.ts';
import { MovementSums, SUM_FIELDS } from './movement-sums.ts';
import { PlateTable } from '../plate-table.ts';
import { RankedPlates } from './ranked-plates.ts';

function tableOf(...plates: readonly string[]): PlateTable {
  const table = new PlateTable(10);
  for (const plate of plates) table.change({ plate, n: 1, firstSeen: 1, lastSeen: 1 });
  return table;
}

describe('a day of movements in memory', () => {
  it('keeps numbers that are too big for a byte, and whether there was a jump', () => {
    const table = tableOf('AA001AA', 'BB002BB', 'CC003CC');
    const day = new DayMovements('v', 'AA001AA 254 255 256 1267 0,BB002BB 0 0 0 9 1,CC003CC 255 1 0 2 0', table);
    const numbers = (at: number) => [day.night(at), day.loops(at), day.nightLoops(at), day.gates(at), day.hasJump(at)];
    expect([0, 1, 2].map(numbers)).toEqual([
      [254, 255, 256, 1267, false],
      [0, 0, 0, 9, true],
      [255, 1, 0, 2, false],
    ]);
    expect([...day.ids].map((id) => table.getText(id))).toEqual(['AA001AA', 'BB002BB', 'CC003CC']);
    expect(day.isComplete).toBe(true);
  });

  it('keeps plates in the order of their numbers, and those with a jump in that of their texts', () => {
    const table = tableOf('CC003CC', 'BB002BB', 'AA001AA');
    const day = new DayMovements('v', 'AA001AA 1 0 0 1 1,BB002BB 2 0 0 1 0,CC003CC 3 0 0 1 1', table);
    const texts = (ids: Uint32Array) => Array.from(ids, (id) => table.getText(id));
    expect(texts(day.ids)).toEqual(['CC003CC', 'BB002BB', 'AA001AA']);
    expect([0, 1, 2].map((at) => day.night(at))).toEqual([3, 2, 1]);
    expect(texts(day.jumpPlates)).toEqual(['AA001AA', 'CC003CC']);
  });

  it('a part of a night counts the passages in it, the end left out; who the day does not know counts nowhere', () => {
    const table = tableOf('BB002BB', 'AA001AA', 'NN000NN');
    const day = new DayMovements('v', 'AA001AA 3 1 1 2 0,BB002BB 1 0 0 1 0', table);
    const night = new NightPassages(
      'v',
      'AA001AA 0 0,AA001AA 180000 1,AA001AA 7200000 0,BB002BB 7199999 0,NN000NN 5 0,ZZ999ZZ 6 1',
      day,
      table,
    );
    const movementOf = (fromMs: number, toMs: number) => {
      const { nights, loops } = night.counts(fromMs, toMs);
      return [...nights, ...loops];
    };
    expect(movementOf(0, 18_000_000)).toEqual([1, 3, 0, 1]);
    expect(movementOf(0, 180_000)).toEqual([0, 1, 0, 0]);
    expect(movementOf(180_000, 7_200_000)).toEqual([1, 1, 0, 1]);
    expect(movementOf(7_200_000, 7_200_000)).toEqual([0, 0, 0, 0]);
    expect(new NightPassages('v', '', day, table).counts(0, 18_000_000).nights).toEqual(new Uint16Array(2));
  });

  it('leaves out a plate the index has not met yet, and says that it is not whole', () => {
    const table = tableOf('AA001AA');
    const rows = 'AA001AA 1 0 0 1 0,BB002BB 2 0 0 1 0';
    const early = new DayMovements('v', rows, table);
    expect([early.isComplete, early.ids.length]).toEqual([false, 1]);
    table.change({ plate: 'BB002BB', n: 1, firstSeen: 1, lastSeen: 1 });
    const laterDay = new DayMovements('v', rows, table);
    expect([laterDay.isComplete, laterDay.ids.length, laterDay.bytes]).toEqual([true, 2, 18]);
  });

  it('days add up: nights and rounds at night as a sum, rounds and gates of the day with most', () => {
    const table = tableOf('AA001AA', 'BB002BB', 'CC003CC');
    const sumsOf = (...plates: readonly string[]) =>
      new MovementSums(new RankedPlates(4096, [Uint32Array.from(table.findAll(plates))]));
    const numbersOf = ({ plates, values }: MovementSums, plate: string) => {
      const from = plates.getRank(table.find(plate)) * SUM_FIELDS;
      return [...values.subarray(from, from + SUM_FIELDS)];
    };
    const sums = sumsOf('AA001AA', 'BB002BB', 'CC003CC');
    sums.addDay(new DayMovements('1', 'AA001AA 2 3 1 4 0,BB002BB 0 1 0 9 1', table));
    sums.addDay(new DayMovements('2', 'AA001AA 0 1 0 6 0', table));
    const more = { night: 5, nightDays: 1, loops: 2, nightLoops: 2, gates: 1 };
    sums.add(sums.plates.getRank(table.find('AA001AA')), more);
    expect(numbersOf(sums, 'AA001AA')).toEqual([7, 2, 3, 3, 6]);
    expect(numbersOf(sums, 'BB002BB')).toEqual([0, 0, 1, 0, 9]);
    expect(numbersOf(sums, 'CC003CC')).toEqual([0, 0, 0, 0, 0]);
    const some = sumsOf('BB002BB');
    some.addDay(new DayMovements('3', 'AA001AA 2 3 1 4 0,BB002BB 0 2 0 3 1', table));
    expect([...some.values]).toEqual([0, 0, 2, 0, 3]);
  });

  it('many plates are found at once as one by one', () => {
    const known = Array.from({ length: 9_000 }, (_, n) => `A${String((n * 7919) % 9_000).padStart(4, '0')}B`);
    const table = tableOf(...known);
    const requested = [...known.toReversed(), 'NOBODY1', '', 'à1', known[5] ?? ''];
    expect([...table.findAll(requested)]).toEqual(requested.map((plate) => table.find(plate)));
    expect(table.findAll(['NOBODY1', 'à1'])).toEqual(new Int32Array([-1, -1]));
  });
});
