import { Button } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
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

/** Saves the search in the file of the case. `isTouch`: a button with its text, for the sheet of the phone. */
export function SaveSearchButton(props: { filter: SearchFilter; isTouch?: boolean }): ReactElement {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const label = t('transits:list.saveSearch');
  const open = (): void => setOpen(true);
  useShortcuts({ 'Ctrl+s': open }, !isOpen);
  return (
    <>
      {props.isTouch === true ? (
        <Button variant="default" fullWidth size="md" leftSection={<Icon name="star" />} onClick={open}>
          {label}
        </Button>
      ) : (
        <IconButton icon="star" name={label} keys={['Ctrl', 'S']} onClick={open} />
      )}
      {isOpen && <SaveSearchDialog filter={props.filter} onClose={() => setOpen(false)} />}
    </>
  );
}
