import type { CameraMessage } from '../camera-types.ts';
import type { StreamPart } from './part-splitter.ts';

const BOUNDARY = 'varco-stream-message';
const MAX_PICTURES = 12;

const isPicture = ({ head, bytes }: StreamPart): boolean =>
  /^content-type:\s*image\//im.test(head) || (bytes[0] === 0xff && bytes[1] === 0xd8) || bytes[0] === 0x89;

/**
 * Groups the parts of a stream into messages: what describes an event, with the pictures that follow it. The message is
 * complete when the next event begins, or when nothing came for a moment (`flush`).
 */
export class EventGroups {
  private parts: StreamPart[] = [];

  get isWaiting(): boolean {
    return this.parts.length > 0;
  }

  /** Adds a part; returns the message before it when it begins a new one. */
  push(part: StreamPart): CameraMessage | null {
    if (isPicture(part)) {
      if (this.parts.length > 0 && this.parts.length <= MAX_PICTURES) this.parts.push(part);
      return null;
    }
    const before = this.flush();
    if (part.bytes.length > 0) this.parts.push(part);
    return before;
  }

  /** The message that is held; null: none. */
  flush(): CameraMessage | null {
    const parts = this.parts;
    this.parts = [];
    const [first] = parts;
    if (first === undefined) return null;
    if (parts.length === 1) return { contentType: null, body: first.bytes, fileName: null, query: '' };
    const encoder = new TextEncoder();
    const pieces = parts.flatMap(({ head, bytes }) => [
      encoder.encode(`--${BOUNDARY}\r\n${head.replaceAll(/\r?\n/g, '\r\n')}\r\n`),
      bytes,
      encoder.encode('\r\n'),
    ]);
    const end = encoder.encode(`--${BOUNDARY}--\r\n`);
    const body = new Uint8Array([...pieces, end].reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of [...pieces, end]) {
      body.set(piece, at);
      at += piece.length;
    }
    return { contentType: `multipart/mixed; boundary=${BOUNDARY}`, body, fileName: null, query: '' };
  }
}
