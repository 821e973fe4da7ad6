import { statistics, type StatisticsAnswer, type StatisticsBy } from '@varco/contract/plant/statistics.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, isAbort } from '../../lib/api/api-error.ts';
import { now } from '../../lib/clock.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { ChosenGate } from '../../widgets/gates/gate-choice.ts';
import type { Grouping } from './report-lines.ts';
import { type AskedWindow, type Comparison, comparedWindow, type DayPeriod, windowOf } from './report-period.ts';

export interface ReportQuestion {
  readonly peerIds: readonly number[];
  /** A plant without selected gates is reported with all gates. */
  readonly gates: readonly ChosenGate[];
  readonly period: DayPeriod;
  readonly comparison: Comparison;
  readonly by: Grouping;
}

export type Failure = 'timeout' | 'no_perms' | 'reason_required' | 'other';

/** State of one call to a plant. */
export type Part =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly why: Failure }
  | { readonly kind: 'done'; readonly answer: StatisticsAnswer };

export interface PlantPart {
  readonly peerId: number;
  readonly now: Part;
  /** Null: no comparison. */
  readonly before: Part | null;
}

/** A report while it is received, with its query; the form may have changed since. */
export interface Report {
  readonly query: ReportQuestion;
  readonly windows: { readonly now: AskedWindow; readonly before: AskedWindow | null };
  readonly parts: readonly PlantPart[];
  readonly isStopped: boolean;
}

const LINES: Readonly<Record<Grouping, StatisticsBy>> = { plant: 'totale', gate: 'varco', day: 'giorno' };

export function failureOf(error: unknown): Failure {
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
  readonly run: (question: ReportQuestion) => void;
  readonly stop: () => void;
} {
  const [report, setReport] = useState<Report | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning =
    report !== null &&
    !report.isStopped &&
    report.parts.some(({ now: one, before }) => one.kind === 'waiting' || before?.kind === 'waiting');
  return {
    report,
    isRunning,
    run(question) {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const at = now();
      const windows = {
        now: windowOf(question.period, at),
        before: comparedWindow(question.period, question.comparison, at),
      };
      const waiting = { kind: 'waiting' } as const;
      setReport({
        query: question,
        windows,
        isStopped: false,
        parts: question.peerIds.map((peerId) => ({
          peerId,
          now: waiting,
          before: windows.before === null ? null : waiting,
        })),
      });
      const take = (peerId: number, part: Partial<PlantPart>): void => {
        if (controller.signal.aborted) return;
        setReport(
          (before) =>
            before && {
              ...before,
              parts: before.parts.map((one) => (one.peerId === peerId ? { ...one, ...part } : one)),
            },
        );
      };
      for (const peerId of question.peerIds) void askPlant(peerId, question, windows, controller.signal, take);
    },
    stop() {
      running.current?.abort();
      setReport((before) => before && { ...before, isStopped: true });
    },
  };
}

/** Requests the period first, then the compared one, to limit the load of a plant. */
async function askPlant(
  peerId: number,
  question: ReportQuestion,
  windows: Report['windows'],
  signal: AbortSignal,
  take: (peerId: number, part: Partial<PlantPart>) => void,
): Promise<void> {
  const varchi = question.gates.filter((gate) => gate.peerId === peerId).map(({ gateId }) => gateId);
  const ask = async (window: AskedWindow): Promise<Part | null> => {
    try {
      const body = { ...window, per: LINES[question.by], ...(varchi.length === 0 ? {} : { varchi }) };
      return { kind: 'done', answer: await callPeer(peerId, statistics, { body }, { signal }) };
    } catch (error) {
      return isAbort(error) ? null : { kind: 'failed', why: failureOf(error) };
    }
  };
  const first = await ask(windows.now);
  if (first === null) return;
  take(peerId, first.kind === 'failed' && windows.before !== null ? { now: first, before: first } : { now: first });
  if (first.kind === 'failed' || windows.before === null) return;
  const second = await ask(windows.before);
  if (second !== null) take(peerId, { before: second });
}
