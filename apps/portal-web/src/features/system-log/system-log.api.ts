import { infiniteQueryOptions } from '@tanstack/react-query';
import { plantSystemLog } from '@varco/contract/plant/system-log.ts';
import { portalSystemLog } from '@varco/contract/portal/system-log.ts';
import type { SystemLogPage, SystemLogQuery } from '@varco/contract/system-log.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import { type LogPages, mergeLogs } from './merge-logs.ts';

/** `portal`, or the credential id of a plant. */
export type LogSource = string;
export const PORTAL_SOURCE = 'portal';

export type LogLevel = SystemLogQuery['level'];

/** Pages of the logs of all sources together; the next page covers the sources that have older events. */
export const systemLogsQuery = (sources: readonly LogSource[], level: LogLevel) =>
  infiniteQueryOptions({
    queryKey: ['system-logs', sources, level],
    queryFn: ({ pageParam, signal }) => fetchLogPages(pageParam ?? sources.map((source) => [source]), level, signal),
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
  level: LogLevel,
  signal: AbortSignal,
): Promise<LogPages> {
  const answers = await Promise.allSettled(
    requested.map(([source, before]) => fetchLogPage(source, before, level, signal)),
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
  level: LogLevel,
  signal: AbortSignal,
): Promise<SystemLogPage> {
  const input = { query: { level, ...(before === undefined ? {} : { before }) } };
  return source === PORTAL_SOURCE
    ? callPortal(portalSystemLog, input, { signal })
    : callPlant(source, plantSystemLog, input, { signal });
}
