import type { SystemEvent, SystemLogPage } from '@varco/contract/system-log.ts';

/** One page of each source; null: the source did not answer. */
export type LogPages = Readonly<Record<string, SystemLogPage | null>>;

export interface SourcedEvent {
  readonly source: string;
  readonly event: SystemEvent;
}

export interface MergedLogs {
  /** Newest first, without gaps. */
  readonly rows: readonly SourcedEvent[];
  /** Cursor of each source that has older events. */
  readonly next: Readonly<Record<string, string>>;
  readonly failed: readonly string[];
}

/**
 * Merges the logs of several servers. A source that was read less far back would seem silent before that, so events
 * older than the oldest one of any source with further pages are withheld.
 */
export function mergeLogs(pages: readonly LogPages[]): MergedLogs {
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
