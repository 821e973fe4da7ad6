import { ByteBuffer } from './byte-buffer.ts';
import { FrameTooLong } from './frame-splitter.ts';

const [CR, LF, DASH] = [0x0d, 0x0a, 0x2d];
const MAX_HEAD_BYTES = 8_192;

/** A part of a stream that never ends. */
export interface StreamPart {
  /** Header lines as sent, without the empty line. */
  readonly head: string;
  readonly bytes: Uint8Array;
}

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** Length that a header states; null: the part ends at the next boundary. */
function readLength(head: string): number | null {
  const stated = /^content-length:\s*(\d{1,9})\s*$/im.exec(head)?.[1];
  return stated === undefined ? null : Number(stated);
}

/**
 * Splits a multipart response that a camera keeps open, of whatever subtype. A part ends after the length that it states,
 * else before the next line that begins with its boundary.
 */
export class PartSplitter {
  private readonly maxBytes: number;
  private readonly buffer = new ByteBuffer();
  /** Line that begins each part; empty: the first line of the stream with two dashes says it. */
  private boundary: string;
  private head: string | null = null;
  private searched = 0;

  /** @param boundary as declared by the content type; null: none */
  constructor(boundary: string | null, maxBytes: number) {
    this.maxBytes = maxBytes;
    this.boundary = boundary === null ? '' : boundary.startsWith('--') ? boundary : `--${boundary}`;
  }

  /**
   * Returns the parts that end in this piece.
   * @throws FrameTooLong
   */
  push(piece: Uint8Array): readonly StreamPart[] {
    const parts: StreamPart[] = [];
    this.buffer.append(piece);
    for (;;) {
      if (this.head === null && !this.readHead()) return parts;
      const bytes = this.readBody();
      if (bytes === null) return parts;
      parts.push({ head: this.head ?? '', bytes });
      this.head = null;
      this.searched = 0;
    }
  }

  /** Reads boundary and header lines; false: they are not complete. */
  private readHead(): boolean {
    for (;;) {
      const { view } = this.buffer;
      const end = view.indexOf(LF, this.searched);
      this.searched = view.length;
      if (end < 0) {
        if (view.length > MAX_HEAD_BYTES) throw new FrameTooLong();
        return false;
      }
      this.searched = 0;
      const line = textOf(view.subarray(0, Math.min(end, 300))).trimEnd();
      if (this.boundary === '' && /^--[^\s]{1,200}$/.test(line)) this.boundary = line;
      const isBoundary = this.boundary !== '' && line === this.boundary;
      if (!isBoundary) {
        this.buffer.take(end + 1);
        continue;
      }
      const head = findHeadEnd(view, end + 1);
      if (head === null) {
        if (view.length - end > MAX_HEAD_BYTES) throw new FrameTooLong();
        return false;
      }
      this.head = textOf(view.subarray(end + 1, head.to));
      this.buffer.take(head.next);
      return true;
    }
  }

  /** The bytes of the part whose header was read; null: they are not complete. */
  private readBody(): Uint8Array | null {
    const length = readLength(this.head ?? '');
    if ((length ?? 0) > this.maxBytes) throw new FrameTooLong();
    const { view } = this.buffer;
    if (length !== null) return view.length < length ? null : this.buffer.take(length);
    const at = findBoundary(view, this.boundary, this.searched);
    this.searched = Math.max(0, view.length - this.boundary.length - 2);
    if (at === null) {
      if (view.length > this.maxBytes + this.boundary.length) throw new FrameTooLong();
      return null;
    }
    const lineEnd = view[at - 1] === LF ? (view[at - 2] === CR ? 2 : 1) : 0;
    return this.buffer.take(at).subarray(0, at - lineEnd);
  }
}

/** The empty line after the header; null: it has not arrived. */
function findHeadEnd(view: Uint8Array, from: number): { readonly to: number; readonly next: number } | null {
  let lineStart = from;
  for (let end = view.indexOf(LF, from); end >= 0; end = view.indexOf(LF, end + 1)) {
    if (end === lineStart || (end === lineStart + 1 && view[lineStart] === CR)) return { to: lineStart, next: end + 1 };
    lineStart = end + 1;
  }
  return null;
}

/** Where a line begins with the boundary; null: nowhere. */
function findBoundary(view: Uint8Array, boundary: string, from: number): number | null {
  for (let at = view.indexOf(DASH, from); at >= 0; at = view.indexOf(DASH, at + 1)) {
    if (at > 0 && view[at - 1] !== LF) continue;
    if (at + boundary.length > view.length) return null;
    if (textOf(view.subarray(at, at + boundary.length)) === boundary) return at;
  }
  return null;
}
