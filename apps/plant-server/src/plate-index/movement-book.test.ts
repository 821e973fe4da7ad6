import { describe, expect, it } from 'vitest';
import { KeptDay } from './movement-book.ts';
import { MovementSums } from './movement-sums.ts';
import { PlateTable } from './plate-table.ts';

function tableOf(...plates: readonly string[]): PlateTable {
  const table = new PlateTable(10);
  for (const plate of plates) table.change({ plate, n: 1, firstSeen: 1, lastSeen: 1 });
  return table;
}

describe('a day of movements in memory', () => {
  it('keeps numbers that are too big for a byte, and whether there was a jump', () => {
    const table = tableOf('AA001AA', 'BB002BB', 'CC003CC');
    const day = new KeptDay('v', 'AA001AA 254 255 256 1267 0,BB002BB 0 0 0 9 1,CC003CC 255 1 0 2 0', table);
    const numbers = (at: number) => [day.night(at), day.loops(at), day.nightLoops(at), day.gates(at), day.jumps(at)];
    expect([0, 1, 2].map(numbers)).toEqual([
      [254, 255, 256, 1267, false],
      [0, 0, 0, 9, true],
      [255, 1, 0, 2, false],
    ]);
    expect([...day.ids].map((id) => table.textOf(id))).toEqual(['AA001AA', 'BB002BB', 'CC003CC']);
    expect(day.isWhole).toBe(true);
  });

  it('leaves out a plate the index has not met yet, and says that it is not whole', () => {
    const table = tableOf('AA001AA');
    const rows = 'AA001AA 1 0 0 1 0,BB002BB 2 0 0 1 0';
    const early = new KeptDay('v', rows, table);
    expect([early.isWhole, early.ids.length]).toEqual([false, 1]);
    table.change({ plate: 'BB002BB', n: 1, firstSeen: 1, lastSeen: 1 });
    const later = new KeptDay('v', rows, table);
    expect([later.isWhole, later.ids.length, later.bytes]).toEqual([true, 2, 18]);
  });

  it('days add up: nights and rounds at night as a sum, rounds and gates of the day with most', () => {
    const table = tableOf('AA001AA', 'BB002BB', 'CC003CC');
    const id = (plate: string): number => table.find(plate);
    const sums = new MovementSums(4096);
    sums.addDay(new KeptDay('1', 'AA001AA 2 3 1 4 0,BB002BB 0 1 0 9 1', table));
    sums.addDay(new KeptDay('2', 'AA001AA 0 1 0 6 0', table));
    sums.add(id('AA001AA'), { night: 5, loops: 2, nightLoops: 2, gates: 1 });
    expect(sums.of(id('AA001AA'))).toEqual([7, 2, 3, 3, 6]);
    expect(sums.of(id('BB002BB'))).toEqual([0, 0, 1, 0, 9]);
    expect(sums.of(id('CC003CC'))).toEqual([0, 0, 0, 0, 0]);
    sums.startOver([id('BB002BB')]);
    sums.addDay(new KeptDay('3', 'AA001AA 2 3 1 4 0,BB002BB 0 2 0 3 1', table));
    expect([...sums.taken()]).toEqual([0, 0, 2, 0, 3]);
  });

  it('many plates are found at once as one by one', () => {
    const known = Array.from({ length: 9_000 }, (_, n) => `A${String((n * 7919) % 9_000).padStart(4, '0')}B`);
    const table = tableOf(...known);
    const asked = [...known.toReversed(), 'NOBODY1', '', 'à1', known[5] ?? ''];
    expect([...table.findAll(asked)]).toEqual(asked.map((plate) => table.find(plate)));
    expect(table.findAll(['NOBODY1', 'à1'])).toEqual(new Int32Array([-1, -1]));
  });
});
