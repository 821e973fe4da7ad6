import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FigureheadEntry } from '@varco/contract/plant/figurehead.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { Column } from '@varco/ui/table-model.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { FigureheadDialog } from './FigureheadDialog.tsx';
import { buildActionColumn, columnHeader, EntryStateChip } from './list-columns.tsx';
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
  { ...columnHeader(t, 'code'), cell: ({ codice }) => <b>{codice}</b> },
  {
    ...columnHeader(t, 'state'),
    cell: ({ abilitata }) => <EntryStateChip t={t} state={abilitata ? 'active' : 'disabled'} />,
  },
  { ...columnHeader(t, 'notes'), canWrap: true, cell: ({ note }) => note },
  { ...columnHeader(t, 'entered'), priority: 2, cell: (entry) => formatDate(entry.created_at) },
  { ...columnHeader(t, 'by'), priority: 1, cell: (entry) => entry.username },
  buildActionColumn(t),
];
