import { useQuery } from '@tanstack/react-query';
import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { AlertValue } from '../../../widgets/alert/AlertValue.tsx';
import { isOnList } from '../results/list-status.ts';
import { createBlacklistRecordQuery } from './transits.api.ts';

/**
 * DET-07: the list that contains the plate. For the value "si" also the plant's record of the plate: reason, validity
 * and author (T 4.2).
 */
export function BlacklistBlock(props: {
  transit: TransitDetail;
  peerId: number;
  plantLabel: string;
}): ReactElement | null {
  const t = useT();
  const { transit, peerId, plantLabel } = props;
  const record = useQuery({ ...createBlacklistRecordQuery(peerId, transit.targa), enabled: transit.allarme === 'si' });
  if (!isOnList(transit)) return null;
  const entry = record.data ?? null;
  return (
    <Panel title={t('detail:blacklistBlock')} icon="ban" tone="alarm">
      <KeyValueList
        items={[
          {
            key: 'alarm',
            label: t('detail:alarm'),
            value: <AlertValue field="allarme" value={transit.allarme} form="full" />,
          },
          { key: 'plant', label: t('detail:plant'), value: plantLabel },
          ...(entry === null ? [] : buildBlacklistRecordItems(t, entry)),
        ]}
      />
    </Panel>
  );
}

const buildBlacklistRecordItems = (t: Translate, entry: BlacklistEntry) => [
  {
    key: 'why',
    label: t('detail:listReason'),
    value: [entry.stato, entry.note1, entry.note2].filter((text) => text !== '').join(' · ') || '—',
  },
  { key: 'since', label: t('detail:listSince'), value: formatDate(entry.datainserimento) },
  { key: 'until', label: t('detail:listUntil'), value: formatDate(entry.data_scadenza) },
  { key: 'who', label: t('detail:listBy'), value: entry.username },
];
