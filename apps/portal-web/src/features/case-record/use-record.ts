import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditSource, auditQuery, type LogScope } from '../../lib/audit/audit.api.ts';
import { type LogAnswers, mergeAuditPages } from '../../lib/audit/merge-audit.ts';

/** Entries of one log that one call returns at most: every call is an entry in that log. */
const PAGE_SIZE = 200;
/** Calls to each log that a print makes at most. */
const MAX_PRINTED_PAGES = 50;

/** The entries of a case, asked of each log once, and again only on request. */
export function useRecord(sources: ReadonlyMap<AuditSource, string>, caseNumber: string, scope: LogScope) {
  const [question, setQuestion] = useState({ run: 0, sources: [...sources.keys()] });
  const query = useInfiniteQuery(auditQuery({ ...question, filter: { case: caseNumber }, scope, limit: PAGE_SIZE }));
  const pages = query.data?.pages ?? [];

  /** Loads what is older, until there is no more or nothing more comes. */
  async function loadAll(): Promise<readonly LogAnswers[]> {
    let loaded: readonly LogAnswers[] = pages;
    for (let call = 0; call < MAX_PRINTED_PAGES; call++) {
      const before = mergeAuditPages(loaded);
      if (Object.keys(before.next).length === 0) break;
      // Pages are asked one after the other: each begins where the one before ended.
      // oxlint-disable-next-line no-await-in-loop
      const { data } = await query.fetchNextPage();
      const more = data?.pages ?? loaded;
      const isStuck = countEntries(more) === countEntries(loaded);
      loaded = more;
      if (isStuck) break;
    }
    return loaded;
  }

  return {
    requested: question.sources,
    query,
    merged: mergeAuditPages(pages),
    loadAll,
    ask: () => setQuestion({ run: question.run + 1, sources: [...sources.keys()] }),
  };
}

export type CaseRecord = ReturnType<typeof useRecord>;

const countEntries = (pages: readonly LogAnswers[]): number =>
  pages.reduce(
    (sum, page) =>
      sum +
      Object.values(page).reduce((all, answer) => all + (typeof answer === 'string' ? 0 : answer.entries.length), 0),
    0,
  );
