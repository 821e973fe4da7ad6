import { Modal } from '@mantine/core';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';

/** Every key that works today, beside what it does. */
const SHORTCUTS: readonly (readonly [keys: readonly string[], text: MessageKey])[] = [
  [['Q', '/'], 'shell:shortcut.plate'],
  [['O'], 'shell:shortcut.today'],
  [['I'], 'shell:shortcut.yesterday'],
  [['7'], 'shell:shortcut.week'],
  [['0'], 'shell:shortcut.all'],
  [['F'], 'shell:shortcut.filters'],
  [['R'], 'shell:shortcut.refresh'],
  [['Alt 0–9'], 'shell:shortcut.plants'],
  [['↑', '↓'], 'shell:shortcut.rows'],
  [['←', '→'], 'shell:shortcut.pages'],
  [['Invio'], 'shell:shortcut.open'],
  [['Spazio'], 'shell:shortcut.tick'],
  [['T'], 'shell:shortcut.view'],
  [['.'], 'shell:shortcut.rowMenu'],
  [['S', 'X', 'P'], 'shell:shortcut.rowActions'],
  [['J', 'K'], 'shell:shortcut.nextPrevious'],
  [['F8'], 'shell:shortcut.reason'],
  [['G', '1–9'], 'shell:shortcut.tab'],
  [['G', 'X'], 'shell:shortcut.closeTab'],
  [['G', 'N'], 'shell:shortcut.newTab'],
  [['\\'], 'shell:shortcut.rail'],
  [['Esc'], 'shell:shortcut.abort'],
  [['?'], 'shell:shortcut.help'],
];

/** The list under `?`. */
export function ShortcutHelp(): ReactElement {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      title={t('shell:shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('shell:shortcuts.close') }}
    >
      <KeyValueList
        labelWidth={110}
        items={SHORTCUTS.map(([keys, text]) => ({ key: text, label: <Kbd keys={keys} />, value: t(text) }))}
      />
    </Modal>
  );
}
