import { localDay, localSecond } from './day-kind.ts';

/** A read of a plate at a gate. `localMs`: the same instant on the wall clock of the plant, as if it were UTC. */
export interface GateRead {
  readonly gate: number;
  readonly ms: number;
  readonly localMs: number;
}

const NO_INDEXES = new Int32Array();

/**
 * Reads of a plate in order of time, stored in columns: a search evaluates the habit of a candidate for each passage
 * of the target, tens of thousands of times.
 */
export class PlateHistory {
  readonly size: number;
  readonly gates: Int32Array;
  readonly ms: Float64Array;
  /** On the wall clock: days since 1970-01-01 and seconds of the day. */
  readonly days: Int32Array;
  readonly seconds: Int32Array;
  readonly #byGate = new Map<number, Int32Array>();

  /** @param reads in any order */
  constructor(reads: readonly GateRead[]) {
    const isInOrder = reads.every(
      ({ ms }, indexesAtGate) => indexesAtGate === 0 || (reads[indexesAtGate - 1]?.ms ?? 0) <= ms,
    );
    const ordered = isInOrder ? reads : reads.toSorted((a, b) => a.ms - b.ms);
    const { length } = ordered;
    this.size = length;
    this.gates = new Int32Array(length);
    this.ms = new Float64Array(length);
    this.days = new Int32Array(length);
    this.seconds = new Int32Array(length);
    const places = new Map<number, number[]>();
    for (let indexesAtGate = 0; indexesAtGate < length; indexesAtGate += 1) {
      const read = ordered[indexesAtGate];
      if (read === undefined) break;
      const { gate, ms, localMs } = read;
      this.gates[indexesAtGate] = gate;
      this.ms[indexesAtGate] = ms;
      this.days[indexesAtGate] = localDay(localMs);
      this.seconds[indexesAtGate] = localSecond(localMs);
      const known = places.get(gate);
      if (known === undefined) places.set(gate, [indexesAtGate]);
      else known.push(indexesAtGate);
    }
    for (const [gate, indexesAtGate] of places) this.#byGate.set(gate, Int32Array.from(indexesAtGate));
  }

  /** Indexes of the reads at a gate. */
  indexesAtGate(gate: number): Int32Array {
    return this.#byGate.get(gate) ?? NO_INDEXES;
  }
}
