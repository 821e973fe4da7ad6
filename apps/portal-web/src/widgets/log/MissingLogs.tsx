import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import type { AuditSource } from '../../lib/audit/audit.api.ts';
import type { MergedAudit } from '../../lib/audit/merge-audit.ts';
import type { AuditSources } from '../../lib/audit/use-audit-sources.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSegment } from '../completeness/completeness.ts';

/**
 * Logs that the answer says nothing of: not connected when they were asked, whatever they are now. One that answered and
 * went away since is none of them.
 */
export const findUnasked = (
  requested: readonly AuditSource[],
  { readable, absent }: AuditSources,
): ReadonlyMap<AuditSource, string> =>
  new Map([...readable, ...absent].filter(([source]) => !requested.includes(source)));

/** One segment for each log that was called, and for those that could not be. */
export function toLogSegments(
  requested: readonly AuditSource[],
  { sources, absent }: Pick<Parameters<typeof MissingLogs>[0], 'sources' | 'absent'>,
  merged: MergedAudit,
  isPending: boolean,
): readonly PlantSegment[] {
  const toState = (source: AuditSource): PlantSegment['state'] => {
    if (isPending) return 'receiving';
    return merged.failed.includes(source) || merged.reasonNeeded.includes(source) ? 'error' : 'answered';
  };
  return [
    ...requested.map((source): PlantSegment => ({
      plantId: source,
      label: sources.get(source) ?? source,
      state: toState(source),
    })),
    ...[...absent].map(([plantId, label]): PlantSegment => ({ plantId, label, state: 'away' })),
  ];
}

/** Whether a log did not answer, or could not be asked. */
export const hasMissingLogs = (merged: MergedAudit, absent: ReadonlyMap<AuditSource, string>): boolean =>
  merged.failed.length + merged.reasonNeeded.length + absent.size > 0;

/** Which logs are missing from the answer, and why. */
export function MissingLogs(props: {
  merged: MergedAudit;
  sources: ReadonlyMap<AuditSource, string>;
  absent: ReadonlyMap<AuditSource, string>;
}): ReactElement {
  const t = useT();
  const { reasonNeeded } = props.merged;
  const nameOf = (id: string): string => props.sources.get(id) ?? id;
  const silent = props.merged.failed.map(nameOf);
  const absent = [...props.absent.values()];
  return (
    <>
      {silent.length > 0 && <Notice tone="wa">{t('audit:failedSources', { sources: silent.join(', ') })}</Notice>}
      {absent.length > 0 && <Notice tone="wa">{t('audit:absentSources', { sources: absent.join(', ') })}</Notice>}
      {reasonNeeded.length > 0 && (
        <Notice tone="wa">{t('audit:reasonNeeded', { sources: reasonNeeded.map(nameOf).join(', ') })}</Notice>
      )}
    </>
  );
}
