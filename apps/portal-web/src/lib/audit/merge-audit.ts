import type { AuditLogEntry, AuditPage, AuditTotals } from '@varco/contract/audit-log.ts';

/** One page of each source, or why there is none: it asks for a reason, or it did not answer. */
export type LogAnswers = Readonly<Record<string, AuditPage | 'reason' | 'failed'>>;

export interface SourcedEntry {
  readonly source: string;
  readonly entry: AuditLogEntry;
}

export interface MergedAudit {
  /** Newest first, without gaps. */
  readonly rows: readonly SourcedEntry[];
  /** Position of each source that has older entries. */
  readonly next: Readonly<Record<string, NonNullable<AuditPage['next']>>>;
  readonly failed: readonly string[];
  /** Sources that ask the reader for a reason. */
  readonly reasonNeeded: readonly string[];
  /** Of all sources that answered. */
  readonly totals: AuditTotals;
}

export const entryKey = ({ source, entry }: SourcedEntry): string => `${source}-${entry.epoch}-${entry.seq}`;

/**
 * Merges the logs of several servers. A source that was read less far back would seem silent before that, so entries
 * older than the oldest one of any source with further pages are withheld.
 */
export function mergeAuditPages(pages: readonly LogAnswers[]): MergedAudit {
  const rows: SourcedEntry[] = [];
  const next: Record<string, NonNullable<AuditPage['next']>> = {};
  const failed = new Set<string>();
  const reasonNeeded = new Set<string>();
  const totals: AuditTotals[] = [];
  let horizon = '';
  for (const source of new Set(pages.flatMap((page) => Object.keys(page)))) {
    const answers: AuditPage[] = [];
    for (const page of pages) {
      const answer = page[source];
      if (answer === 'failed') failed.add(source);
      else if (answer === 'reason') reasonNeeded.add(source);
      else if (answer !== undefined) answers.push(answer);
    }
    const entries = answers.flatMap((answer) => answer.entries);
    rows.push(...entries.map((entry) => ({ source, entry })));
    totals.push(...answers.flatMap((answer) => answer.totals ?? []));
    const last = answers.at(-1)?.next ?? null;
    const oldest = entries.at(-1)?.at;
    if (last === null) continue;
    next[source] = last;
    if (oldest !== undefined && oldest > horizon) horizon = oldest;
  }
  const shown = rows.filter(({ entry }) => entry.at >= horizon);
  return {
    rows: shown.toSorted((a, b) => b.entry.at.localeCompare(a.entry.at) || b.entry.seq - a.entry.seq),
    next,
    failed: [...failed],
    reasonNeeded: [...reasonNeeded],
    totals: sumTotals(totals),
  };
}

function sumTotals(all: readonly AuditTotals[]): AuditTotals {
  const people = new Map<string | null, number>();
  const actions = new Map<string, number>();
  for (const one of all) {
    for (const { name, entries } of one.people) people.set(name, (people.get(name) ?? 0) + entries);
    for (const { action, entries } of one.actions) actions.set(action, (actions.get(action) ?? 0) + entries);
  }
  const sum = (pick: (one: AuditTotals) => number): number => all.reduce((total, one) => total + pick(one), 0);
  const mostFirst = <T>(groups: ReadonlyMap<T, number>): [T, number][] =>
    [...groups].toSorted(([, one], [, other]) => other - one);
  return {
    entries: sum(({ entries }) => entries),
    people: mostFirst(people).map(([name, entries]) => ({ name, entries })),
    actions: mostFirst(actions).map(([action, entries]) => ({ action, entries })),
    others: { people: sum(({ others }) => others.people), actions: sum(({ others }) => others.actions) },
  };
}
