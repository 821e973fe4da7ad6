import { Button } from '@mantine/core';
import type { Translate } from '@varco/i18n/message-types.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { RowMenu, type RowMenuItem } from '@varco/ui/RowMenu.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './PlantAdmin.module.css';

interface Row {
  readonly id: number | string;
}

/** Table of one plant, or the reason why it is empty. Opening a row edits it; the menu has further actions. */
export function AdminList<R extends Row>(props: {
  label: string;
  columns: readonly Column<R>[];
  /** Undefined: not loaded yet. */
  rows: readonly R[] | undefined;
  error: Error | null;
  empty: { readonly icon: IconName; readonly title: string; readonly text: string };
  onRetry: () => void;
  onOpen: (row: R) => void;
  actions: (row: R) => readonly RowMenuItem[];
}): ReactElement {
  const t = useT();
  const { label, columns, rows, error, empty, onRetry, onOpen, actions } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ readonly row: R; readonly anchor: HTMLElement } | null>(null);
  if (error !== null) return <ListFailure error={error} onRetry={onRetry} />;
  if (rows === undefined) return <Notice tone="in">{t('plantAdmin:loading')}</Notice>;
  if (rows.length === 0)
    return (
      <EmptyState icon={empty.icon} title={empty.title}>
        {empty.text}
      </EmptyState>
    );
  return (
    <>
      <div className={styles.table}>
        <DataTable
          label={label}
          columns={[...columns, buildActionColumn(t)]}
          rows={rows}
          rowKey={({ id }) => String(id)}
          rowTotal={rows.length}
          currentKey={currentKey}
          onCurrent={setCurrent}
          onOpen={onOpen}
          onMenu={(row, anchor) => setMenu(menu === null ? { row, anchor } : null)}
          density="normal"
        />
      </div>
      {menu !== null && (
        <RowMenu
          anchor={menu.anchor}
          label={t('plantAdmin:actions')}
          items={actions(menu.row)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}

/** Why loading failed, with a retry button. */
export function ListFailure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  const t = useT();
  return (
    <Notice
      tone="al"
      isUrgent
      actions={
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('plantAdmin:retry')}
        </Button>
      }
    >
      {t(error instanceof ApiError && error.code === 'no_perms' ? 'plantAdmin:refused' : 'plantAdmin:failed')}
    </Notice>
  );
}

/** Column with the action menu, at the end of a row. */
const buildActionColumn = <R,>(t: Translate): Column<R> => ({
  id: 'actions',
  header: '',
  name: t('plantAdmin:actions'),
  pinned: 'end',
  cell: (_row, { openMenu, tabIndex }) => (
    <IconButton
      icon="dots"
      name={t('plantAdmin:actions')}
      tabIndex={tabIndex}
      onClick={(event) => openMenu(event.currentTarget)}
    />
  ),
});
