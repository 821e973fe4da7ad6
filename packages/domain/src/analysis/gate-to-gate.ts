/** Journeys over gates in a given order, and legs between any two of them (analysis design, part 4, E). Pure. */

/** Passages of one plate at the chosen gates, in order of time. */
export interface GateTrack {
  readonly plate: string;
  /** A gate id on one plant, or an index into the list of gates over several plants. */
  readonly gates: readonly number[];
  /** Epoch milliseconds, by the corrected clocks. */
  readonly timesMs: readonly number[];
}

export interface GateJourney {
  readonly plate: string;
  /** One instant for each gate of the order. */
  readonly timesMs: readonly number[];
}

/**
 * Shortest journeys of a plate: for each passage at the last gate, the latest start from which it is reached in order.
 * Other gates may lie between. A passage belongs to one journey only, except that the end of one may be the start of
 * the next.
 * @param order gates in the requested order, two or more; a gate may repeat (A, B, A)
 * @param maxMs from the first gate to the last
 */
export function findJourneys(track: GateTrack, order: readonly number[], maxMs: number): readonly GateJourney[] {
  const found: GateJourney[] = [];
  /** By number of gates already passed: the times of the chain that started last. */
  let chains: (readonly number[] | undefined)[] = [];
  track.gates.forEach((gate, i) => {
    const timeMs = track.timesMs[i] ?? 0;
    let isEnd = false;
    // Backwards, because one passage at a gate that occurs twice would otherwise count for both.
    for (let place = order.length - 1; place > 0; place--) {
      const before = chains[place - 1];
      if (order[place] !== gate || before === undefined || timeMs - (before[0] ?? 0) > maxMs) continue;
      const chain = [...before, timeMs];
      if (place === order.length - 1) {
        found.push({ plate: track.plate, timesMs: chain });
        isEnd = true;
      } else chains[place] = chain;
    }
    if (isEnd) chains = [];
    if (order[0] === gate) chains[0] = [timeMs];
  });
  return found;
}

/** From one of the chosen gates to the next different one where the plate was read. */
export interface GateLeg {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

/** Legs within the maximum time. Repeated reads at one gate are not a leg: the last passage there counts. */
export function findLegs({ gates, timesMs }: GateTrack, maxMs: number): readonly GateLeg[] {
  const legs: GateLeg[] = [];
  for (let i = 1; i < gates.length; i++) {
    const [from, to] = [gates[i - 1] ?? 0, gates[i] ?? 0];
    const elapsedMs = (timesMs[i] ?? 0) - (timesMs[i - 1] ?? 0);
    if (from !== to && elapsedMs <= maxMs) legs.push({ from, to, seconds: elapsedMs / 1000 });
  }
  return legs;
}
