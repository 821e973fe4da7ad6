import type { ChartFlowsResponse } from '@varco/contract/plant/chart-flows.ts';
import { readCount } from './chart-lines.ts';

/** Gates drawn; the others are one row and one column. */
export const MAX_MATRIX_GATES = 40;
/** Lines of the table; the CSV has all. */
export const MAX_FLOW_LINES = 150;

/** Trips from a gate to another. */
export interface FlowLine {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** Estimated median, seconds. */
  readonly medianS: number;
  /** Trips of the compared period; null: not compared. */
  readonly before: number | null;
}

/** A cell of the matrix; null: the gates that are not drawn, together. */
export interface FlowCell {
  readonly from: number | null;
  readonly to: number | null;
  readonly n: number;
  /** Null: of several pairs. */
  readonly medianS: number | null;
}

export interface FlowMatrix {
  /** Gates of rows and columns, those with the most trips first. */
  readonly gates: readonly number[];
  /** Number of gates drawn together. */
  readonly others: number;
  readonly cells: readonly FlowCell[];
}

type Flows = Pick<ChartFlowsResponse, 'flussi'>;

/** Lines of the table, most trips first. Pairs that had trips only in the compared period are there as well. */
export function buildFlowLines(now: Flows, before: Flows | null): readonly FlowLine[] {
  const past = before === null ? null : new Map(before.flussi.map(({ da, a, n }) => [`${da} ${a}`, n]));
  const lines = now.flussi.map(({ da, a, n, mediana_s: medianS }) => ({
    from: da,
    to: a,
    n,
    medianS,
    before: readCount(past, `${da} ${a}`),
  }));
  const listed = new Set(now.flussi.map(({ da, a }) => `${da} ${a}`));
  const gone = (before?.flussi ?? []).filter(({ da, a }) => !listed.has(`${da} ${a}`));
  return [...lines, ...gone.map(({ da, a, n }) => ({ from: da, to: a, n: 0, medianS: 0, before: n }))];
}

/** The matrix of the gates with the most trips to and from them. */
export function buildFlowMatrix({ flussi }: Flows, maxGates = MAX_MATRIX_GATES): FlowMatrix {
  const trips = new Map<number, number>();
  for (const { da, a, n } of flussi) for (const gate of [da, a]) trips.set(gate, (trips.get(gate) ?? 0) + n);
  const ranked = [...trips].toSorted(([a, n], [b, m]) => m - n || a - b).map(([gate]) => gate);
  const gates = ranked.slice(0, maxGates);
  const drawn = new Set(gates);
  const cells = new Map<string, FlowCell>();
  for (const { da, a, n, mediana_s: medianS } of flussi) {
    const [from, to] = [drawn.has(da) ? da : null, drawn.has(a) ? a : null];
    const known = cells.get(`${from} ${to}`);
    const isPair = from !== null && to !== null;
    cells.set(`${from} ${to}`, { from, to, n: (known?.n ?? 0) + n, medianS: isPair ? medianS : null });
  }
  return { gates, others: ranked.length - gates.length, cells: [...cells.values()] };
}
