import { Button } from '@mantine/core';
import type { LegalHold } from '@varco/contract/plant/holds.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Moment } from '../../../widgets/moment/Moment.tsx';
import { formatHold } from './format-hold.ts';
import styles from './Holds.module.css';

/** Legal holds of a plant, those in force first; lifted ones stay readable. */
export function HoldTable({
  holds,
  onLift,
}: {
  holds: readonly LegalHold[];
  onLift: (hold: LegalHold) => void;
}): ReactElement {
  const t = useT();
  return (
    <SimpleTable
      label={t('plantSettings:holds.title')}
      isFilling
      onNarrow="stack"
      columns={[
        { key: 'what', title: t('plantSettings:holds.what') },
        { key: 'why', title: t('plantSettings:holds.why') },
        { key: 'made', title: t('plantSettings:holds.made') },
        { key: 'state', title: t('plantSettings:holds.state') },
        { key: 'lift', title: t('plantSettings:holds.actions'), isTitleHidden: true },
      ]}
    >
      {holds.map((hold) => (
        <HoldRow key={hold.id} hold={hold} onLift={() => onLift(hold)} />
      ))}
    </SimpleTable>
  );
}

function HoldRow({ hold, onLift }: { hold: LegalHold; onLift: () => void }): ReactElement {
  const t = useT();
  const isActive = hold.tolto_il === null;
  const what = formatHold(hold, t);
  return (
    <TableRow>
      <th scope="row">
        <div className={styles.text}>{what}</div>
      </th>
      <td>
        <div className={styles.text}>{hold.motivo}</div>
        <div className={styles.more}>{hold.atto}</div>
      </td>
      <td>
        <Moment at={hold.creato_il} form="minute" />
        <div className={styles.more}>{hold.autore}</div>
      </td>
      <td>
        <StatusChip
          size="sm"
          variant="tint"
          tone={isActive ? 'ok' : 'nt'}
          word={t(isActive ? 'plantSettings:holds.active' : 'plantSettings:holds.lifted')}
        />
        {hold.tolto_il !== null && (
          <div className={styles.more}>
            {t('plantSettings:holds.liftedBy', {
              name: hold.tolto_da ?? '',
              time: formatDateMinute(hold.tolto_il),
              reason: hold.motivo_fine ?? '',
            })}
          </div>
        )}
      </td>
      <td>
        {isActive && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('plantSettings:holds.liftNamed', { what })}
            onClick={onLift}
          >
            {t('plantSettings:holds.lift')}
          </Button>
        )}
      </td>
    </TableRow>
  );
}
