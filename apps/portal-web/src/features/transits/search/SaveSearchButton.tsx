import { IconButton } from '@varco/ui/IconButton.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { loadMessages } from '../../../lib/messages.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import type { SearchFilter } from './search-filter.ts';

const { Component: SaveSearchDialog } = lazyComponent(
  async () => {
    const [{ SaveSearchDialog: Part }] = await Promise.all([
      import('./SaveSearchDialog.tsx'),
      loadMessages('case-file'),
    ]);
    return Part;
  },
  null,
  { close: ({ onClose }) => onClose() },
);

/** Saves the search in the file of the case. */
export function SaveSearchButton(props: { filter: SearchFilter }): ReactElement {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ 'Ctrl+s': () => setOpen(true) }, !isOpen);
  return (
    <>
      <IconButton icon="star" name={t('transits:list.saveSearch')} keys={['Ctrl', 'S']} onClick={() => setOpen(true)} />
      {isOpen && <SaveSearchDialog filter={props.filter} onClose={() => setOpen(false)} />}
    </>
  );
}
