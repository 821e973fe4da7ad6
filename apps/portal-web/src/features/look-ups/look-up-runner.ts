import { isPaidRequest } from '@varco/domain/look-ups/look-up-codes.ts';
import type { RunLookUpResponse } from '@varco/contract/plant/look-ups.ts';
import { mayBeCharged, classifyLookUpError, type ProblemKind } from './look-up-problem.ts';
import type { LookUpRequestFields } from './look-up-form.ts';

/** T 7.4: delay between the click and the call. */
export const RUN_DEBOUNCE_MS = 500;
/** Delay before a call that lost its connection is repeated once, with the same request id. */
const RETRY_DELAY_MS = 1_000;

/** One requested look-up. The id is the idempotency key: a repeated call with it is not charged again. */
export interface LookUpCall {
  readonly idempotencyKey: string;
  readonly peerId: number;
  readonly request: LookUpRequestFields;
  /** Only return the response stored on the plant. */
  readonly isStored: boolean;
}

export interface LookUpRunnerPorts {
  readonly send: (press: LookUpCall & { readonly isPaid: boolean }, signal: AbortSignal) => Promise<RunLookUpResponse>;
  readonly onStart: (press: LookUpCall) => void;
  readonly onAnswer: (press: LookUpCall, answer: RunLookUpResponse) => void;
  readonly onProblem: (press: LookUpCall, kind: ProblemKind) => void;
  /** The user cancelled it before a response arrived. */
  readonly onCancel: () => void;
}

/** Runs one look-up at a time: debounced, cancellable, repeated once when the connection breaks. */
export class LookUpRunner {
  readonly #ports: LookUpRunnerPorts;
  #abort: AbortController | null = null;

  constructor(ports: LookUpRunnerPorts) {
    this.#ports = ports;
  }

  /** Ignored while another look-up is waiting or running. */
  run(press: LookUpCall): void {
    if (this.#abort !== null) return;
    const ending = new AbortController();
    this.#abort = ending;
    this.#ports.onStart(press);
    void this.#execute(press, ending.signal).finally(() => {
      if (this.#abort === ending) this.#abort = null;
    });
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  async #execute(press: LookUpCall, signal: AbortSignal): Promise<void> {
    const full = { ...press, isPaid: isPaidRequest(press.request.tipo_richiesta) };
    try {
      await waitOrAbort(RUN_DEBOUNCE_MS, signal);
      const answer = await this.#ports.send(full, signal).catch(async (error: unknown) => {
        signal.throwIfAborted();
        if (classifyLookUpError(error) !== 'network') throw error;
        await waitOrAbort(RETRY_DELAY_MS, signal);
        return this.#ports.send(full, signal);
      });
      signal.throwIfAborted();
      this.#ports.onAnswer(press, answer);
    } catch (error) {
      if (signal.aborted) return this.#ports.onCancel();
      const kind = classifyLookUpError(error);
      this.#ports.onProblem(press, !full.isPaid && mayBeCharged(kind) ? 'unreachable' : kind);
    }
  }
}

function waitOrAbort(ms: number, signal: AbortSignal): Promise<void> {
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
