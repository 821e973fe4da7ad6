import { ByteBuffer } from './byte-buffer.ts';
import { createJsonEnd, createXmlEnd, type DocumentEnd } from './document-end.ts';

const [STX, ETX, LF] = [0x02, 0x03, 0x0a];

/** A frame is longer than allowed: the connection cannot be followed any further. */
export class FrameTooLong extends Error {
  override readonly name = 'FrameTooLong';
}

/** The end of a frame by its first byte: an XML or JSON document, a text between STX and ETX, or a line. */
function findEnding(first: number): DocumentEnd {
  if (first === 0x3c) return createXmlEnd();
  if (first === 0x7b || first === 0x5b) return createJsonEnd();
  const last = first === STX ? ETX : LF;
  let from = 0;
  return {
    find(bytes) {
      const at = bytes.indexOf(last, from);
      from = bytes.length;
      return at < 0 ? null : at + 1;
    },
  };
}

/** Blanks, line ends and NUL between frames. */
const isFiller = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LF || byte === 0x00;

/**
 * Splits what a camera sends on a raw connection into messages. Once a frame began with STX, bytes between ETX and the next
 * STX (a checksum) are dropped.
 */
export class FrameSplitter {
  private readonly maxBytes: number;
  private readonly buffer = new ByteBuffer();
  private ending: DocumentEnd | null = null;
  private isStxFramed = false;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Bytes of a frame that has not ended yet. */
  get pending(): number {
    return this.buffer.length;
  }

  /**
   * Returns the frames that end in this piece.
   * @throws FrameTooLong
   */
  push(piece: Uint8Array): readonly Uint8Array[] {
    const frames: Uint8Array[] = [];
    this.buffer.append(piece);
    for (;;) {
      if (this.ending === null) this.skipToStart();
      const [first] = this.buffer.view;
      if (first === undefined) return frames;
      this.isStxFramed ||= first === STX;
      this.ending ??= findEnding(first);
      const end = this.ending.find(this.buffer.view);
      if ((end ?? this.buffer.length) > this.maxBytes) throw new FrameTooLong();
      if (end === null) return frames;
      frames.push(this.buffer.take(end));
      this.ending = null;
    }
  }

  /** The text of a line that was sent without its end; null: there is none, or a document is not complete. */
  flushLine(): Uint8Array | null {
    const [first] = this.buffer.view;
    if (first === undefined || first === STX || first === 0x3c || first === 0x7b || first === 0x5b) return null;
    this.ending = null;
    return this.buffer.take(this.buffer.length);
  }

  private skipToStart(): void {
    const { view } = this.buffer;
    const start = this.isStxFramed ? view.indexOf(STX) : view.findIndex((byte) => !isFiller(byte));
    this.buffer.take(start < 0 ? view.length : start);
  }
}
