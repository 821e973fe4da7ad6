import type { TransitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import type { Period } from '../search/search-filter.ts';

/** What one plant is asked. */
export interface HistogramRequest {
  readonly peerId: number;
  readonly body: TransitFilter;
}

/** Answer of one plant; null: it failed. Absent from the map: under way, or not asked. */
export type HistogramAnswers = ReadonlyMap<number, TransitHistogram | null>;

/** A histogram of a search: what it is about, its period, and what the plants answered. Immutable. */
export interface HistogramState {
  /** The search without its period; empty: none. */
  readonly about: string;
  readonly period: Period | null;
  readonly answers: HistogramAnswers;
}

type FetchHistogram = (peerId: number, body: TransitFilter, signal: AbortSignal) => Promise<TransitHistogram>;

const EMPTY: HistogramState = { about: '', period: null, answers: new Map() };

export const isSamePeriod = (a: Period, b: Period): boolean => JSON.stringify(a) === JSON.stringify(b);

type Requests = readonly HistogramRequest[];

/**
 * The histogram of one list. It stays while periods are chosen in it, so that the whole is seen around the chosen part and no
 * plant is asked again. Lives outside React, because the list is not drawn while a transit is open.
 */
export class HistogramSession {
  #state = EMPTY;
  #abort = new AbortController();
  #resultId = -1;
  readonly #asked = new Set<number>();
  /** Periods chosen in this histogram, as JSON. */
  readonly #chosen = new Set<string>();
  readonly #fetch: FetchHistogram;
  readonly #listeners = new Set<() => void>();

  /** @param fetch rejects when the plant does not answer or the signal aborts */
  constructor(fetch: FetchHistogram) {
    this.#fetch = fetch;
  }

  readonly getState = (): HistogramState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Notes a period chosen in the histogram: the search for it does not replace the histogram. */
  choose(period: Period): void {
    this.#chosen.add(JSON.stringify(period));
  }

  /** Makes the search that is shown next the subject, also when its period was chosen here. */
  reset(): void {
    if (this.#state === EMPTY) return;
    this.stop();
    this.#asked.clear();
    this.#chosen.clear();
    this.#set(EMPTY);
  }

  /** True when a search of this subject and period is shown in the present histogram. */
  #covers(about: string, period: Period): boolean {
    return about === this.#state.about && (this.#isWhole(period) || this.#chosen.has(JSON.stringify(period)));
  }

  /**
   * Shows a search. A subject or period that the present histogram does not cover ends it; the plants are asked once the
   * search names them, each once, and all again when the same search was repeated.
   * @param resultId changes with every search
   */
  show(
    search: { readonly about: string; readonly period: Period; readonly resultId: number },
    requests: Requests,
  ): void {
    const { about, period, resultId } = search;
    if (!this.#covers(about, period)) this.reset();
    if (requests.length === 0) return;
    if (this.#state.about === '') this.#set({ about, period, answers: new Map() });
    // A plant that is asked only after a period was chosen would count that period alone.
    if (!this.#isWhole(period)) return;
    if (resultId !== this.#resultId) {
      this.stop();
      this.#asked.clear();
      this.#resultId = resultId;
    }
    for (const { peerId, body } of requests) {
      if (this.#asked.has(peerId)) continue;
      this.#asked.add(peerId);
      void this.#ask(peerId, body);
    }
  }

  /** Stops what is under way; it is asked again by the next `show`. */
  stop(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    for (const peerId of this.#asked) if (!this.#state.answers.has(peerId)) this.#asked.delete(peerId);
  }

  #isWhole(period: Period): boolean {
    return this.#state.period !== null && isSamePeriod(this.#state.period, period);
  }

  async #ask(peerId: number, body: TransitFilter): Promise<void> {
    const { signal } = this.#abort;
    const answer = await this.#fetch(peerId, body, signal).catch(() => null);
    if (signal.aborted) return;
    this.#set({ ...this.#state, answers: new Map(this.#state.answers).set(peerId, answer) });
  }

  #set(state: HistogramState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
