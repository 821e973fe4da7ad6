import { characterForCode, CODE_BITS, characterCodeAt, codeForCharacter } from './plate-code.ts';
import { NONE, OrdinalTable, SEVERAL } from './ordinal-hash-table.ts';

/** Words per block, with 32 plates per word. Small enough that the data of one block stays in the processor's cache. */
export const BLOCK_WORDS = 128;
export const BLOCK_PLATES = BLOCK_WORDS * 32;

/** Plates of equal length. Slice `position * 6 + bit` holds that bit of every plate, one bit per plate. */
export interface PlateBlock {
  readonly length: number;
  readonly slices: Int32Array;
  /** Transits of each plate, and first and last seen in whole seconds since 1970, rounded down. */
  readonly counts: Uint32Array;
  /** Days on which each plate passed. */
  readonly days: Uint16Array;
  readonly firstSeen: Uint32Array;
  readonly lastSeen: Uint32Array;
  size: number;
}

/** Transits of one plate added (or removed, `n` below 0). Times are seconds since 1970. */
export interface PlateChange {
  readonly plate: string;
  readonly n: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
}

const NEVER = 0xffff_ffff;
/** Upper limit of plates per call of `findAll`. */
const MAX_LOOKUPS = 2 ** 26;
const COMMA = 44;

const HASH_START = 0x811c9dc5;
const mixHash = (hash: number, sign: number): number => Math.imul(hash ^ sign, 0x01000193);

function finishHash(mixed: number): number {
  const hash = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

function hashPlate(plate: string): number {
  let hash = HASH_START;
  for (let at = 0; at < plate.length; at += 1) hash = mixHash(hash, plate.charCodeAt(at));
  return finishHash(hash);
}

/**
 * Every plate of a plant once, bit-sliced (storage design, part 8). Plates of equal length share blocks, so that a
 * suffix is found as fast as a prefix. The ordinal of a plate is `block * BLOCK_PLATES + position` and never changes; a
 * plate whose transits are all deleted stays with count 0.
 */
export class PlateTable {
  readonly blocks: PlateBlock[] = [];
  private readonly openBlock = new Map<number, number>();
  private readonly ordinals: OrdinalTable;
  private blockBytes = 0;
  /** Plates with at least one transit, plates without any, and transits of all plates. */
  plates = 0;
  emptied = 0;
  transits = 0;
  /** Instant of the newest transit ever added, in milliseconds, rounded down to the second. */
  newestMs = 0;

  constructor(expected: number) {
    this.ordinals = new OrdinalTable(expected);
  }

  get bytes(): number {
    return this.blockBytes + this.ordinals.bytes;
  }

  block(ordinal: number): PlateBlock {
    const found = this.blocks[Math.floor(ordinal / BLOCK_PLATES)];
    if (found === undefined) throw new RangeError('no such plate');
    return found;
  }

  /** Ordinal of a plate; -1 when it was never seen. */
  find(plate: string): number {
    return this.ordinals.find(hashPlate(plate), (ordinal) => this.matchesText(ordinal, plate));
  }

  /**
   * Ordinals of many plates, in their order; -1 when never seen. Plates with the right hash are compared in the order
   * of their ordinals: neighbours share memory, while one by one each comparison would wait for a cache miss.
   */
  findAll(plates: readonly string[]): Int32Array {
    const found = new Int32Array(plates.length);
    const order = new Float64Array(plates.length);
    for (const [at, plate] of plates.entries()) {
      const ordinal = this.findByHash(hashPlate(plate));
      found[at] = ordinal;
      order[at] = ordinal * MAX_LOOKUPS + at;
    }
    order.sort();
    for (const one of order) {
      const at = one < 0 ? -1 : one % MAX_LOOKUPS;
      const plate = plates[at];
      if (plate !== undefined && !this.matchesText(found[at] ?? 0, plate)) found[at] = this.find(plate);
    }
    return found;
  }

  /**
   * Ordinals of plates that are joined by commas, as the database returns them. Those that the table does not have are
   * left out. A plate is recognised by its hash where no other plate has the same, because comparing its characters
   * costs as much as all the rest.
   */
  findJoined(joined: string): Uint32Array {
    const found = new Uint32Array(joined.length);
    let count = 0;
    for (let from = 0; from < joined.length;) {
      let [hash, invalid, at] = [HASH_START, 0, from];
      for (let sign = joined.charCodeAt(at); at < joined.length && sign !== COMMA; sign = joined.charCodeAt(++at)) {
        hash = mixHash(hash, sign);
        invalid |= codeForCharacter(sign) >>> CODE_BITS;
      }
      const only = invalid === 0 ? this.ordinals.findOnly(finishHash(hash)) : NONE;
      const ordinal = only === SEVERAL ? this.find(joined.slice(from, at)) : only;
      if (ordinal >= 0) found[count++] = ordinal;
      from = at + 1;
    }
    return found.slice(0, count);
  }

  /** The first plate with a hash; -1 when there is none. */
  private findByHash(hash: number): number {
    return this.ordinals.find(hash, () => true);
  }

  /** Adds a plate that is not in the table yet, or changes its counts. Returns the ordinal. */
  change(change: PlateChange): number {
    const found = this.find(change.plate);
    const ordinal = found < 0 ? this.add(change.plate) : found;
    const block = this.block(ordinal);
    const at = ordinal % BLOCK_PLATES;
    const before = block.counts[at] ?? 0;
    const after = Math.max(0, before + change.n);
    block.counts[at] = after;
    this.transits += after - before;
    this.plates += Number(after > 0) - Number(before > 0);
    this.emptied += Number(after === 0) - Number(before === 0);
    block.firstSeen[at] = after === 0 ? NEVER : Math.min(block.firstSeen[at] ?? NEVER, change.firstSeen);
    block.lastSeen[at] = after === 0 ? 0 : Math.max(block.lastSeen[at] ?? 0, change.lastSeen);
    this.newestMs = Math.max(this.newestMs, change.lastSeen * 1000);
    return ordinal;
  }

  /** Adds (or removes, -1) a day on which a plate passed. */
  changeDays(ordinal: number, by: number): void {
    const { days } = this.block(ordinal);
    const at = ordinal % BLOCK_PLATES;
    days[at] = (days[at] ?? 0) + by;
  }

  /** The text of a plate, rebuilt from the slices. */
  getText(ordinal: number): string {
    const { slices, length } = this.block(ordinal);
    const [word, bit] = [(ordinal % BLOCK_PLATES) >>> 5, ordinal & 31];
    let text = '';
    for (let position = 0; position < length; position += 1)
      text += characterForCode(readCode(slices, position, word, bit));
    return text;
  }

  /** Compares without early exit: the bits are far apart in memory, so that the processor can load them in parallel. */
  private matchesText(ordinal: number, plate: string): boolean {
    const { length, slices } = this.block(ordinal);
    if (length !== plate.length) return false;
    const bit = ordinal & 31;
    let slice = (ordinal % BLOCK_PLATES) >>> 5;
    let wrong = 0;
    for (let at = 0; at < length; at += 1) {
      const code = characterCodeAt(plate, at);
      // Sets a wrong bit for a character that is valid in no plate (code 255).
      wrong |= code >>> CODE_BITS;
      for (let k = 0; k < CODE_BITS; k += 1) {
        wrong |= ((slices[slice] ?? 0) >>> bit) ^ (code >>> k);
        slice += BLOCK_WORDS;
      }
    }
    return (wrong & 1) === 0;
  }

  /** Adds a plate without transits. */
  private add(plate: string): number {
    const number = this.getOpenBlock(plate.length);
    const block = this.block(number * BLOCK_PLATES);
    const at = block.size;
    block.size += 1;
    for (let position = 0; position < plate.length; position += 1) {
      const code = characterCodeAt(plate, position);
      for (let bit = 0; bit < CODE_BITS; bit += 1) {
        if (((code >> bit) & 1) === 0) continue;
        const word = (position * CODE_BITS + bit) * BLOCK_WORDS + (at >>> 5);
        block.slices[word] = (block.slices[word] ?? 0) | (1 << (at & 31));
      }
    }
    block.firstSeen[at] = NEVER;
    const ordinal = number * BLOCK_PLATES + at;
    this.ordinals.add(hashPlate(plate), ordinal);
    this.emptied += 1;
    return ordinal;
  }

  private getOpenBlock(length: number): number {
    const open = this.openBlock.get(length);
    if (open !== undefined && (this.blocks[open]?.size ?? BLOCK_PLATES) < BLOCK_PLATES) return open;
    const block: PlateBlock = {
      length,
      slices: new Int32Array(length * CODE_BITS * BLOCK_WORDS),
      counts: new Uint32Array(BLOCK_PLATES),
      days: new Uint16Array(BLOCK_PLATES),
      firstSeen: new Uint32Array(BLOCK_PLATES),
      lastSeen: new Uint32Array(BLOCK_PLATES),
      size: 0,
    };
    this.blockBytes += block.slices.byteLength + 14 * BLOCK_PLATES;
    this.blocks.push(block);
    this.openBlock.set(length, this.blocks.length - 1);
    return this.blocks.length - 1;
  }
}

function readCode(slices: Int32Array, position: number, word: number, bit: number): number {
  let code = 0;
  for (let k = 0; k < CODE_BITS; k += 1)
    code |= (((slices[(position * CODE_BITS + k) * BLOCK_WORDS + word] ?? 0) >>> bit) & 1) << k;
  return code;
}
