import { statistics, type StatisticsResponse, type StatisticsBy } from '@varco/contract/plant/statistics.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, isAbort } from '../../lib/api/api-error.ts';
import { now } from '../../lib/clock.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { ChosenGate } from '../../widgets/gates/gate-choice.ts';
import type { Grouping } from './report-lines.ts';
import {
  type ReportWindow,
  type Comparison,
  toComparedWindow,
  type DayPeriod,
  toReportWindow,
} from './report-period.ts';

export interface ReportQuery {
  readonly peerIds: readonly number[];
  /** A plant without selected gates is reported with all gates. */
  readonly gates: readonly ChosenGate[];
  readonly period: DayPeriod;
  readonly comparison: Comparison;
  readonly by: Grouping;
}

export type PlantFailure = 'timeout' | 'no_perms' | 'reason_required' | 'other';

/** State of one call to a plant. */
export type PeriodState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly why: PlantFailure }
  | { readonly kind: 'done'; readonly answer: StatisticsResponse };

export interface PlantState {
  readonly peerId: number;
  readonly now: PeriodState;
  /** Null: no comparison. */
  readonly before: PeriodState | null;
}

/** A report while it is received, with its query; the form may have changed since. */
export interface Report {
  readonly query: ReportQuery;
  readonly windows: { readonly now: ReportWindow; readonly before: ReportWindow | null };
  readonly plants: readonly PlantState[];
  readonly isStopped: boolean;
}

const WIRE_GROUPINGS: Readonly<Record<Grouping, StatisticsBy>> = { plant: 'totale', gate: 'varco', day: 'giorno' };

export function toPlantFailure(error: unknown): PlantFailure {
  if (!(error instanceof ApiError)) return 'other';
  const { code, subCode, status } = error.facts;
  if (subCode === 'timeout' || subCode === 'statement_timeout') return 'timeout';
  if (code === 'reason_required') return 'reason_required';
  return status === 403 ? 'no_perms' : 'other';
}

/**
 * Runs one report at a time. Each plant is shown as soon as it answers; unmounting cancels the queries on the plants.
 */
export function useReport(): {
  readonly report: Report | null;
  readonly isRunning: boolean;
  readonly run: (question: ReportQuery) => void;
  readonly stop: () => void;
} {
  const [report, setReport] = useState<Report | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning =
    report !== null &&
    !report.isStopped &&
    report.plants.some(({ now: one, before }) => one.kind === 'waiting' || before?.kind === 'waiting');
  return {
    report,
    isRunning,
    run(question) {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const at = now();
      const windows = {
        now: toReportWindow(question.period, at),
        before: toComparedWindow(question.period, question.comparison, at),
      };
      const waiting = { kind: 'waiting' } as const;
      setReport({
        query: question,
        windows,
        isStopped: false,
        plants: question.peerIds.map((peerId) => ({
          peerId,
          now: waiting,
          before: windows.before === null ? null : waiting,
        })),
      });
      const take = (peerId: number, part: Partial<PlantState>): void => {
        if (controller.signal.aborted) return;
        setReport(
          (before) =>
            before && {
              ...before,
              plants: before.plants.map((one) => (one.peerId === peerId ? { ...one, ...part } : one)),
            },
        );
      };
      for (const peerId of question.peerIds) void fetchPlantFigures(peerId, question, windows, controller.signal, take);
    },
    stop() {
      running.current?.abort();
      setReport((before) => before && { ...before, isStopped: true });
    },
  };
}

/** Requests the period first, then the compared one, to limit the load of a plant. */
async function fetchPlantFigures(
  peerId: number,
  question: ReportQuery,
  windows: Report['windows'],
  signal: AbortSignal,
  take: (peerId: number, part: Partial<PlantState>) => void,
): Promise<void> {
  const varchi = question.gates.filter((gate) => gate.peerId === peerId).map(({ gateId }) => gateId);
  const ask = async (window: ReportWindow): Promise<PeriodState | null> => {
    try {
      const body = { ...window, per: WIRE_GROUPINGS[question.by], ...(varchi.length === 0 ? {} : { varchi }) };
      return { kind: 'done', answer: await callPeer(peerId, statistics, { body }, { signal }) };
    } catch (error) {
      return isAbort(error) ? null : { kind: 'failed', why: toPlantFailure(error) };
    }
  };
  const first = await ask(windows.now);
  if (first === null) return;
  take(peerId, first.kind === 'failed' && windows.before !== null ? { now: first, before: first } : { now: first });
  if (first.kind === 'failed' || windows.before === null) return;
  const second = await ask(windows.before);
  if (second !== null) take(peerId, { before: second });
}
