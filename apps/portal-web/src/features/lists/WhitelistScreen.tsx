import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WhitelistEntry } from '@varco/contract/plant/whitelist.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { Column } from '@varco/ui/table-model.ts';
import type { ReactElement } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { computeEntryState } from './entry-state.ts';
import { buildActionColumn, columnHeader, EntryStateChip } from './list-columns.tsx';
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
    ...columnHeader(t, 'plate'),
    cell: (entry) => <PlateBadge plate={entry.targa} nation={entry.nazione} size="table" />,
  },
  {
    ...columnHeader(t, 'state'),
    cell: (entry) => <EntryStateChip t={t} state={computeEntryState(entry, nowMs())} />,
  },
  {
    ...columnHeader(t, 'silences'),
    priority: 2,
    cell: (entry) => entry.allarmi.map((alert) => t(`lists:whitelist.alert.${alert}`)).join(', '),
  },
  { ...columnHeader(t, 'reason'), canWrap: true, cell: (entry) => entry.motivo },
  { ...columnHeader(t, 'expiry'), priority: 1, cell: (entry) => formatDate(entry.data_scadenza) },
  { ...columnHeader(t, 'by'), priority: 3, cell: (entry) => entry.username },
  buildActionColumn(t),
];
