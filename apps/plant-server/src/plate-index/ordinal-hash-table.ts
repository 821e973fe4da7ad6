/** Hash table from a hash to ordinals (open addressing, no deletion). The caller compares the actual keys. */
export class OrdinalTable {
  private slots: Int32Array;
  private used = 0;
  private readonly hashOf: (ordinal: number) => number;

  /** @param hashOf hash of a stored ordinal, used when the table grows */
  constructor(expected: number, hashOf: (ordinal: number) => number) {
    this.slots = new Int32Array(2 ** Math.max(10, Math.ceil(Math.log2(expected * 1.5))));
    this.hashOf = hashOf;
  }

  get bytes(): number {
    return this.slots.byteLength;
  }

  /** The stored ordinal that `isIt` accepts; -1 when there is none. */
  find(hash: number, isIt: (ordinal: number) => boolean): number {
    const mask = this.slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const stored = this.slots[at] ?? 0;
      if (stored === 0) return -1;
      if (isIt(stored - 1)) return stored - 1;
    }
  }

  /** Adds an ordinal that is not in the table yet. */
  add(hash: number, ordinal: number): void {
    if ((this.used + 1) * 4 > this.slots.length * 3) this.grow();
    this.put(hash, ordinal);
    this.used += 1;
  }

  private put(hash: number, ordinal: number): void {
    const mask = this.slots.length - 1;
    let at = hash & mask;
    while (this.slots[at] !== 0) at = (at + 1) & mask;
    this.slots[at] = ordinal + 1;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Int32Array(before.length * 2);
    for (const stored of before) if (stored !== 0) this.put(this.hashOf(stored - 1), stored - 1);
  }
}
