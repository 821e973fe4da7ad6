import { Button } from '@mantine/core';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { DueDay } from './DueDay.tsx';
import { countRestricted, type RequestBatch, type RequestPart } from './person-batches.ts';
import styles from './PersonRequests.module.css';

/** The state of a request on a plant, with what is still restricted there. */
function formatState(part: RequestPart, t: Translate): string {
  const state = t(`personRequests:state.${part.request.stato}`);
  const count = countRestricted(part);
  return count === 0 ? state : `${state}, ${t('personRequests:restriction.short', { count })}`;
}

/** One request over all plants: when it is due, who wants what, and where it stands. */
export function RequestRow(props: {
  batch: RequestBatch;
  nameOf: (peerId: number) => string;
  onShow: () => void;
}): ReactElement {
  const t = useT();
  const { batch, nameOf, onShow } = props;
  const { first, parts, open, due } = batch;
  return (
    <TableRow>
      <td>
        {open.length > 0 ? <DueDay day={due} /> : formatDate(due)}
        {first.proroga !== null && <span className={styles.second}>{t('personRequests:extended')}</span>}
      </td>
      <th scope="row">
        {first.nome}
        <span className={styles.second}>{first.riferimento}</span>
      </th>
      <td>
        {t(`personRequests:kind.${first.tipo}`)}
        <span className={styles.second}>
          <PlateBadge plate={first.targa} nation={first.nazione === '' ? null : first.nazione} size="table" />
        </span>
      </td>
      <td>
        {parts.map((part) => (
          <span key={part.peerId} className={styles.second}>
            {`${nameOf(part.peerId)}: ${formatState(part, t)}`}
          </span>
        ))}
      </td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('personRequests:show')}: ${first.riferimento}`}
          onClick={onShow}
        >
          {t('personRequests:show')}
        </Button>
      </td>
    </TableRow>
  );
}
