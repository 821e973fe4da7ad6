import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditSource } from '../../lib/audit/audit.api.ts';
import { type MergedAudit, mergeAuditPages } from '../../lib/audit/merge-audit.ts';
import { now } from '../../lib/clock.ts';
import { fetchPublishedStates, type PublishedState } from './checkpoints.api.ts';
import type { CaseRecord } from './use-record.ts';

/** What a print of a case holds. */
export interface PreparedPrint {
  readonly merged: MergedAudit;
  readonly states: readonly PublishedState[];
  /** Logs whose checkpoint could not be read. */
  readonly withoutState: readonly AuditSource[];
  /** Logs that were asked. */
  readonly requested: readonly AuditSource[];
  readonly at: string;
}

/** Loads the whole record, then the checkpoints, so that they cover as many of its entries as possible. */
export function usePreparedPrint(record: CaseRecord) {
  const [prepared, setPrepared] = useState<PreparedPrint | null>(null);
  const run = useMutation({
    mutationFn: async (): Promise<PreparedPrint> => {
      const merged = mergeAuditPages(await record.loadAll());
      const { requested } = record;
      const answers = await Promise.allSettled(
        requested.map((source) => fetchPublishedStates(source, listEpochs(merged, source))),
      );
      return {
        merged,
        states: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
        withoutState: requested.filter((_, index) => {
          const answer = answers[index];
          return answer?.status !== 'fulfilled' || answer.value.length === 0;
        }),
        requested,
        at: now(),
      };
    },
    onSuccess: setPrepared,
  });
  return { prepared, isPreparing: run.isPending, prepare: () => run.mutate(), end: () => setPrepared(null) };
}

const listEpochs = (merged: MergedAudit, source: AuditSource): ReadonlySet<number> =>
  new Set(merged.rows.filter((row) => row.source === source).map(({ entry }) => entry.epoch));
