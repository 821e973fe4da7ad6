const [PAIRS, FOURS, BYTES] = [0x5555_5555, 0x3333_3333, 0x0f0f_0f0f] as const;

/** Number of bits set in a 32-bit word. */
function countSetBits(word: number): number {
  const twos = word - ((word >>> 1) & PAIRS);
  const fours = (twos & FOURS) + ((twos >>> 2) & FOURS);
  return Math.imul((fours + (fours >>> 4)) & BYTES, 0x0101_0101) >>> 24;
}

/**
 * A subset of the plates of a table that gives each plate a dense rank, in the order of ordinals. Stores one bit per
 * plate of the table and one number per 32 plates. Data of the subset can then be stored in small arrays, and finding a
 * rank stays in the processor's cache.
 */
export class RankedPlates {
  /** Number of plates in the subset. */
  readonly size: number;
  private readonly bits: Int32Array;
  /** Number of plates in the words before each word. */
  private readonly rankBeforeWord: Int32Array;

  /**
   * @param tableSize all ordinals are below it
   * @param lists ordinals in any order, duplicates allowed
   */
  constructor(tableSize: number, lists: readonly Uint32Array[]) {
    this.bits = new Int32Array((tableSize + 31) >>> 5);
    this.rankBeforeWord = new Int32Array(this.bits.length);
    const { bits, rankBeforeWord } = this;
    for (const list of lists)
      for (let at = 0; at < list.length; at += 1) {
        const id = list[at] ?? 0;
        bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31));
      }
    let size = 0;
    for (let word = 0; word < bits.length; word += 1) {
      rankBeforeWord[word] = size;
      size += countSetBits(bits[word] ?? 0);
    }
    this.size = size;
  }

  /** Rank of a plate in the subset; -1 when it is not in it. */
  getRank(id: number): number {
    const word = id >>> 5;
    const bits = this.bits[word] ?? 0;
    if (((bits >>> (id & 31)) & 1) === 0) return -1;
    return (this.rankBeforeWord[word] ?? 0) + countSetBits(bits & ((1 << (id & 31)) - 1));
  }

  /** The ordinals, by rank. */
  listOrdinals(): Uint32Array {
    const ids = new Uint32Array(this.size);
    let rank = 0;
    for (let word = 0; word < this.bits.length; word += 1)
      for (let rest = this.bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
        ids[rank] = word * 32 + 31 - Math.clz32(rest & -rest);
        rank += 1;
      }
    return ids;
  }
}
