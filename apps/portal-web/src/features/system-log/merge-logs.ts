import type { SystemEvent, SystemLogPage } from '@varco/contract/system-log.ts';

/** Answers of all sources to one question; null: that one did not answer. */
export type LogAnswers = Readonly<Record<string, SystemLogPage | null>>;

export interface SourcedEvent {
  readonly source: string;
  readonly event: SystemEvent;
}

export interface MergedLogs {
  /** Newest first, and none missing between them. */
  readonly rows: readonly SourcedEvent[];
  /** Where each source that has older ones goes on. */
  readonly next: Readonly<Record<string, string>>;
  readonly failed: readonly string[];
}

/**
 * The logs of several servers as one. A source that was read less far back than another would seem to have been silent before: so nothing is
 * shown that is older than the oldest event of any source that has more to tell.
 */
export function mergeLogs(pages: readonly LogAnswers[]): MergedLogs {
  const rows: SourcedEvent[] = [];
  const next: Record<string, string> = {};
  const failed = new Set<string>();
  let horizon = '';
  const sources = new Set(pages.flatMap((page) => Object.keys(page)));
  for (const source of sources) {
    const answers = pages.flatMap((page) => (source in page ? [page[source] ?? null] : []));
    const whole = answers.filter((answer) => answer !== null);
    if (whole.length < answers.length) failed.add(source);
    const events = whole.flatMap((answer) => answer.events);
    rows.push(...events.map((event) => ({ source, event })));
    const last = whole.at(-1)?.next ?? null;
    const oldest = events.at(-1)?.at;
    if (last === null) continue;
    next[source] = last;
    if (oldest !== undefined && oldest > horizon) horizon = oldest;
  }
  const shown = rows.filter(({ event }) => event.at >= horizon);
  return { rows: shown.toSorted((a, b) => b.event.at.localeCompare(a.event.at)), next, failed: [...failed] };
}
