import type { Translate } from '@varco/i18n/message-types.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { ReactElement } from 'react';
import { ENTRY_STATE_STYLES, type EntryState } from './entry-state.ts';

export type ColumnId =
  | 'plant'
  | 'plate'
  | 'state'
  | 'reason'
  | 'vehicle'
  | 'alarms'
  | 'expiry'
  | 'entered'
  | 'by'
  | 'silences'
  | 'code'
  | 'notes';

/** Id and name of a column. */
export const columnHeader = (t: Translate, id: ColumnId) => ({
  id,
  header: t(`lists:column.${id}`),
  name: t(`lists:column.${id}`),
});

/** State of an entry by icon, word and colour. */
export function EntryStateChip(props: { t: Translate; state: EntryState }): ReactElement {
  const { t, state } = props;
  return <StatusChip {...ENTRY_STATE_STYLES[state]} word={t(`lists:state.${state}`)} />;
}

/** Column with the action menu, at the end of a row. */
export const buildActionColumn = <Entry,>(t: Translate): Column<Entry> => ({
  id: 'actions',
  header: '',
  name: t('lists:column.actions'),
  pinned: 'end',
  cell: (_entry, { openMenu, tabIndex }) => (
    <IconButton
      icon="dots"
      name={t('lists:actions')}
      tabIndex={tabIndex}
      onClick={(event) => openMenu(event.currentTarget)}
    />
  ),
});
