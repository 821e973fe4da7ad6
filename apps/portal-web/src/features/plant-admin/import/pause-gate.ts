/** Lets a loop wait while a person pauses it, or until they continue after a failure. */
export class PauseGate {
  #opened: PromiseWithResolvers<void> | null = null;

  get isClosed(): boolean {
    return this.#opened !== null;
  }

  close(): void {
    this.#opened ??= Promise.withResolvers<void>();
  }

  open(): void {
    this.#opened?.resolve();
    this.#opened = null;
  }

  /** Resolves when the gate is open. Throws the abort reason of the signal. */
  async wait(signal: AbortSignal): Promise<void> {
    await this.#opened?.promise;
    signal.throwIfAborted();
  }
}
