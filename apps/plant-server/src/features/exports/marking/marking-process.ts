import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { FileLine } from '@varco/evidence/manifest.ts';
import type { PictureSource } from '@varco/server-kit/media/picture-source.ts';
import { forkBackground } from '@varco/server-kit/process/background-process.ts';

/** A picture of a transit, as it is to stand in an export. */
export interface WantedPicture {
  /** In the archive. */
  readonly name: string;
  /** SHA-256 of the original, taken when it was stored. */
  readonly hash: string;
  readonly transit: string;
}

/** An archive of marked pictures. */
export interface MarkOrder {
  /** Orders of one export are worked on one after the other. */
  readonly line: string;
  /** The mark: one line. */
  readonly mark: string;
  readonly fontFile: string;
  readonly source: PictureSource;
  readonly password: string;
  /** The archive is written here; nothing may be there yet. */
  readonly draft: string;
  readonly pictures: readonly WantedPicture[];
}

/** For each picture its line; null: it is not there, not what was stored, or cannot be read, and is left out. */
export type MarkedLines = readonly (FileLine | null)[];

export type ToMarking =
  | { readonly type: 'order'; readonly id: number; readonly order: MarkOrder }
  | { readonly type: 'stop'; readonly id: number };
export type FromMarking =
  | { readonly id: number; readonly lines: MarkedLines }
  | { readonly id: number; readonly trouble: string };

/** Nobody ordered anything for so long: the process and its memory go. */
const IDLE_MS = 15_000;
interface Waiting {
  done(lines: MarkedLines): void;
  fail(error: unknown): void;
}

/**
 * A process that reads, checks, marks and encrypts pictures. Its priority is lower than that of those who wait for an answer; pixels
 * come neither into the heap of the server nor into the threads that read files and pack answers there; and a picture that brings
 * the image library down takes nobody else with it. It is told where pictures lie and the passwords of the exports it works
 * for, no key of the server.
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

  /** Orders that are not done. */
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
      // It may have been done when it was told to stop.
      signal.throwIfAborted();
      return lines;
    } catch (error) {
      // Only now does nobody write there any more.
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

  /** Who asks from now on gets another one. */
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

/** Two stretches of an export are in work at a time; more processes than processors would only hold each other up. */
const MOST = Math.min(2, availableParallelism());
const running = new Set<MarkingProcess>();

/** One that has nothing to do, or a new one; else the one with the least to do. */
function freest(): MarkingProcess {
  const [least] = [...running].toSorted((one, other) => one.orders - other.orders);
  if (least !== undefined && (least.orders === 0 || running.size >= MOST)) return least;
  const made = new MarkingProcess(() => running.delete(made));
  running.add(made);
  return made;
}

/**
 * Makes an archive of marked pictures in one of the few processes that all exports share. Durable when it resolves. Throws the
 * signal's reason when it is stopped, and any other error when the disk failed or the process ended; in each case nobody writes
 * to the draft any more.
 */
export async function archiveMarked(order: MarkOrder, signal: AbortSignal): Promise<MarkedLines> {
  signal.throwIfAborted();
  return freest().archive(order, signal);
}
