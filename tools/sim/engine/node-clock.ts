/** Clock of one node: it may be ahead, run too fast, and be set again by hand or by NTP. Milliseconds. */
export class NodeClock {
  #offsetMs: number;
  #rate: number;
  #since: number;

  /** @param ppm millionths by which the clock runs fast (negative: slow) */
  constructor(trueMs: number, offsetMs = 0, ppm = 0) {
    this.#since = trueMs;
    this.#offsetMs = offsetMs;
    this.#rate = 1 + ppm / 1e6;
  }

  /** What the clock shows, milliseconds since 1970. */
  wallMs(trueMs: number): number {
    return Math.round(this.#since + (trueMs - this.#since) * this.#rate + this.#offsetMs);
  }

  /** Monotonic milliseconds: the drift of the clock shows, its corrections do not. */
  monotonicMs(trueMs: number): number {
    return (trueMs - this.#since) * this.#rate;
  }

  /** Somebody sets the clock; the monotonic time goes on. */
  jump(byMs: number): void {
    this.#offsetMs += byMs;
  }
}
