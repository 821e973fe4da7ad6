import { Rng } from '@varco/sim/random.ts';

/** What goes wrong in a round. Rounds go through all kinds, in an order drawn for each pass. */
export const FAILOVER_KINDS = [
  'kill-postgres',
  'kill-patroni',
  'kill-primary',
  'freeze-primary',
  'cut-primary',
  'kill-standby',
  'freeze-standby',
  'kill-plant',
  'freeze-plant',
  'kill-portal',
  'freeze-portal',
] as const;
export type FailoverKind = (typeof FAILOVER_KINDS)[number];

/** Kinds that harm one process of a server; all others harm the database. */
export const PROCESS_KINDS: readonly FailoverKind[] = ['kill-plant', 'freeze-plant', 'kill-portal', 'freeze-portal'];

/** One fault, drawn from a seed alone. */
export interface FailoverPlan {
  readonly seed: number;
  readonly kind: FailoverKind;
  /** Milliseconds of load before it. */
  readonly atMs: number;
  /** How long it lasts at least; it goes on until writes are acknowledged again. */
  readonly forMs: number;
  /** Which of the two processes of a server, 0 or 1. */
  readonly process: 0 | 1;
}

/** Draws the fault of a seed: as many seeds in a row as there are kinds go through all of them. */
export function drawFailover(seed: number): FailoverPlan {
  const pass = Math.floor((seed - 1) / FAILOVER_KINDS.length);
  const order = [...FAILOVER_KINDS];
  const shuffling = new Rng(Math.imul(pass + 1, 2_654_435_761));
  for (let i = order.length - 1; i > 0; i -= 1) {
    const other = shuffling.int(i + 1);
    [order[i], order[other]] = [order[other] ?? 'kill-primary', order[i] ?? 'kill-primary'];
  }
  const rng = new Rng(Math.imul(seed, 2_246_822_519));
  return {
    seed,
    kind: order[(seed - 1) % order.length] ?? 'kill-primary',
    atMs: Math.round(rng.between(1_000, 5_000)),
    forMs: Math.round(rng.between(3_000, 9_000)),
    process: rng.chance(0.5) ? 0 : 1,
  };
}

const formatSeconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** The fault in words. */
export function describeFailover({ kind, atMs, forMs, process }: FailoverPlan): string {
  const which = PROCESS_KINDS.includes(kind) ? ` ${process + 1}` : '';
  return `${kind}${which} after ${formatSeconds(atMs)} s, for at least ${formatSeconds(forMs)} s`;
}
