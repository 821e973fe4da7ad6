import { expectThat } from './not-spoken.ts';

/**
 * Spare bytes after the data of a segment: longer than any block, so that a block that overruns is read to its end
 * and detected then.
 */
const MARGIN = 512;

/**
 * Buffer reused for the next picture: allocating a large one costs more than filling it. Never used across an await.
 */
class Scratch {
  bytes = new Uint8Array(0);
  view = new DataView(this.bytes.buffer);

  /** Makes room for so many bytes; the first `kept` are preserved. */
  grow(length: number, kept: number): void {
    if (length <= this.bytes.length) return;
    const larger = new Uint8Array(length + (length >>> 1));
    larger.set(this.bytes.subarray(0, kept));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
const reading = new Scratch();
const writing = new Scratch();

/**
 * Reads the coded data of a picture, one segment between restart markers at a time, without the bytes stuffed after
 * FF. Only one instance may be in use.
 */
export class CodedSource {
  /** Number of bits in this segment. */
  end = 0;
  /** The marker after this segment. */
  marker = 0;
  readonly view: DataView;
  private readonly bytes: Uint8Array;
  private at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
    reading.grow(bytes.length - at + MARGIN, 0);
    this.view = reading.view;
  }

  /** Moves to the next segment. Throws `UnsupportedJpegError` when the data end without a marker. */
  next(): void {
    const { bytes } = this;
    const plain = reading.bytes;
    let [from, to] = [this.at, 0];
    for (;;) {
      const found = bytes.indexOf(0xff, from);
      expectThat(found !== -1, 'cut');
      const isStuffed = bytes[found + 1] === 0;
      // An FF that is data is included.
      const until = isStuffed ? found + 1 : found;
      plain.set(bytes.subarray(from, until), to);
      to += until - from;
      from = found + 2;
      if (!isStuffed) break;
    }
    from -= 1;
    while (bytes[from] === 0xff) from += 1;
    expectThat(from < bytes.length, 'cut');
    plain.fill(0xff, to, to + MARGIN);
    this.marker = bytes[from] as number;
    this.at = from + 1;
    this.end = to * 8;
  }
}

/** Writes coded data: bits, zero bytes stuffed after FF, and markers. Only one instance may be in use. */
export class CodedSink {
  private bytes = writing.bytes;
  private view = writing.view;
  private at = 0;
  private held = 0;
  /** Free bits in `held`. */
  private free = 32;

  /** Makes room for so many bits; called once per block. */
  reserve(bits: number): void {
    // Each byte may need a stuffed one.
    const wanted = this.at + (bits >>> 2) + 16;
    if (wanted <= this.bytes.length) return;
    writing.grow(wanted, this.at);
    this.bytes = writing.bytes;
    this.view = writing.view;
  }

  /** @param value only the lowest `count` bits may be set @param count 0 to 31 */
  put(value: number, count: number): void {
    const left = this.free - count;
    if (left >= 0) {
      this.held = (this.held << count) | value;
      this.free = left;
      return;
    }
    // Here `count` is greater than `free`, so neither shift reaches 32.
    this.flush((this.held << this.free) | (value >>> -left));
    this.held = value;
    this.free = left + 32;
  }

  /** Copies bits of a segment unchanged. */
  copy(view: DataView, from: number, to: number): void {
    this.reserve(to - from);
    let at = from;
    for (; at + 24 <= to; at += 24) this.put((view.getInt32(at >>> 3) << (at & 7)) >>> 8, 24);
    const rest = to - at;
    if (rest > 0) this.put((view.getInt32(at >>> 3) << (at & 7)) >>> (32 - rest), rest);
  }

  /** Ends a segment: one bits up to the next byte, then a marker. */
  end(marker: number): void {
    this.reserve(64);
    const rest = this.free & 7;
    this.put((1 << rest) - 1, rest);
    for (let shift = 24 - this.free; shift >= 0; shift -= 8) this.stuffed((this.held >>> shift) & 255);
    this.free = 32;
    this.bytes[this.at] = 0xff;
    this.bytes[this.at + 1] = marker;
    this.at += 2;
  }

  /** The written bytes after a file header. */
  bytesAfter(head: Uint8Array): Buffer {
    return Buffer.concat([head, this.bytes.subarray(0, this.at)]);
  }

  private flush(word: number): void {
    if ((word & 0x80808080 & ~(word + 0x01010101)) === 0) {
      this.view.setInt32(this.at, word);
      this.at += 4;
      return;
    }
    for (let shift = 24; shift >= 0; shift -= 8) this.stuffed((word >>> shift) & 255);
  }

  private stuffed(byte: number): void {
    this.bytes[this.at] = byte;
    this.at += 1;
    if (byte !== 0xff) return;
    this.bytes[this.at] = 0;
    this.at += 1;
  }
}
