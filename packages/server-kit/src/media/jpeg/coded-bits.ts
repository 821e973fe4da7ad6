import { expectThat } from './not-spoken.ts';

/** Bytes kept after the data of a stretch: no block is longer, so one that runs over is read to its end and found then. */
const MARGIN = 512;

/** Kept for the next picture: a large buffer for each of them costs more than filling it. Nobody waits between two uses. */
class Scratch {
  bytes = new Uint8Array(0);
  view = new DataView(this.bytes.buffer);

  /** Makes sure of so many bytes; what was in the first `kept` stays. */
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

/** The coded data of a picture, stretch by stretch between restart markers, without what is stuffed in after each FF. One at a time. */
export class CodedSource {
  /** Bits of this stretch. */
  end = 0;
  /** The marker after this stretch. */
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

  /** Goes on to the next stretch. Not spoken when the data end without a marker. */
  next(): void {
    const { bytes } = this;
    const plain = reading.bytes;
    let [from, to] = [this.at, 0];
    for (;;) {
      const found = bytes.indexOf(0xff, from);
      expectThat(found !== -1, 'cut');
      const isStuffed = bytes[found + 1] === 0;
      // The FF too where it is one of the data.
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

/** Writes coded data: bits, zeros stuffed in after each FF, and markers. One at a time. */
export class CodedSink {
  private bytes = writing.bytes;
  private view = writing.view;
  private at = 0;
  private held = 0;
  /** Bits that `held` still takes. */
  private free = 32;

  /** Makes sure of room for so many bits; once for each block. */
  reserve(bits: number): void {
    // Each byte may need another one stuffed in.
    const wanted = this.at + (bits >>> 2) + 16;
    if (wanted <= this.bytes.length) return;
    writing.grow(wanted, this.at);
    this.bytes = writing.bytes;
    this.view = writing.view;
  }

  /** @param value no bits set but the lowest `count` @param count 0 to 31 */
  put(value: number, count: number): void {
    const left = this.free - count;
    if (left >= 0) {
      this.held = (this.held << count) | value;
      this.free = left;
      return;
    }
    // Here `count` is more than `free`, so neither shift reaches 32.
    this.flush((this.held << this.free) | (value >>> -left));
    this.held = value;
    this.free = left + 32;
  }

  /** Copies bits of a stretch as they are. */
  copy(view: DataView, from: number, to: number): void {
    this.reserve(to - from);
    let at = from;
    for (; at + 24 <= to; at += 24) this.put((view.getInt32(at >>> 3) << (at & 7)) >>> 8, 24);
    const rest = to - at;
    if (rest > 0) this.put((view.getInt32(at >>> 3) << (at & 7)) >>> (32 - rest), rest);
  }

  /** Ends a stretch: ones up to the next byte, then a marker. */
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

  /** What was written, in front of it a head. */
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
