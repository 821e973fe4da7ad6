import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { FileLine } from '@varco/evidence/manifest.ts';
import type { PictureSource } from '@varco/server-kit/media/picture-source.ts';
import { forkBackground } from '@varco/server-kit/process/background-process.ts';

/** A picture of a transit to be exported. */
export interface WantedPicture {
  /** File name in the archive. */
  readonly name: string;
  /** SHA-256 of the original, computed when it was stored. */
  readonly hash: string;
  readonly transit: string;
}

/** Request to write an archive of marked pictures. */
export interface MarkOrder {
  /** Requests with the same id are processed one after the other. */
  readonly line: string;
  /** Text of the watermark, one line. */
  readonly mark: string;
  readonly fontFile: string;
  readonly source: PictureSource;
  readonly password: string;
  /** Output path, which must not exist. */
  readonly draft: string;
  readonly pictures: readonly WantedPicture[];
}

/** The archive line of each picture; null: the picture is missing, damaged or unreadable and was left out. */
export type MarkedLines = readonly (FileLine | null)[];

export type ToMarking =
  | { readonly type: 'order'; readonly id: number; readonly order: MarkOrder }
  | { readonly type: 'stop'; readonly id: number };
export type FromMarking =
  | { readonly id: number; readonly lines: MarkedLines }
  | { readonly id: number; readonly trouble: string };

/** After this idle time the process ends to free its memory. */
const IDLE_MS = 15_000;
interface Waiting {
  done(lines: MarkedLines): void;
  fail(error: unknown): void;
}

/**
 * A child process that reads, verifies, marks and encrypts pictures at a lower priority than the server. It keeps pixel
 * data out of the server's heap and threads, and a picture that crashes the image library affects only this process. It
 * receives picture locations and export passwords, but no key of the server.
 */
class MarkingProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private readonly onGone: () => unknown;
  private timer: NodeJS.Timeout | null = null;
  private lastId = 0;

  constructor(onGone: () => unknown) {
    this.onGone = onGone;
    this.child = forkBackground(new URL('./marking-program.ts', import.meta.url));
    this.child.on('message', (answer) => this.take(answer as FromMarking));
    this.child.on('error', (error) => this.end(error));
    this.child.on('exit', (code, signal) =>
      this.end(new Error(`the process that marks pictures ended (${signal ?? code})`)),
    );
  }

  /** Number of unfinished requests. */
  get orders(): number {
    return this.waiting.size;
  }

  async archive(order: MarkOrder, signal: AbortSignal): Promise<MarkedLines> {
    this.lastId += 1;
    const id = this.lastId;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const stop = (): void => this.say({ type: 'stop', id });
    signal.addEventListener('abort', stop, { once: true });
    try {
      const lines = await new Promise<MarkedLines>((done, fail) => {
        this.waiting.set(id, { done, fail });
        this.say({ type: 'order', id, order });
      });
      // The archive may have been completed before the stop arrived.
      signal.throwIfAborted();
      return lines;
    } catch (error) {
      // The child answered, so it no longer writes to the draft.
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private say(message: ToMarking): void {
    this.child.send(message, (error) => {
      if (error !== null) this.end(error);
    });
  }

  private take(answer: FromMarking): void {
    const found = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (this.waiting.size === 0) this.timer = setTimeout(() => this.leave(), IDLE_MS).unref();
    if ('lines' in answer) found?.done(answer.lines);
    else found?.fail(new Error(`marking pictures failed: ${answer.trouble}`));
  }

  /** Ends the process; later requests get a new one. */
  private leave(): void {
    this.onGone();
    this.child.kill('SIGKILL');
  }

  private end(error: unknown): void {
    this.leave();
    for (const one of this.waiting.values()) one.fail(error);
    this.waiting.clear();
  }
}

/** At most two segments of an export are in work at a time, and more processes than processors would slow each other down. */
const MOST = Math.min(2, availableParallelism());
const running = new Set<MarkingProcess>();

/** Returns an idle process, or a new one, or the one with the fewest requests. */
function freest(): MarkingProcess {
  const [least] = [...running].toSorted((one, other) => one.orders - other.orders);
  if (least !== undefined && (least.orders === 0 || running.size >= MOST)) return least;
  const made = new MarkingProcess(() => running.delete(made));
  running.add(made);
  return made;
}

/**
 * Writes an archive of marked pictures in one of the processes shared by all exports. Durable when it resolves. Throws the
 * signal's reason when aborted, or another error when the disk failed or the process ended; in each case nothing writes to
 * the draft any more.
 */
export async function archiveMarked(order: MarkOrder, signal: AbortSignal): Promise<MarkedLines> {
  signal.throwIfAborted();
  return freest().archive(order, signal);
}
