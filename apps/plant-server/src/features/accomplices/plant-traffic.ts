import { computeNextGateShares, countPlatesSeen, countGateReads } from './cotravelling-plates.repository.ts';
import { readFirstHourMs } from '../../plate-index/movements/movements.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';

const HOUR_MS = 3_600_000;
const CACHE_MS = 10 * 60_000;
const MAX_CACHED = 500;

/** Traffic figures of the plant over weeks. They change slowly, so they are cached for ten minutes. */
export class PlantTraffic {
  readonly #runner: Runner;
  readonly #cache = new Map<string, { readonly at: number; readonly value: Promise<unknown> }>();

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  reads(span: Visibility, nowMs: number): Promise<number> {
    return this.#getCached(`reads ${toCacheKey(span)}`, nowMs, () => countGateReads(this.#runner, span));
  }

  plates(span: Visibility, nowMs: number): Promise<number> {
    return this.#getCached(`plates ${toCacheKey({ ...span, gates: null })}`, nowMs, () =>
      countPlatesSeen(this.#runner, span),
    );
  }

  /** First hour with reads of the plant: before it there is no habit to compare with. */
  async firstMs(nowMs: number): Promise<number> {
    return (await this.#getCached('first', nowMs, () => readFirstHourMs(this.#runner))) ?? nowMs;
  }

  next(span: Visibility, gate: number, nowMs: number): Promise<ReadonlyMap<number, number>> {
    return this.#getCached(`next ${gate} ${toCacheKey(span)}`, nowMs, () =>
      computeNextGateShares(this.#runner, span, gate),
    );
  }

  async #getCached<T>(key: string, nowMs: number, query: () => Promise<T>): Promise<T> {
    const cached = this.#cache.get(key);
    if (cached !== undefined && Math.abs(nowMs - cached.at) < CACHE_MS) return cached.value as Promise<T>;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    const value = query();
    this.#cache.set(key, { at: nowMs, value });
    // A failed query is not cached.
    value.catch(() => this.#cache.delete(key));
    return value;
  }
}

/** Cache key by whole hours, so that spans of the same hours share an entry. */
const toCacheKey = ({ gates, fromMs, toMs }: Visibility): string =>
  `${Math.floor(fromMs / HOUR_MS)} ${Math.floor(toMs / HOUR_MS)} ${gates === null ? '*' : gates.join(',')}`;
