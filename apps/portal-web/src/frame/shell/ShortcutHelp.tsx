import { Modal } from '@mantine/core';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ACTION_KEYS, SHORTCUTS, type ShortcutPlace } from '../../lib/shortcut-table.ts';
import { useActionRegistry } from '../../lib/transit-actions/action-registry.ts';
import type { TransitAction, TransitActionId } from '../../lib/transit-actions/transit-action.ts';
import { toKeyCaps } from './key-caps.ts';
import styles from './ShortcutHelp.module.css';

const PLACE_TITLES: readonly (readonly [ShortcutPlace, MessageKey])[] = [
  ['everywhere', 'shortcuts:everywhere'],
  ['tabs', 'shortcuts:tabs'],
  ['list', 'shortcuts:list'],
  ['lists', 'shortcuts:lists'],
  ['monitor', 'shortcuts:monitor'],
  ['controlRoom', 'shortcuts:controlRoom'],
  ['review', 'shortcuts:review'],
  ['handover', 'shortcuts:handover'],
  ['alerts', 'shortcuts:alerts'],
  ['transit', 'shortcuts:transit'],
  ['detail', 'shortcuts:detail'],
  ['picture', 'shortcuts:picture'],
  ['map', 'shortcuts:map'],
];

/** The help sheet under `?`: every shortcut with its effect. */
export function ShortcutHelp(props: { onClose: () => void }): ReactElement {
  const t = useT();
  const actions = useActionRegistry((registry) => registry.actions);
  return (
    <Modal
      opened
      size={760}
      onClose={props.onClose}
      title={t('shortcuts:title')}
      closeButtonProps={{ 'aria-label': t('shortcuts:close') }}
    >
      <div className={styles.places}>
        {PLACE_TITLES.map(([place, title]) => (
          <section key={place} className={styles.place} aria-label={t(title)}>
            <h3 className={styles.title}>{t(title)}</h3>
            <KeyValueList
              labelWidth={150}
              items={place === 'transit' ? buildActionRows(t, actions) : buildShortcutRows(t, place)}
            />
          </section>
        ))}
      </div>
      <p className={styles.note}>{t('shortcuts:note')}</p>
    </Modal>
  );
}

const buildShortcutRows = (t: Translate, place: ShortcutPlace) =>
  SHORTCUTS.filter((row) => row.place === place).map((row) => ({
    key: row.text,
    label: <Kbd keys={toKeyCaps(t, row.keys)} />,
    value: t(row.text),
  }));

/** Shortcuts of the transit actions available in this version. */
const buildActionRows = (t: Translate, actions: ReadonlyMap<TransitActionId, TransitAction>) =>
  ACTION_KEYS.flatMap(([id, key]) => {
    const action = actions.get(id);
    return action === undefined ? [] : [{ key: id, label: <Kbd keys={toKeyCaps(t, [key])} />, value: t(action.label) }];
  });
