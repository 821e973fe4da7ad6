import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditExportQuery, AuditFilter, AuditPage } from '@varco/contract/audit-log.ts';
import { exportAudit, listOwnAudit, searchAudit } from '@varco/contract/plant/audit.ts';
import { exportPortalAudit, searchPortalAudit } from '@varco/contract/portal/audit.ts';
import { ApiError } from '../api/api-error.ts';
import { callPortal } from '../api/portal.ts';
import { callPlant } from '../plants/plant-sessions.ts';
import { type LogAnswers, mergeAuditPages } from './merge-audit.ts';

/** `portal`, or the credential id of a plant. */
export type AuditSource = string;
export const PORTAL_SOURCE = 'portal';

/** Entries of everybody, for whom may read the log (ADR 0008), or of the caller alone. */
export type LogScope = 'all' | 'own';

/** What a shown entry narrows the question to. */
export type Narrowing = Partial<Pick<AuditFilter, 'user' | 'plate'>>;

type Position = NonNullable<AuditPage['next']>;

/** A question to all logs. `run` tells two equal questions apart: each is asked, and recorded, once. */
export interface AuditQuestion {
  readonly run: number;
  readonly sources: readonly AuditSource[];
  /** Of own entries only the case number counts. */
  readonly filter: AuditFilter;
  readonly scope?: LogScope;
  /** Entries of a page of one log. */
  readonly limit?: number;
}

/**
 * Pages of the logs of all sources together; the next page covers the sources that have older entries. Every call is an
 * entry in the log, so nothing is asked again by itself.
 */
export const auditQuery = (question: AuditQuestion) =>
  infiniteQueryOptions({
    queryKey: ['audit', question],
    queryFn: ({ pageParam, signal }) =>
      fetchPages(pageParam ?? question.sources.map((source) => [source]), question, signal),
    initialPageParam: null as readonly (readonly [AuditSource, Position?])[] | null,
    getNextPageParam: (_last, pages) => {
      const next = Object.entries(mergeAuditPages(pages).next);
      return next.length === 0 ? null : next;
    },
    enabled: question.sources.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

async function fetchPages(
  requested: readonly (readonly [AuditSource, Position?])[],
  question: AuditQuestion,
  signal: AbortSignal,
): Promise<LogAnswers> {
  const answers = await Promise.allSettled(
    requested.map(([source, before]) => fetchPage(source, question, before, signal)),
  );
  signal.throwIfAborted();
  return Object.fromEntries(
    requested.map(([source], index) => {
      const answer = answers[index];
      return [source, answer?.status === 'fulfilled' ? answer.value : toFailure(answer?.reason)];
    }),
  );
}

const toFailure = (error: unknown): 'reason' | 'failed' =>
  error instanceof ApiError && error.code === 'reason_required' ? 'reason' : 'failed';

function fetchPage(
  source: AuditSource,
  { filter, scope = 'all', limit }: AuditQuestion,
  before: Position | undefined,
  signal: AbortSignal,
): Promise<AuditPage> {
  const page = { ...(before === undefined ? {} : { before }), ...(limit === undefined ? {} : { limit }) };
  if (scope === 'own') {
    const own = filter.case === undefined ? page : { case: filter.case, ...page };
    return callPlant(source, listOwnAudit, { body: own }, { signal });
  }
  // Totals once: they are of the whole filter, whatever the page.
  const input = { body: { ...filter, ...page, ...(before === undefined ? { with_totals: true } : {}) } };
  return source === PORTAL_SOURCE
    ? callPortal(searchPortalAudit, input, { signal })
    : callPlant(source, searchAudit, input, { signal });
}

/** The entries of one log as a file; the export is an entry there. */
export const fetchAuditFile = (source: AuditSource, body: AuditExportQuery): Promise<Blob> =>
  source === PORTAL_SOURCE ? callPortal(exportPortalAudit, { body }) : callPlant(source, exportAudit, { body });
