import type { Translate } from '@varco/i18n/message-types.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { Column } from '@varco/ui/table-model.ts';

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
