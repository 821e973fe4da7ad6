import { infiniteQueryOptions } from '@tanstack/react-query';
import { plantSystemLog } from '@varco/contract/plant/system-log.ts';
import { portalSystemLog } from '@varco/contract/portal/system-log.ts';
import type { SystemLogPage, SystemLogQuery } from '@varco/contract/system-log.ts';
import { nowMs, toInstant } from '../../lib/clock.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import { type LogPages, mergeLogs } from './merge-logs.ts';

/** `portal`, or the credential id of a plant. */
export type LogSource = string;
export const PORTAL_SOURCE = 'portal';

export type LogLevel = SystemLogQuery['level'];

/** What is asked of every source. `hours`: how far back; null: all that is kept. */
export interface LogQuestion {
  readonly level: LogLevel;
  readonly hours: number | null;
  readonly search: { readonly q: string; readonly events: string } | null;
}

const HOUR_MS = 3_600_000;

const toQuery = ({ level, hours, search }: LogQuestion) => ({
  level,
  ...(hours !== null && { from: toInstant(nowMs() - hours * HOUR_MS) }),
  ...(search !== null && { q: search.q, ...(search.events !== '' && { events: search.events }) }),
});
type SentQuery = ReturnType<typeof toQuery>;

/** Pages of the logs of all sources together; the next page covers the sources that have older events. */
export const systemLogsQuery = (sources: readonly LogSource[], question: LogQuestion) =>
  infiniteQueryOptions({
    queryKey: ['system-logs', sources, question],
    queryFn: ({ pageParam, signal }) =>
      fetchLogPages(pageParam ?? sources.map((source) => [source]), toQuery(question), signal),
    initialPageParam: null as readonly (readonly [LogSource, string?])[] | null,
    getNextPageParam: (_last, pages) => {
      const next = Object.entries(mergeLogs(pages).next);
      return next.length === 0 ? null : next;
    },
    enabled: sources.length > 0,
    staleTime: 0,
    gcTime: 0,
  });

async function fetchLogPages(
  requested: readonly (readonly [LogSource, string?])[],
  query: SentQuery,
  signal: AbortSignal,
): Promise<LogPages> {
  const answers = await Promise.allSettled(
    requested.map(([source, before]) => fetchLogPage(source, before, query, signal)),
  );
  signal.throwIfAborted();
  return Object.fromEntries(
    requested.map(([source], index) => {
      const answer = answers[index];
      return [source, answer?.status === 'fulfilled' ? answer.value : null];
    }),
  );
}

function fetchLogPage(
  source: LogSource,
  before: string | undefined,
  query: SentQuery,
  signal: AbortSignal,
): Promise<SystemLogPage> {
  const input = { query: { ...query, ...(before === undefined ? {} : { before }) } };
  return source === PORTAL_SOURCE
    ? callPortal(portalSystemLog, input, { signal })
    : callPlant(source, plantSystemLog, input, { signal });
}
