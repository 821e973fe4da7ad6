import { formatDateMinute, formatDateTime } from '@varco/i18n/format.ts';
import { PrintSheet } from '@varco/ui/PrintSheet.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { countSegments, type PlantSegment } from '../../widgets/completeness/completeness.ts';
import type { AuditSource } from '../../lib/audit/audit.api.ts';
import { formatAction, readPlate, formatActor } from '../../lib/audit/audit-text.ts';
import { formatWhy } from '../../widgets/log/log-columns.tsx';
import { entryKey, type MergedAudit } from '../../lib/audit/merge-audit.ts';

const COLUMNS = ['time', 'person', 'what', 'plate', 'plant', 'rows', 'why', 'ip'] as const;

/** The loaded entries on paper, with how many logs they are from. */
export function AuditPrint(props: {
  merged: MergedAudit;
  sources: ReadonlyMap<AuditSource, string>;
  segments: readonly PlantSegment[];
  onDone: () => void;
}): ReactElement {
  const t = useT();
  const { merged, sources, segments, onDone } = props;
  const { answered, asked } = countSegments(segments);
  return (
    <PrintSheet
      title={t('audit:printTitle')}
      foot={t('audit:printed', { time: formatDateMinute(now()), answered, asked, count: merged.rows.length })}
      onDone={onDone}
    >
      <SimpleTable
        label={t('audit:label')}
        density="dense"
        columns={COLUMNS.map((key) => ({ key, title: t(`audit:${key}`) }))}
      >
        {merged.rows.map((row) => (
          <TableRow key={entryKey(row)}>
            <td>{formatDateTime(row.entry.at)}</td>
            <td>{formatActor(t, row.entry.actor)}</td>
            <td>{formatAction(t, row.entry.action)}</td>
            <td>{readPlate(row.entry.detail)}</td>
            <td>{sources.get(row.source) ?? row.source}</td>
            <td>{row.entry.count}</td>
            <td>{formatWhy(t, row)}</td>
            <td>{row.entry.from.ip}</td>
          </TableRow>
        ))}
      </SimpleTable>
    </PrintSheet>
  );
}
