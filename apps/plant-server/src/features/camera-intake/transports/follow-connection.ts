import type { Socket } from 'node:net';
import { FrameSplitter } from '@varco/cameras/stream/frame-splitter.ts';
import { MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import { type Deliver, toRawMessage, type TransportCamera } from './transport.ts';

/** A line without its end is complete after this pause. */
const LINE_PAUSE_MS = 1_000;
/** A message that has begun must end within this time. */
const MAX_MESSAGE_MS = 30_000;
const KEEP_ALIVE_MS = 60_000;

export interface FollowOptions {
  readonly deliver: Deliver;
  readonly pendingBytes: PendingBytes;
  readonly signal: AbortSignal;
}

/** Bytes of messages that have begun, of all connections together: many slow ones leave room for the others. */
export class PendingBytes {
  private readonly max: number;
  private held = 0;

  constructor(max: number) {
    this.max = max;
  }

  /** Throws when all connections together would hold too much; what is given back never throws. */
  change(by: number): void {
    if (by > 0 && this.held + by > this.max) throw new Error('too many messages have begun at once');
    this.held += by;
  }
}

/** Reads one connection, one message after the other: while one is stored the next waits in the network. */
export async function followConnection(
  socket: Socket,
  camera: TransportCamera,
  { deliver, pendingBytes, signal }: FollowOptions,
): Promise<void> {
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  const splitter = new FrameSplitter(MAX_CAMERA_BODY_BYTES);
  let held = 0;
  const hold = (bytes: number): void => {
    pendingBytes.change(bytes - held);
    held = bytes;
  };
  try {
    await readFrames(socket, splitter, hold, (frame) => deliver(camera, toRawMessage(frame), signal));
  } finally {
    hold(0);
  }
}

/** `hold` is told how many bytes of a message that has begun are in memory. */
async function readFrames(
  socket: Socket,
  splitter: FrameSplitter,
  hold: (bytes: number) => void,
  store: (frame: Uint8Array) => Promise<void>,
): Promise<void> {
  const pieces = socket.iterator({ destroyOnReturn: true });
  let next = pieces.next();
  let begunAtMs: number | null = null;
  for (;;) {
    const piece = await waitForPiece(next, splitter.pending > 0 ? LINE_PAUSE_MS : null);
    if (piece === 'pause') {
      const line = splitter.flushLine();
      if (line !== null) await store(line);
      hold(splitter.pending);
      if (splitter.pending > 0 && begunAtMs !== null && performance.now() - begunAtMs > MAX_MESSAGE_MS)
        throw new Error('a message did not end in time');
      continue;
    }
    const frames = piece === null ? [] : splitter.push(piece);
    hold(splitter.pending);
    for (const frame of frames) await store(frame);
    if (piece === null) break;
    if (frames.length > 0 || splitter.pending === 0) begunAtMs = null;
    if (splitter.pending > 0) begunAtMs ??= performance.now();
    if (begunAtMs !== null && performance.now() - begunAtMs > MAX_MESSAGE_MS)
      throw new Error('a message did not end in time');
    next = pieces.next();
  }
  const line = splitter.flushLine();
  if (line !== null) await store(line);
}

/** The next piece; null: the camera ended the connection; `pause`: nothing came for `maxMs` (null: waits for good). */
async function waitForPiece(
  next: Promise<IteratorResult<Uint8Array>>,
  maxMs: number | null,
): Promise<Uint8Array | null | 'pause'> {
  const piece = next.then(({ done, value }) => (done === true ? null : value));
  if (maxMs === null) return piece;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = new Promise<'pause'>((resolve) => {
    timer = setTimeout(() => resolve('pause'), maxMs);
  });
  try {
    return await Promise.race([piece, pause]);
  } finally {
    clearTimeout(timer);
  }
}
