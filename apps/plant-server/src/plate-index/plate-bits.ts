import { BLOCK_PLATES, BLOCK_WORDS, type PlateTable } from './plate-table.ts';

/** A set of plates: one bit per ordinal of the plate table. Bits of plates without transits are undefined. */
export class PlateBits {
  /** Bit `ordinal & 31` of word `ordinal >>> 5`. */
  bits = new Int32Array(0);

  get bytes(): number {
    return this.bits.byteLength;
  }

  has(ordinal: number): boolean {
    return (((this.bits[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 1;
  }

  add(ordinal: number): void {
    this.bits[ordinal >>> 5] = (this.bits[ordinal >>> 5] ?? 0) | (1 << (ordinal & 31));
  }

  /** Number of plates in the set, also without transits. */
  count(): number {
    let count = 0;
    for (const word of this.bits) count += countOnes(word);
    return count;
  }

  /** Number of plates of the set that have transits, and of all their transits. */
  sum(table: PlateTable): { readonly plates: number; readonly transits: number } {
    let [plates, transits] = [0, 0];
    for (const [number, { counts }] of table.blocks.entries())
      for (let w = 0; w < BLOCK_WORDS; w += 1) {
        let rest = this.bits[number * BLOCK_WORDS + w] ?? 0;
        while (rest !== 0) {
          const n = counts[(w << 5) + 31 - Math.clz32(rest & -rest)] ?? 0;
          rest &= rest - 1;
          plates += Number(n > 0);
          transits += n;
        }
      }
    return { plates, transits };
  }

  /** Calls `visit` for every plate of the set that has transits, with their number. */
  forEach(table: PlateTable, visit: (ordinal: number, n: number) => void): void {
    const { bits } = this;
    for (const [number, { counts }] of table.blocks.entries()) {
      for (let w = 0; w < BLOCK_WORDS; w += 1) {
        let rest = bits[number * BLOCK_WORDS + w] ?? 0;
        while (rest !== 0) {
          const position = (w << 5) + 31 - Math.clz32(rest & -rest);
          rest &= rest - 1;
          const n = counts[position] ?? 0;
          if (n > 0) visit(number * BLOCK_PLATES + position, n);
        }
      }
    }
  }

  /** Makes room for the plates of this many blocks. */
  protected reserve(blocks: number): void {
    if (this.bits.length >= blocks * BLOCK_WORDS) return;
    const grown = new Int32Array((blocks + 16) * BLOCK_WORDS);
    grown.set(this.bits);
    this.bits = grown;
  }
}

/** Number of bits that are 1 in a 32-bit number. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
