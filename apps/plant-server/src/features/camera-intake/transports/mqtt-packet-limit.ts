import { randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { TransportError } from './keep-connected.ts';

/** Bytes of the length of a packet: seven bits each, at most four (MQTT 3.1.1, 2.2.3). */
const MAX_LENGTH_BYTES = 4;
/** Type of the packets that carry messages, in the upper half of their first byte. */
const PUBLISH = 3;
/** Bytes of a message that is too long which are passed on, for whoever looks why it was refused. */
const START_BYTES = 64 * 1024;
const MARK_BYTES = 16;

/** A message whose packet was too long. */
export interface CutMessage {
  /** As announced. */
  readonly bytes: number;
  readonly start: Uint8Array;
}

/**
 * Bounds what the packets of one connection hold in memory. A message of a longer packet is passed on as its beginning behind a mark
 * that nobody else knows, so that the client acknowledges it like any other: a broker repeats without an end what is not acknowledged.
 */
export class PacketLimit {
  private readonly mark = randomBytes(MARK_BYTES);
  private readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Passes what a broker sends; ends the connection at a longer packet that is no message. */
  createStream(): Transform {
    const reader = new PacketReader(this.maxBytes, this.mark);
    return new Transform({
      transform(piece: Buffer, _encoding, done: TransformCallback) {
        try {
          for (const bytes of reader.read(piece)) this.push(bytes);
        } catch (error) {
          return done(error instanceof Error ? error : new Error(String(error)));
        }
        return done();
      },
    });
  }

  /** What is behind the mark of a message; null: it came as it was sent. */
  readCut(payload: Buffer): CutMessage | null {
    if (!payload.subarray(0, MARK_BYTES).equals(this.mark)) return null;
    return { bytes: payload.readUInt32BE(MARK_BYTES), start: payload.subarray(MARK_BYTES + 4) };
  }
}

/** Reads packets from pieces of any size. */
class PacketReader {
  private readonly maxBytes: number;
  private readonly mark: Buffer;
  /** First byte and length of the packet that begins; empty within one. */
  private head: number[] = [];
  private left = 0;
  /** The beginning of a packet that is cut; null: the packet is passed as it is. */
  private cut: { readonly first: number; readonly length: number; readonly pieces: Buffer[]; bytes: number } | null =
    null;

  constructor(maxBytes: number, mark: Buffer) {
    this.maxBytes = maxBytes;
    this.mark = mark;
  }

  /** What of a piece goes on. Throws `message_too_long`. */
  *read(piece: Buffer): Generator<Uint8Array> {
    for (let at = 0; at < piece.length;) {
      if (this.left === 0) {
        this.head.push(piece[at] ?? 0);
        at += 1;
        yield* this.finishHead();
        continue;
      }
      const step = Math.min(this.left, piece.length - at);
      const bytes = piece.subarray(at, at + step);
      at += step;
      this.left -= step;
      if (this.cut === null) yield bytes;
      else yield* this.collect(this.cut, bytes);
    }
  }

  /** Begins the packet once its length is known. */
  private *finishHead(): Generator<Uint8Array> {
    const [first = 0, ...digits] = this.head;
    const last = digits.at(-1);
    if (last === undefined) return;
    if ((last & 0x80) !== 0) {
      if (digits.length >= MAX_LENGTH_BYTES) throw new TransportError('message_too_long', 'a packet of the broker');
      return;
    }
    const length = digits.reduce((sum, digit, at) => sum + (digit & 0x7f) * 128 ** at, 0);
    const head = Uint8Array.from(this.head);
    this.head = [];
    this.left = length;
    if (length <= this.maxBytes) yield head;
    else if (first >> 4 === PUBLISH) this.cut = { first, length, pieces: [], bytes: 0 };
    else throw new TransportError('message_too_long', 'a packet of the broker');
  }

  /** Collects the beginning of a packet that is cut, and gives the cut packet at its end. */
  private *collect(cut: NonNullable<PacketReader['cut']>, bytes: Buffer): Generator<Uint8Array> {
    // Two bytes of length and the topic, and the id of a message that is acknowledged, come before the message.
    const room = 2 + 0xff_ff + 2 + START_BYTES - cut.bytes;
    if (room > 0) {
      // A copy: the piece belongs to the socket.
      cut.pieces.push(Buffer.from(bytes.subarray(0, room)));
      cut.bytes += Math.min(room, bytes.length);
    }
    if (this.left > 0) return;
    this.cut = null;
    const start = Buffer.concat(cut.pieces);
    const isAcknowledged = (cut.first & 0b110) !== 0;
    const from = 2 + start.readUInt16BE() + (isAcknowledged ? 2 : 0);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(Math.max(0, cut.length - from));
    const rest = Buffer.concat([start.subarray(0, from), this.mark, size, start.subarray(from, from + START_BYTES)]);
    yield Uint8Array.from([cut.first, ...encodeLength(rest.length)]);
    yield rest;
  }
}

function encodeLength(length: number): number[] {
  const digit = length & 0x7f;
  return length < 128 ? [digit] : [digit | 0x80, ...encodeLength(length >> 7)];
}
