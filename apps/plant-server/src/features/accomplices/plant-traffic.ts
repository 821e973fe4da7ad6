import { nextGates, platesIn, readsIn } from './companions.ts';
import { firstReadMs } from '../../plate-index/movements/movements.ts';
import type { Runner } from '../../database/statement.ts';
import type { Visibility } from '../../policy/visible-transits.ts';

const HOUR_MS = 3_600_000;
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 500;

/** Traffic figures of the plant over weeks. They change slowly, so they are cached for ten minutes. */
export class PlantTraffic {
  readonly #runner: Runner;
  readonly #kept = new Map<string, { readonly at: number; readonly value: Promise<unknown> }>();

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  reads(span: Visibility, nowMs: number): Promise<number> {
    return this.#ask(`reads ${keyOf(span)}`, nowMs, () => readsIn(this.#runner, span));
  }

  plates(span: Visibility, nowMs: number): Promise<number> {
    return this.#ask(`plates ${keyOf({ ...span, gates: null })}`, nowMs, () => platesIn(this.#runner, span));
  }

  /** First hour with reads of the plant: before it there is no habit to compare with. */
  async firstMs(nowMs: number): Promise<number> {
    return (await this.#ask('first', nowMs, () => firstReadMs(this.#runner))) ?? nowMs;
  }

  next(span: Visibility, gate: number, nowMs: number): Promise<ReadonlyMap<number, number>> {
    return this.#ask(`next ${gate} ${keyOf(span)}`, nowMs, () => nextGates(this.#runner, span, gate));
  }

  async #ask<T>(key: string, nowMs: number, query: () => Promise<T>): Promise<T> {
    const cached = this.#kept.get(key);
    if (cached !== undefined && Math.abs(nowMs - cached.at) < KEPT_MS) return cached.value as Promise<T>;
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const value = query();
    this.#kept.set(key, { at: nowMs, value });
    // A failed query is not cached.
    value.catch(() => this.#kept.delete(key));
    return value;
  }
}

/** Cache key by whole hours, so that spans of the same hours share an entry. */
const keyOf = ({ gates, fromMs, toMs }: Visibility): string =>
  `${Math.floor(fromMs / HOUR_MS)} ${Math.floor(toMs / HOUR_MS)} ${gates === null ? '*' : gates.join(',')}`;
