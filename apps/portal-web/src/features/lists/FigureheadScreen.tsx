import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FigureheadEntry } from '@varco/contract/plant/figurehead.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { ENTRY_STATE_STYLES } from './entry-state.ts';
import { FigureheadDialog } from './FigureheadDialog.tsx';
import { buildActionColumn } from './action-column.tsx';
import { SimpleListLayout } from './SimpleListLayout.tsx';
import { deleteFigurehead, FIGUREHEAD_KEY, figureheadQuery } from './whitelist-figurehead.api.ts';

/** /figurehead: owners whose vehicles raise an alert of type PN (FIG-02). */
export function FigureheadScreen(): ReactElement {
  const t = useT();
  const client = useQueryClient();
  return (
    <SimpleListLayout<FigureheadEntry>
      title={t('lists:figurehead.title')}
      searchLabel={t('lists:searchCode')}
      icon="mask"
      columns={buildColumns(t)}
      useList={useFigureheads}
      dialog={(work, plant, onClose) =>
        work.kind === 'delete' ? (
          <DeleteDialog
            what={work.entry.codice}
            plant={getPlantLabel(plant)}
            onClose={onClose}
            onDelete={async () => {
              await deleteFigurehead(plant, work.entry.id);
              await client.invalidateQueries({ queryKey: FIGUREHEAD_KEY });
            }}
          />
        ) : (
          <FigureheadDialog entry={work.kind === 'edit' ? work.entry : null} plant={plant} onClose={onClose} />
        )
      }
    />
  );
}

const useFigureheads = (credentialId: string, text: string, page: number) =>
  useQuery({
    ...figureheadQuery(credentialId, { p: page, ...(text.trim() === '' ? {} : { f_codice: text.trim() }) }),
    enabled: credentialId !== '',
  });

const buildColumns = (t: Translate): readonly Column<FigureheadEntry>[] => [
  { id: 'code', header: t('lists:column.code'), name: t('lists:column.code'), cell: ({ codice }) => <b>{codice}</b> },
  {
    id: 'state',
    header: t('lists:column.state'),
    name: t('lists:column.state'),
    cell: ({ abilitata }) => {
      const state = abilitata ? 'active' : 'disabled';
      return <StatusChip {...ENTRY_STATE_STYLES[state]} word={t(`lists:state.${state}`)} />;
    },
  },
  { id: 'notes', header: t('lists:column.notes'), name: t('lists:column.notes'), cell: ({ note }) => note },
  {
    id: 'entered',
    header: t('lists:column.entered'),
    name: t('lists:column.entered'),
    cell: (entry) => formatDate(entry.created_at),
  },
  { id: 'by', header: t('lists:column.by'), name: t('lists:column.by'), cell: (entry) => entry.username },
  buildActionColumn(t),
];
