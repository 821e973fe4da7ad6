const [PAIRS, FOURS, BYTES] = [0x5555_5555, 0x3333_3333, 0x0f0f_0f0f] as const;

/** Ones among the 32 bits of a word. */
function onesOf(word: number): number {
  const twos = word - ((word >>> 1) & PAIRS);
  const fours = (twos & FOURS) + ((twos >>> 2) & FOURS);
  return Math.imul((fours + (fours >>> 4)) & BYTES, 0x0101_0101) >>> 24;
}

/**
 * Some plates of a table, each with its place among them in the order of their numbers: a bit for each plate of the table and a number for every 32.
 * What is kept of these plates then lies together, and finding a place stays in the processor's cache, as a place for every plate of the table would not.
 */
export class RankedPlates {
  /** How many they are. */
  readonly size: number;
  private readonly bits: Int32Array;
  /** Plates in the words before. */
  private readonly before: Int32Array;

  /** `tableSize`: numbers lie below it. `lists`: their numbers, in any order, as often as they come. */
  constructor(tableSize: number, lists: readonly Uint32Array[]) {
    this.bits = new Int32Array((tableSize + 31) >>> 5);
    this.before = new Int32Array(this.bits.length);
    const { bits, before } = this;
    for (const list of lists)
      for (let at = 0; at < list.length; at += 1) {
        const id = list[at] ?? 0;
        bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31));
      }
    let size = 0;
    for (let word = 0; word < bits.length; word += 1) {
      before[word] = size;
      size += onesOf(bits[word] ?? 0);
    }
    this.size = size;
  }

  /** Place of a plate among them; -1: it is none of them. */
  placeOf(id: number): number {
    const word = id >>> 5;
    const bits = this.bits[word] ?? 0;
    if (((bits >>> (id & 31)) & 1) === 0) return -1;
    return (this.before[word] ?? 0) + onesOf(bits & ((1 << (id & 31)) - 1));
  }

  /** Their numbers, by place. */
  ids(): Uint32Array {
    const ids = new Uint32Array(this.size);
    let place = 0;
    for (let word = 0; word < this.bits.length; word += 1)
      for (let rest = this.bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
        ids[place] = word * 32 + 31 - Math.clz32(rest & -rest);
        place += 1;
      }
    return ids;
  }
}
