import type { Rng } from '@varco/sim/random.ts';
import type { DiskState } from './database/sim-database.ts';
import type { LinkState } from './engine/messages.ts';

const MINUTE_MS = 60_000;

export interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

type Weather = Interval & { readonly kind: 'cut' | 'lossy' | 'slow'; readonly a: string; readonly b: string };
type Stress = Interval & { readonly node: string; readonly kind: 'slow' | 'breaking' };
export type Outage = Interval & { readonly node: string };

const overlaps = (one: Interval, fromMs: number, toMs: number): boolean => one.fromMs <= toMs && one.toMs >= fromMs;

/** Clock of a node at the start of the day, and when somebody sets it. */
export interface ClockFault {
  readonly offsetMs: number;
  readonly ppm: number;
  readonly jumps: readonly { readonly atMs: number; readonly byMs: number }[];
}

/** All that goes wrong on one day, drawn from its seed before the day begins. */
export class FaultPlan {
  readonly weather: readonly Weather[];
  readonly stress: readonly Stress[];
  readonly outages: readonly Outage[];
  readonly listenerDrops: readonly Outage[];
  readonly #nowMs: () => number;

  /**
   * @param servers nodes that restart, with disks
   * @param links pairs of nodes that talk to each other
   * @param day when things go wrong; outside of it all is well
   */
  constructor(
    random: Rng,
    { servers, links }: { readonly servers: readonly string[]; readonly links: readonly (readonly [string, string])[] },
    day: Interval,
    nowMs: () => number,
  ) {
    const interval = (mostMinutes: number): Interval => {
      const fromMs = day.fromMs + random.int(day.toMs - day.fromMs);
      return { fromMs, toMs: Math.min(day.toMs, fromMs + 1000 + random.int(mostMinutes * MINUTE_MS)) };
    };
    const many = <T>(most: number, draw: () => T): readonly T[] => Array.from({ length: random.int(most + 1) }, draw);
    this.weather = links.flatMap(([a, b]) => [
      ...many(2, () => ({ kind: 'cut' as const, a, b, ...interval(random.pick([1, 5, 60])) })),
      ...many(3, () => ({ kind: 'lossy' as const, a, b, ...interval(40) })),
      ...many(3, () => ({ kind: 'slow' as const, a, b, ...interval(40) })),
    ]);
    this.stress = servers.flatMap((node) => [
      ...many(3, () => ({ kind: 'slow' as const, node, ...interval(30) })),
      ...many(3, () => ({ kind: 'breaking' as const, node, ...interval(20) })),
    ]);
    this.outages = servers.flatMap((node) => many(4, () => ({ node, ...interval(random.pick([0, 1, 20])) })));
    this.listenerDrops = servers.flatMap((node) => many(3, () => ({ node, ...interval(1) })));
    this.#nowMs = nowMs;
  }

  linkOf(a: string, b: string): LinkState {
    const now = this.#nowMs();
    const here = this.weather.filter((one) => isBetween(one, a, b) && one.fromMs <= now && now < one.toMs);
    const cut = here.filter(({ kind }) => kind === 'cut').map(({ toMs }) => toMs);
    const isSlow = here.some(({ kind }) => kind === 'slow');
    return {
      loss: here.some(({ kind }) => kind === 'lossy') ? 0.25 : 0,
      minMs: isSlow ? 200 : 4,
      maxMs: isSlow ? 9_000 : 300,
      cutUntilMs: cut.length === 0 ? null : Math.max(...cut),
    };
  }

  diskOf(node: string): DiskState {
    const now = this.#nowMs();
    const here = this.stress.filter((one) => one.node === node && one.fromMs <= now && now < one.toMs);
    const isSlow = here.some(({ kind }) => kind === 'slow');
    return {
      minMs: 1,
      maxMs: isSlow ? 2_500 : 12,
      loss: here.some(({ kind }) => kind === 'breaking') ? 0.15 : 0,
    };
  }

  /** True while a node is off; outages may overlap. */
  isOff(node: string): boolean {
    const now = this.#nowMs();
    return this.outages.some((one) => one.node === node && one.fromMs <= now && now < one.toMs);
  }

  /** What is wrong with a node, with its links, and with the nodes it talks to. */
  listTroubles(node: string, others: readonly string[]): readonly Interval[] {
    const names = new Set([node, ...others]);
    const links = this.weather.filter((one) => others.some((other) => isBetween(one, node, other)));
    return [...links, ...[...this.outages, ...this.stress].filter((one) => names.has(one.node))];
  }

  /** True when nothing was wrong with a node and its link to another one in a time, nor shortly before. */
  isCalm(node: string, other: string, fromMs: number, toMs: number): boolean {
    const from = fromMs - 2 * MINUTE_MS;
    return (
      !this.weather.some((one) => isBetween(one, node, other) && overlaps(one, from, toMs)) &&
      ![...this.outages, ...this.stress].some((one) => one.node === node && overlaps(one, from, toMs))
    );
  }

  /** True when a node was off or cut off from another one during the whole time. */
  isAway(node: string, other: string, fromMs: number, toMs: number): boolean {
    const covers = (one: Interval): boolean => one.fromMs <= fromMs && one.toMs >= toMs;
    return (
      this.outages.some((one) => one.node === node && covers(one)) ||
      this.weather.some((one) => one.kind === 'cut' && isBetween(one, node, other) && covers(one))
    );
  }
}

const isBetween = (link: { readonly a: string; readonly b: string }, a: string, b: string): boolean =>
  (link.a === a && link.b === b) || (link.a === b && link.b === a);

/** Clock of a node: most are nearly right, some are minutes off, and a few are set during the day. */
export function drawClockFault(random: Rng, day: Interval): ClockFault {
  const isOff = random.chance(0.2);
  const jumps = random.chance(0.2)
    ? [{ atMs: day.fromMs + random.int(day.toMs - day.fromMs), byMs: Math.round(random.between(-90_000, 90_000)) }]
    : [];
  return {
    offsetMs: Math.round(random.between(-1, 1) * (isOff ? 180_000 : 400)),
    ppm: Math.round(random.between(-80, 80)),
    jumps,
  };
}
