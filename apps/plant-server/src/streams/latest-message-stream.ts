import type { PlantUser } from '../auth/plant-user.repository.ts';

/** Suggested to clients that reconnect by themselves. */
const RECONNECT_MS = 5_000;

/** Who opened a stream, with which token. */
export interface StreamOwner {
  readonly user: PlantUser;
  readonly session: string;
}

/**
 * One open stream. It holds at most the newest message: a message replaces one that the client has not read yet, so a
 * slow reader costs one message of memory and always continues with the present.
 */
export class LatestMessageStream<Request> {
  readonly owner: StreamOwner;
  readonly request: Request;
  private next: string | null = null;
  private notifyReader: (() => void) | null = null;
  private isClosed = false;
  private lastEvent: string | null = null;

  constructor(owner: StreamOwner, request: Request) {
    this.owner = owner;
    this.request = request;
  }

  offer(text: string): void {
    this.next = text;
    this.notifyReader?.();
  }

  /** A ping never replaces a message that waits. */
  offerPing(text: string): void {
    if (this.next === null) this.offer(text);
  }

  /** Ends the stream; `lastEvent` is still sent, a message that waits is not. */
  end(lastEvent = ''): void {
    this.lastEvent ??= lastEvent;
    this.isClosed = true;
    this.notifyReader?.();
  }

  async *events(): AsyncGenerator<string> {
    yield `retry: ${RECONNECT_MS}\n\n`;
    while (!this.isClosed) {
      const text = this.next;
      this.next = null;
      if (text !== null) {
        yield text;
        continue;
      }
      await new Promise<void>((resolve) => {
        this.notifyReader = resolve;
      });
      this.notifyReader = null;
    }
    if (this.lastEvent) yield this.lastEvent;
  }
}
