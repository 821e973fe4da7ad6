import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { FileLine } from '@varco/evidence/manifest.ts';
import type { PictureSource } from '@varco/server-kit/media/picture-source.ts';
import { forkBackground } from '@varco/server-kit/process/background-process.ts';

/** A picture of a transit to be exported. */
export interface ExportPicture {
  /** File name in the archive. */
  readonly name: string;
  /** SHA-256 of the original, computed when it was stored. */
  readonly hash: string;
  readonly transit: string;
}

/** Request to write an archive of marked pictures. */
export interface MarkRequest {
  /** Requests with the same id are processed one after the other. */
  readonly line: string;
  /** Text of the watermark, one line. */
  readonly mark: string;
  readonly fontFile: string;
  readonly source: PictureSource;
  readonly password: string;
  /** Output path, which must not exist. */
  readonly draft: string;
  readonly pictures: readonly ExportPicture[];
}

/** The archive line of each picture; null: the picture is missing, damaged or unreadable and was left out. */
export type MarkedLines = readonly (FileLine | null)[];

export type MarkingRequestMessage =
  | { readonly type: 'order'; readonly id: number; readonly order: MarkRequest }
  | { readonly type: 'stop'; readonly id: number };
export type MarkingResponseMessage =
  | { readonly id: number; readonly lines: MarkedLines }
  | { readonly id: number; readonly trouble: string };

/** After this idle time the process ends to free its memory. */
const MAX_IDLE_MS = 15_000;
interface PendingRequest {
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
  private readonly pending = new Map<number, PendingRequest>();
  private readonly onExit: () => unknown;
  private timer: NodeJS.Timeout | null = null;
  private lastId = 0;

  constructor(onExit: () => unknown) {
    this.onExit = onExit;
    this.child = forkBackground(new URL('./marking-program.ts', import.meta.url));
    this.child.on('message', (answer) => this.handleResponse(answer as MarkingResponseMessage));
    this.child.on('error', (error) => this.failAll(error));
    this.child.on('exit', (code, signal) =>
      this.failAll(new Error(`the process that marks pictures ended (${signal ?? code})`)),
    );
  }

  /** Number of unfinished requests. */
  get pendingCount(): number {
    return this.pending.size;
  }

  async writeArchive(order: MarkRequest, signal: AbortSignal): Promise<MarkedLines> {
    this.lastId += 1;
    const id = this.lastId;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const stop = (): void => this.sendMessage({ type: 'stop', id });
    signal.addEventListener('abort', stop, { once: true });
    try {
      const lines = await new Promise<MarkedLines>((done, fail) => {
        this.pending.set(id, { done, fail });
        this.sendMessage({ type: 'order', id, order });
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

  private sendMessage(message: MarkingRequestMessage): void {
    this.child.send(message, (error) => {
      if (error !== null) this.failAll(error);
    });
  }

  private handleResponse(answer: MarkingResponseMessage): void {
    const found = this.pending.get(answer.id);
    this.pending.delete(answer.id);
    if (this.pending.size === 0) this.timer = setTimeout(() => this.terminate(), MAX_IDLE_MS).unref();
    if ('lines' in answer) found?.done(answer.lines);
    else found?.fail(new Error(`marking pictures failed: ${answer.trouble}`));
  }

  /** Ends the process; later requests get a new one. */
  private terminate(): void {
    this.onExit();
    this.child.kill('SIGKILL');
  }

  private failAll(error: unknown): void {
    this.terminate();
    for (const one of this.pending.values()) one.fail(error);
    this.pending.clear();
  }
}

/** At most two segments of an export are in work at a time, and more processes than processors would slow each other down. */
const MAX_PROCESSES = Math.min(2, availableParallelism());
const running = new Set<MarkingProcess>();

/** Returns an idle process, or a new one, or the one with the fewest requests. */
function selectLeastBusyProcess(): MarkingProcess {
  const [least] = [...running].toSorted((one, other) => one.pendingCount - other.pendingCount);
  if (least !== undefined && (least.pendingCount === 0 || running.size >= MAX_PROCESSES)) return least;
  const made = new MarkingProcess(() => running.delete(made));
  running.add(made);
  return made;
}

/**
 * Writes an archive of marked pictures in one of the processes shared by all exports. Durable when it resolves. Throws the
 * signal's reason when aborted, or another error when the disk failed or the process ended; in each case nothing writes to
 * the draft any more.
 */
export async function writeMarkedArchive(order: MarkRequest, signal: AbortSignal): Promise<MarkedLines> {
  signal.throwIfAborted();
  return selectLeastBusyProcess().writeArchive(order, signal);
}
