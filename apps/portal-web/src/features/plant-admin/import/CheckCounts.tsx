import { formatInteger } from '@varco/i18n/format.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import type { CheckProgress } from './import-state.ts';
import { describeRefusal } from './refused-list.ts';

/** Accepted and refused lines, the refused ones by reason. */
export function CheckCounts({ progress }: { progress: CheckProgress }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const reasons = [...progress.refused].toSorted((a, b) => b[1] - a[1]);
  const counts = {
    lines: progress.lines,
    accepted: progress.accepted,
    unread: progress.unread,
    refused: progress.refusedCount,
  };
  return (
    <>
      <KeyValueList
        labelWidth={170}
        items={(['lines', 'accepted', 'unread', 'refused'] as const).map((key) => ({
          key,
          label: t(`fileImport:check.${key}`),
          value: formatInteger(counts[key], language),
        }))}
      />
      {reasons.length > 0 && (
        <Panel title={t('fileImport:check.refused')} padding="none">
          <SimpleTable
            label={t('fileImport:check.refused')}
            density="dense"
            columns={[
              { key: 'reason', title: t('fileImport:check.reason') },
              { key: 'count', title: t('fileImport:check.count'), isNumeric: true },
            ]}
          >
            {reasons.map(([reason, count]) => (
              <TableRow key={reason}>
                <th scope="row">{describeRefusal(reason, t)}</th>
                <NumberCell>{formatInteger(count, language)}</NumberCell>
              </TableRow>
            ))}
          </SimpleTable>
        </Panel>
      )}
    </>
  );
}
