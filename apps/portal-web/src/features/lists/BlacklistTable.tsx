import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isValidPlate } from '@varco/domain/plates/normalise-plate.ts';
import type { TableSelection } from '@varco/ui/data-table-props.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { toggleSort } from '@varco/ui/table-model.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { findPlantByPeer } from '../../lib/plants/plant-sessions.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { BLACKLIST_KEY, deleteEntry } from './blacklist.api.ts';
import { buildBlacklistColumns } from './blacklist-columns.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { findConflicts, getEntryKey, type ListedEntry, type ListOrder } from './merged-list.ts';

const SORTABLE_FIELDS: readonly ListOrder['field'][] = ['targa', 'data_scadenza', 'datainserimento'];

/** Table of entries, each with its actions. */
export function BlacklistTable(props: {
  rows: readonly ListedEntry[];
  count: number;
  showsPlant: boolean;
  order: ListOrder;
  onOrder: (order: ListOrder) => void;
  onEdit: (row: ListedEntry) => void;
  selection: TableSelection<ListedEntry> | undefined;
}): ReactElement {
  const t = useT();
  const { rows, count, showsPlant, order, onOrder, onEdit } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ readonly row: ListedEntry; readonly anchor: HTMLElement } | null>(null);
  const [leaving, setLeaving] = useState<ListedEntry | null>(null);
  const navigate = useNavigate();
  const onHistory = ({ entry }: ListedEntry): void => {
    const filter = { plate: entry.targa, period: { kind: 'all' }, hasTaxCodes: false } as const;
    openWorkspaceTab({ kind: 'transit-list', filter, runs: true });
    void navigate({ to: '/lpr' });
  };
  const sort = { field: order.field, sign: order.isDescending ? '-' : '+' } as const;
  const reorder = (requested: string): void => {
    const field = SORTABLE_FIELDS.find((name) => name === requested);
    if (field !== undefined) onOrder({ field, isDescending: toggleSort(sort, field).sign === '-' });
  };
  return (
    <>
      <DataTable
        label={t('pages:title.blacklist')}
        columns={buildBlacklistColumns(t, findConflicts(rows), showsPlant)}
        rows={rows}
        rowKey={getEntryKey}
        rowTotal={count}
        currentKey={currentKey}
        onCurrent={setCurrent}
        onOpen={onEdit}
        onMenu={(row, anchor) => setMenu(menu === null ? { row, anchor } : null)}
        sort={sort}
        onSort={reorder}
        selection={props.selection}
        density="normal"
      />
      {menu !== null && (
        <RowMenu
          anchor={menu.anchor}
          label={t('lists:actions')}
          items={buildMenuItems(t, menu.row, { onEdit, onDelete: setLeaving, onHistory })}
          onClose={() => setMenu(null)}
        />
      )}
      {leaving !== null && <EntryDeleteDialog row={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function buildMenuItems(
  t: ReturnType<typeof useT>,
  row: ListedEntry,
  of: Readonly<Record<'onEdit' | 'onDelete' | 'onHistory', (row: ListedEntry) => void>>,
) {
  const { entry } = row;
  const { onEdit, onDelete, onHistory } = of;
  const canDelete = entry.modificabile && !entry.reserved_slave;
  return [
    {
      id: 'edit',
      label: t(entry.modificabile ? 'lists:edit' : 'lists:open'),
      icon: 'edit',
      onSelect: () => onEdit(row),
    },
    {
      id: 'history',
      label: t('lists:history'),
      icon: 'clock',
      disabledReason: isValidPlate(entry.targa) ? null : t('transits:unavailable.plate'),
      onSelect: () => onHistory(row),
    },
    {
      id: 'delete',
      label: t('common:delete'),
      icon: 'trash',
      startsGroup: true,
      disabledReason: canDelete ? null : t('lists:form.readOnly'),
      onSelect: () => onDelete(row),
    },
  ] as const;
}

function EntryDeleteDialog(props: { row: ListedEntry; onClose: () => void }): ReactElement {
  const client = useQueryClient();
  const { row, onClose } = props;
  const remove = async (): Promise<void> => {
    const plant = findPlantByPeer(row.peerId);
    if (plant === undefined) return;
    await deleteEntry(plant, row.entry);
    await client.invalidateQueries({ queryKey: BLACKLIST_KEY });
  };
  return <DeleteDialog what={row.entry.targa} plant={row.peerLabel} onClose={onClose} onDelete={remove} />;
}
