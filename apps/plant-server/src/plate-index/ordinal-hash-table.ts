/** Result of `findOnly`: no ordinal has the hash, or several have it. */
export const NONE = -1;
export const SEVERAL = -2;

/**
 * Hash table from a hash to ordinals (open addressing, no deletion). Hash and ordinal are neighbours, so that a lookup
 * waits for memory once.
 */
export class OrdinalTable {
  /** Pairs of hash and `ordinal + 1`, which is negative where several ordinals have the hash; 0: free. */
  private slots: Int32Array;
  private used = 0;

  constructor(expected: number) {
    this.slots = new Int32Array(2 * 2 ** Math.max(10, Math.ceil(Math.log2(expected * 1.5))));
  }

  get bytes(): number {
    return this.slots.byteLength;
  }

  /** The stored ordinal with this hash that `isIt` accepts; `NONE` when there is none. */
  find(hash: number, isIt: (ordinal: number) => boolean): number {
    const { slots } = this;
    const mask = slots.length / 2 - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const stored = slots[2 * at + 1] ?? 0;
      if (stored === 0) return NONE;
      if (slots[2 * at] === hash && isIt(Math.abs(stored) - 1)) return Math.abs(stored) - 1;
    }
  }

  /** The only ordinal with this hash; `NONE` or `SEVERAL` when it is not one. */
  findOnly(hash: number): number {
    const { slots } = this;
    const mask = slots.length / 2 - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const stored = slots[2 * at + 1] ?? 0;
      if (stored === 0) return NONE;
      if (slots[2 * at] === hash) return stored < 0 ? SEVERAL : stored - 1;
    }
  }

  /** Adds an ordinal that is not in the table yet. */
  add(hash: number, ordinal: number): void {
    if ((this.used + 1) * 4 > (this.slots.length / 2) * 3) this.grow();
    this.put(hash, ordinal + 1);
    this.used += 1;
  }

  private put(hash: number, stored: number): void {
    const { slots } = this;
    const mask = slots.length / 2 - 1;
    let at = hash & mask;
    let isShared = stored < 0;
    // All ordinals with one hash follow each other up to the free slot.
    for (; slots[2 * at + 1] !== 0; at = (at + 1) & mask) {
      if (slots[2 * at] !== hash) continue;
      isShared = true;
      slots[2 * at + 1] = -Math.abs(slots[2 * at + 1] ?? 0);
    }
    slots[2 * at] = hash;
    slots[2 * at + 1] = isShared ? -Math.abs(stored) : stored;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Int32Array(before.length * 2);
    for (let at = 0; at < before.length; at += 2) {
      const stored = before[at + 1] ?? 0;
      if (stored !== 0) this.put(before[at] ?? 0, stored);
    }
  }
}
