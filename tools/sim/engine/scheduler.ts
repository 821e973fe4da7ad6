import { setImmediate as realSetImmediate } from 'node:timers';
import type { NodeClock } from './node-clock.ts';

/** One machine or browser tab of the world. Events of an earlier generation died with their process. */
export class SimNode {
  readonly name: string;
  readonly clock: NodeClock;
  generation = 0;
  isUp = true;

  constructor(name: string, clock: NodeClock) {
    this.name = name;
    this.clock = clock;
  }

  /** The process ends: nothing it waited for comes any more. */
  crash(): void {
    this.generation += 1;
    this.isUp = false;
  }
}

/** An event that can be taken back. */
export interface Planned {
  cancel(): void;
}

interface SimEvent {
  readonly at: number;
  readonly seq: number;
  readonly node: SimNode;
  readonly generation: number;
  readonly label: string;
  readonly action: () => void;
  isCancelled: boolean;
}

const isBefore = (a: SimEvent, b: SimEvent): boolean => a.at < b.at || (a.at === b.at && a.seq < b.seq);

/**
 * The only source of time and order: events run one after the other in the order of their instants, equal ones in the
 * order in which they were planned. After each event all promises it resolved are run to their end before time moves on.
 */
export class Scheduler {
  #nowMs: number;
  #seq = 0;
  readonly #heap: SimEvent[] = [];
  readonly #onEvent: (label: string, node: string, atMs: number) => void;
  /** Node whose code is running; its clock is the one that code reads. */
  current: SimNode;

  /**
   * @param startMs milliseconds since 1970
   * @param onEvent called before each event, for the trace
   */
  constructor(startMs: number, world: SimNode, onEvent: (label: string, node: string, atMs: number) => void) {
    this.#nowMs = startMs;
    this.current = world;
    this.#onEvent = onEvent;
  }

  /** True time, milliseconds since 1970; no node knows it. */
  get nowMs(): number {
    return this.#nowMs;
  }

  get pending(): number {
    return this.#heap.length;
  }

  /** Plans an event of a node after `delayMs`. It is dropped when the process of the node ends before. */
  after(delayMs: number, node: SimNode, label: string, action: () => void): Planned {
    this.#seq += 1;
    const at = this.#nowMs + Math.max(0, Number.isFinite(delayMs) ? delayMs : 0);
    const event: SimEvent = {
      ...{ at, seq: this.#seq, node, label, action },
      ...{ generation: node.generation, isCancelled: false },
    };
    this.#push(event);
    return {
      cancel: () => {
        event.isCancelled = true;
      },
    };
  }

  /** Runs all events up to an instant, milliseconds since 1970, which is then the time. */
  async runUntil(endMs: number): Promise<void> {
    for (let event = this.#heap[0]; event !== undefined && event.at <= endMs; event = this.#heap[0]) {
      this.#pop();
      if (event.isCancelled || event.generation !== event.node.generation) continue;
      this.#nowMs = event.at;
      this.current = event.node;
      this.#onEvent(event.label, event.node.name, event.at);
      event.action();
      await settle();
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }

  #push(event: SimEvent): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up];
      if (parent === undefined || !isBefore(event, parent)) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) child += 1;
      const smaller = heap[child];
      if (smaller === undefined || !isBefore(smaller, last)) break;
      heap[at] = smaller;
      at = child;
    }
    heap[at] = last;
  }
}

/** Resolves when all microtasks and ticks of the code that just ran are done. */
const settle = (): Promise<void> => new Promise((resolve) => void realSetImmediate(resolve));
