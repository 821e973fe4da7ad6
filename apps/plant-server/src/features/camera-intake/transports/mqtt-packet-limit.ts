import { Transform, type TransformCallback } from 'node:stream';
import { TransportError } from './keep-connected.ts';

/** Bytes of the length of a packet: seven bits each, at most four (MQTT 3.1.1, 2.2.3). */
const MAX_LENGTH_BYTES = 4;

/**
 * Passes what a broker sends and ends the connection when it announces a packet longer than `maxBytes`, before the packet is
 * held in memory.
 */
export function createPacketLimit(maxBytes: number): Transform {
  let left = 0;
  let [length, lengthBytes] = [0, 0];
  let isHead = true;

  /** Reads one byte of a packet's head; false: the packet is too long. */
  function readHead(byte: number): boolean {
    if (lengthBytes === 0) {
      lengthBytes = 1;
      return true;
    }
    length += (byte & 0x7f) * 128 ** (lengthBytes - 1);
    if ((byte & 0x80) !== 0) {
      lengthBytes += 1;
      return lengthBytes <= MAX_LENGTH_BYTES;
    }
    left = length;
    isHead = left === 0;
    [length, lengthBytes] = [0, 0];
    return left <= maxBytes;
  }

  return new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      for (let at = 0; at < piece.length;) {
        if (isHead) {
          if (!readHead(piece[at] ?? 0)) return done(new TransportError('message_too_long', 'a packet of the broker'));
          at += 1;
          continue;
        }
        const step = Math.min(left, piece.length - at);
        at += step;
        left -= step;
        isHead = left === 0;
      }
      return done(null, piece);
    },
  });
}
