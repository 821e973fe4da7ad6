import { Button } from '@mantine/core';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { formatPartState } from './format-part.ts';
import styles from './Handover.module.css';
import type { HandoverBatch } from './handover-parts.ts';

/** Hand-overs this person gave, signed or may read, newest first. */
export function HandoverHistory(props: {
  batches: readonly HandoverBatch[];
  nameOf: (peerId: number) => string;
  onShow: (batch: HandoverBatch) => void;
}): ReactElement {
  const t = useT();
  const { batches, nameOf, onShow } = props;
  const title = t('handover:past.title');
  return (
    <Panel title={title} icon="clock" padding="none">
      <SimpleTable
        label={title}
        onNarrow="stack"
        columns={(['from', 'state', 'acts'] as const).map((key) => ({
          key,
          title: t(`handover:columns.${key}`),
          isTitleHidden: key === 'acts',
        }))}
        empty={batches.length === 0 && <p className={styles.none}>{t('handover:past.none')}</p>}
      >
        {batches.map((batch) => (
          <TableRow key={batch.key}>
            <th scope="row">
              {formatPeople(batch, t)}
              <span className={styles.second}>
                <Moment at={batch.first.il} form="minute" />
              </span>
            </th>
            <td>
              {batch.parts.map(({ peerId, summary }) => (
                <span key={peerId} className={styles.second}>
                  {`${nameOf(peerId)}: ${formatPartState(summary, t)}`}
                </span>
              ))}
            </td>
            <td>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t('handover:past.show')}: ${formatPeople(batch, t)}`}
                onClick={() => onShow(batch)}
              >
                {t('handover:past.show')}
              </Button>
            </td>
          </TableRow>
        ))}
      </SimpleTable>
    </Panel>
  );
}

const formatPeople = ({ first }: HandoverBatch, t: ReturnType<typeof useT>): string =>
  t('handover:past.line', { from: first.da, to: first.a === '' ? t('handover:nextShift') : first.a });
