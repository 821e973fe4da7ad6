import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatInteger } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { cameraEventsQuery } from './cameras.api.ts';

/** The last twenty entries of one camera, newest first (CAM-07). */
export function CameraEventsDialog(props: {
  peerId: number;
  gate: number;
  name: string;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const found = useQuery(cameraEventsQuery(props.peerId, props.gate));
  const title = t('controlRoom:cameras.logTitle', { gate: props.name });
  return (
    <Modal opened onClose={props.onClose} title={title} closeButtonProps={{ 'aria-label': t('common:close') }}>
      {found.isError && <Notice tone="al">{t('controlRoom:cameras.noLog')}</Notice>}
      {found.isSuccess && (
        <SimpleTable
          label={title}
          density="dense"
          empty={found.data.length === 0 && <p>{t('controlRoom:cameras.emptyLog')}</p>}
          columns={[
            { key: 'at', title: t('controlRoom:cameras.at') },
            { key: 'what', title: t('controlRoom:cameras.what') },
          ]}
        >
          {found.data.map(({ ora, tipo, n }) => (
            <TableRow key={`${ora}-${tipo}`}>
              <th scope="row">{formatDateTime(ora)}</th>
              <td>{t(`controlRoom:cameras.events.${tipo}`, { n: formatInteger(n ?? 0, language) })}</td>
            </TableRow>
          ))}
        </SimpleTable>
      )}
    </Modal>
  );
}
