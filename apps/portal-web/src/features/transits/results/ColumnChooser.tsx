import { ColumnPicker } from '@varco/ui/ColumnPicker.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { TableMode } from '../../../lib/preferences/preferences.store.ts';
import { useColumnChoice } from './result-view.store.ts';
import { buildAllColumns } from './result-columns.ts';

/** Menu for the visible columns and their order, remembered for each table mode. */
export function ColumnChooser({ mode }: { mode: TableMode }): ReactElement {
  const t = useT();
  const [choice, setChoice] = useColumnChoice(mode);
  return (
    <ColumnPicker
      columns={buildAllColumns(t, mode)}
      choice={choice}
      onChange={setChoice}
      labels={{
        title: t('widgets:table.columns'),
        show: (column) => t('widgets:table.showColumn', { column }),
        moveUp: (column) => t('widgets:table.moveUp', { column }),
        moveDown: (column) => t('widgets:table.moveDown', { column }),
      }}
    />
  );
}
