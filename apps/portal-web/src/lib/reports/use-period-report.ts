import { useEffect, useRef, useState } from 'react';
import { ApiError, isAbort } from '../api/api-error.ts';
import { now } from '../clock.ts';
import {
  type Comparison,
  type DayPeriod,
  type ReportWindow,
  toComparedWindow,
  toReportWindow,
} from './report-period.ts';

/** What every report over plants asks for. */
export interface PeriodQuery {
  readonly peerIds: readonly number[];
  readonly period: DayPeriod;
  readonly comparison: Comparison;
}

export type PlantFailure = 'timeout' | 'no_perms' | 'missing_license_option' | 'reason_required' | 'other';

/** State of one call to a plant. */
export type PeriodState<Answer> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly why: PlantFailure }
  | { readonly kind: 'done'; readonly answer: Answer };

export interface PlantState<Answer> {
  readonly peerId: number;
  readonly now: PeriodState<Answer>;
  /** Null: no comparison. */
  readonly before: PeriodState<Answer> | null;
}

/** A report while it is received, with its query; the form may have changed since. */
export interface PeriodReport<Query extends PeriodQuery, Answer> {
  readonly query: Query;
  readonly windows: { readonly now: ReportWindow; readonly before: ReportWindow | null };
  readonly plants: readonly PlantState<Answer>[];
  readonly isStopped: boolean;
}

/** Calls one plant for one window. */
type AskPlant<Query, Answer> = (
  peerId: number,
  query: Query,
  window: ReportWindow,
  signal: AbortSignal,
) => Promise<Answer>;

function toPlantFailure(error: unknown): PlantFailure {
  if (!(error instanceof ApiError)) return 'other';
  const { code, subCode, status } = error.facts;
  if (subCode === 'timeout' || subCode === 'statement_timeout') return 'timeout';
  if (code === 'reason_required' || code === 'missing_license_option') return code;
  return status === 403 ? 'no_perms' : 'other';
}

const isWaiting = ({ now: one, before }: PlantState<unknown>): boolean =>
  one.kind === 'waiting' || before?.kind === 'waiting';

/**
 * Runs one report at a time. Each plant is shown as soon as it answers; unmounting cancels the queries on the plants.
 * @param ask must be stable between draws
 */
export function usePeriodReport<Query extends PeriodQuery, Answer>(
  ask: AskPlant<Query, Answer>,
): {
  readonly report: PeriodReport<Query, Answer> | null;
  readonly isRunning: boolean;
  readonly run: (query: Query) => void;
  readonly stop: () => void;
} {
  const [report, setReport] = useState<PeriodReport<Query, Answer> | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    report,
    isRunning: report !== null && !report.isStopped && report.plants.some(isWaiting),
    run(query) {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const at = now();
      const windows = {
        now: toReportWindow(query.period, at),
        before: toComparedWindow(query.period, query.comparison, at),
      };
      const waiting = { kind: 'waiting' } as const;
      setReport({
        query,
        windows,
        isStopped: false,
        plants: query.peerIds.map((peerId) => ({
          peerId,
          now: waiting,
          before: windows.before === null ? null : waiting,
        })),
      });
      const take = (peerId: number, part: Partial<PlantState<Answer>>): void => {
        if (controller.signal.aborted) return;
        setReport(
          (before) =>
            before && {
              ...before,
              plants: before.plants.map((one) => (one.peerId === peerId ? { ...one, ...part } : one)),
            },
        );
      };
      for (const peerId of query.peerIds)
        void fetchPlant(
          (window) => ask(peerId, query, window, controller.signal),
          windows,
          (part) => take(peerId, part),
        );
    },
    stop() {
      running.current?.abort();
      setReport((before) => before && { ...before, isStopped: true });
    },
  };
}

/** Requests the period first, then the compared one, to limit the load of a plant. */
async function fetchPlant<Answer>(
  ask: (window: ReportWindow) => Promise<Answer>,
  windows: { readonly now: ReportWindow; readonly before: ReportWindow | null },
  take: (part: Partial<PlantState<Answer>>) => void,
): Promise<void> {
  const fetchWindow = async (window: ReportWindow): Promise<PeriodState<Answer> | null> => {
    try {
      return { kind: 'done', answer: await ask(window) };
    } catch (error) {
      return isAbort(error) ? null : { kind: 'failed', why: toPlantFailure(error) };
    }
  };
  const first = await fetchWindow(windows.now);
  if (first === null) return;
  take(first.kind === 'failed' && windows.before !== null ? { now: first, before: first } : { now: first });
  if (first.kind === 'failed' || windows.before === null) return;
  const second = await fetchWindow(windows.before);
  if (second !== null) take({ before: second });
}
