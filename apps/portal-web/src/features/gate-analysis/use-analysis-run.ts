import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../lib/api/api-error.ts';
import { invalidateSearchCount } from '../../lib/case/logged-searches.ts';
import { elapsedMs } from '../../lib/clock.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';

/** State of an analysis. It starts only on a click, never by itself, because every run is audited. */
export type RunState<Answer> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly startedAt: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'done'; readonly answer: Answer };

export interface AnalysisRun<Question, Answer> {
  readonly state: RunState<Answer>;
  readonly start: (question: Question) => void;
  /** Aborts the calls, which also stops the queries on the plants. */
  readonly stop: () => void;
}

/** Runs one analysis at a time: a new start, a stop, or unmounting aborts the previous run. */
export function useAnalysisRun<Question, Answer>(
  ask: (question: Question, signal: AbortSignal) => Promise<Answer>,
): AnalysisRun<Question, Answer> {
  const [state, setState] = useState<RunState<Answer>>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    start(question) {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setState({ kind: 'running', startedAt: elapsedMs() });
      void ask(question, controller.signal)
        .then(
          (answer) => {
            if (!controller.signal.aborted) setState({ kind: 'done', answer });
          },
          (error: unknown) => {
            if (controller.signal.aborted || isAbort(error)) return;
            notifyError(error);
            setState({ kind: 'failed', error });
          },
        )
        .finally(invalidateSearchCount);
    },
    stop() {
      running.current?.abort();
      setState({ kind: 'stopped' });
    },
  };
}
