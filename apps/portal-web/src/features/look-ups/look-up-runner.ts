import { isPaidRequest } from '@varco/domain/look-ups/look-up-codes.ts';
import type { LookUpAnswer } from '@varco/contract/plant/look-ups.ts';
import { mayBePaid, problemOf, type ProblemKind } from './problem.ts';
import type { LookUpQuestion } from './look-up-form.ts';

/** T 7.4: delay between the click and the call. */
export const RUN_DEBOUNCE_MS = 500;
/** Delay before a call that lost its connection is repeated once, with the same request id. */
const AGAIN_AFTER_MS = 1_000;

/** One requested look-up. The id is the idempotency key: a repeated call with it is not charged again. */
export interface Press {
  readonly idempotencyKey: string;
  readonly peerId: number;
  readonly request: LookUpQuestion;
  /** Only return the response stored on the plant. */
  readonly isStored: boolean;
}

export interface RunnerPorts {
  readonly ask: (press: Press & { readonly isPaid: boolean }, signal: AbortSignal) => Promise<LookUpAnswer>;
  readonly onStart: (press: Press) => void;
  readonly onAnswer: (press: Press, answer: LookUpAnswer) => void;
  readonly onProblem: (press: Press, kind: ProblemKind) => void;
  /** The user cancelled it before a response arrived. */
  readonly onCancel: () => void;
}

/** Runs one look-up at a time: debounced, cancellable, repeated once when the connection breaks. */
export class LookUpRunner {
  readonly #ports: RunnerPorts;
  #ending: AbortController | null = null;

  constructor(ports: RunnerPorts) {
    this.#ports = ports;
  }

  /** Ignored while another look-up is waiting or running. */
  run(press: Press): void {
    if (this.#ending !== null) return;
    const ending = new AbortController();
    this.#ending = ending;
    this.#ports.onStart(press);
    void this.#make(press, ending.signal).finally(() => {
      if (this.#ending === ending) this.#ending = null;
    });
  }

  cancel(): void {
    this.#ending?.abort();
    this.#ending = null;
  }

  async #make(press: Press, signal: AbortSignal): Promise<void> {
    const full = { ...press, isPaid: isPaidRequest(press.request.tipo_richiesta) };
    try {
      await pause(RUN_DEBOUNCE_MS, signal);
      const answer = await this.#ports.ask(full, signal).catch(async (error: unknown) => {
        signal.throwIfAborted();
        if (problemOf(error) !== 'network') throw error;
        await pause(AGAIN_AFTER_MS, signal);
        return this.#ports.ask(full, signal);
      });
      signal.throwIfAborted();
      this.#ports.onAnswer(press, answer);
    } catch (error) {
      if (signal.aborted) return this.#ports.onCancel();
      const kind = problemOf(error);
      this.#ports.onProblem(press, !full.isPaid && mayBePaid(kind) ? 'unreachable' : kind);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    signal.addEventListener('abort', leave, { once: true });
  });
}
