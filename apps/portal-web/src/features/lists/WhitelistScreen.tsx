import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WhitelistEntry } from '@varco/contract/plant/whitelist.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { ReactElement } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { computeEntryState, ENTRY_STATE_STYLES } from './entry-state.ts';
import { buildActionColumn } from './action-column.tsx';
import { SimpleListLayout } from './SimpleListLayout.tsx';
import { deleteWhitelist, WHITELIST_KEY, whitelistQuery } from './whitelist-figurehead.api.ts';
import { WhitelistDialog } from './WhitelistDialog.tsx';

/** /whitelist: plates that never raise the selected alerts (WL-01). */
export function WhitelistScreen(): ReactElement {
  const t = useT();
  const client = useQueryClient();
  return (
    <SimpleListLayout<WhitelistEntry>
      title={t('lists:whitelist.title')}
      searchLabel={t('lists:search')}
      icon="shieldCheck"
      columns={buildColumns(t)}
      useList={useWhitelist}
      dialog={(work, plant, onClose) =>
        work.kind === 'delete' ? (
          <DeleteDialog
            what={work.entry.targa}
            plant={getPlantLabel(plant)}
            onClose={onClose}
            onDelete={async () => {
              await deleteWhitelist(plant, work.entry);
              await client.invalidateQueries({ queryKey: WHITELIST_KEY });
            }}
          />
        ) : (
          <WhitelistDialog entry={work.kind === 'edit' ? work.entry : null} plant={plant} onClose={onClose} />
        )
      }
    />
  );
}

const useWhitelist = (credentialId: string, text: string, page: number) =>
  useQuery({
    ...whitelistQuery(credentialId, { p: page, ...(text.trim() === '' ? {} : { f_targa: text.trim() }) }),
    enabled: credentialId !== '',
  });

const buildColumns = (t: Translate): readonly Column<WhitelistEntry>[] => [
  {
    id: 'plate',
    header: t('lists:column.plate'),
    name: t('lists:column.plate'),
    cell: (entry) => <PlateBadge plate={entry.targa} nation={entry.nazione} size="table" />,
  },
  {
    id: 'state',
    header: t('lists:column.state'),
    name: t('lists:column.state'),
    cell: (entry) => {
      const state = computeEntryState(entry, nowMs());
      return <StatusChip {...ENTRY_STATE_STYLES[state]} word={t(`lists:state.${state}`)} />;
    },
  },
  {
    id: 'silences',
    header: t('lists:column.silences'),
    name: t('lists:column.silences'),
    cell: (entry) => entry.allarmi.map((alert) => t(`lists:whitelist.alert.${alert}`)).join(', '),
  },
  {
    id: 'reason',
    header: t('lists:column.reason'),
    name: t('lists:column.reason'),
    cell: (entry) => entry.motivo,
  },
  {
    id: 'expiry',
    header: t('lists:column.expiry'),
    name: t('lists:column.expiry'),
    cell: (entry) => formatDate(entry.data_scadenza),
  },
  { id: 'by', header: t('lists:column.by'), name: t('lists:column.by'), cell: (entry) => entry.username },
  buildActionColumn(t),
];
