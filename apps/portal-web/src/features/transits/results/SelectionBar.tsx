import { Button } from '@mantine/core';
import { MAX_CHOSEN_TRANSITS } from '@varco/domain/exports/saved-exports.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import styles from './SelectionBar.module.css';
import type { ListSelection } from './use-selection.ts';

/** TBL-06, TBL-07: number of selected rows, "Stampa selezionati" and close, above the rows while multi-select is on. */
export function SelectionBar(props: {
  selection: ListSelection;
  isGrid: boolean;
  plantOf: (peerId: number) => { readonly label: string };
}): ReactElement | null {
  const t = useT();
  const { selection, print, printAll, exportAll, compare, end } = props.selection;
  useShortcuts({ Escape: end }, selection.isActive);
  if (!selection.isActive) return null;
  const count = selection.items.size;
  const left = [...print.unprinted.keys()].map((peerId) => props.plantOf(peerId).label).join(', ');
  const hasFailed = left !== '';
  return (
    <div className={styles.bar} role="group" aria-label={t('transits:selection.label')}>
      <b role="status">{t('transits:selection.count', { count })}</b>
      <Button
        variant="default"
        leftSection={<Icon name={hasFailed ? 'refresh' : 'print'} />}
        loading={print.isRunning}
        disabled={count === 0}
        onClick={printAll}
      >
        {t('transits:selection.print')}
        {hasFailed && <span className={styles.left}>&nbsp;({t('transits:selection.left', { plants: left })})</span>}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="download" />}
        disabled={exportAll === null}
        title={
          count > 0 && exportAll === null
            ? t('transits:selection.exportMost', { most: MAX_CHOSEN_TRANSITS })
            : undefined
        }
        onClick={exportAll ?? undefined}
      >
        {t('transits:selection.export')}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="swap" />}
        disabled={compare === null}
        title={compare === null ? t('transits:selection.compareTwo') : undefined}
        onClick={compare ?? undefined}
      >
        {t('transits:rowAction.compare')}
      </Button>
      <span className={styles.hint}>
        {t(props.isGrid ? 'transits:selection.hintCard' : 'transits:selection.hintRow')}
      </span>
      <span className={styles.grow} />
      <IconButton icon="close" name={t('transits:selection.close')} keys={['Esc']} onClick={end} />
    </div>
  );
}
