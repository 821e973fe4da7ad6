import { Worker } from 'node:worker_threads';
import { PictureRefused } from './picture-check.ts';
import type { PictureMarker } from './picture-mark.ts';

export interface MarkAsk {
  readonly id: number;
  readonly text: string;
  readonly fontFile: string;
  readonly bytes: Uint8Array;
}
/** Null: the pixels cannot be read. */
export interface MarkAnswer {
  readonly id: number;
  readonly bytes: Uint8Array | null;
}

/** Nobody asked for so long: the thread and its memory go. */
const IDLE_MS = 15_000;

interface Waiting {
  done(bytes: Uint8Array | null): void;
  fail(error: unknown): void;
}

/**
 * A thread that marks pictures. The pixels of a picture are some megabytes each; in the heap of a server, which is large, they would
 * have the collector go over everything several times a second (measured: half of the time of an export).
 */
class MarkThread {
  private readonly worker = new Worker(new URL('./mark-worker.ts', import.meta.url));
  private readonly waiting = new Map<number, Waiting>();
  private readonly onGone: () => void;
  private timer: NodeJS.Timeout | null = null;
  private lastId = 0;

  constructor(onGone: () => void) {
    this.onGone = onGone;
    this.worker.on('message', ({ id, bytes }: MarkAnswer) => this.take(id)?.done(bytes));
    this.worker.on('error', (error) => this.end(error));
    this.worker.on('exit', () => this.end(new Error('the thread that marks pictures ended')));
    // Last: a listener would hold the process again. Nothing is waited for that is not waited for elsewhere too.
    this.worker.unref();
  }

  mark(text: string, fontFile: string, bytes: Uint8Array): Promise<Uint8Array | null> {
    this.lastId += 1;
    const id = this.lastId;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      this.worker.postMessage({ id, text, fontFile, bytes } satisfies MarkAsk);
    });
  }

  private take(id: number): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    if (this.waiting.size === 0) this.timer = setTimeout(() => this.leave(), IDLE_MS).unref();
    return found;
  }

  /** Who asks from now on gets another one. */
  private leave(): void {
    this.onGone();
    void this.worker.terminate();
  }

  private end(error: unknown): void {
    this.onGone();
    for (const one of this.waiting.values()) one.fail(error);
    this.waiting.clear();
  }
}

let thread: MarkThread | null = null;

/** As `createPictureMarker`, in a thread of its own that all markers of the process share. Throws also when that thread ended. */
export const threadedMarker = (text: string, fontFile: string): PictureMarker => ({
  async mark(bytes) {
    const mine = (thread ??= new MarkThread(() => {
      if (thread === mine) thread = null;
    }));
    const marked = await mine.mark(text, fontFile, bytes);
    if (marked === null) throw new PictureRefused('damaged');
    return Buffer.from(marked.buffer, marked.byteOffset, marked.length);
  },
});
