import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Pagination } from '@varco/contract/wire.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { InsertButton, ListPager, PlantChoice } from './ListBar.tsx';
import { canWriteListsOn, useListPlants } from './list-plants.ts';
import styles from './Lists.module.css';

const TYPING_DELAY_MS = 300;

interface Row {
  readonly id: number;
  readonly modificabile: boolean;
}

/** Page of a list, as returned by `useQuery`. */
interface ListQueryState<Entry extends Row> {
  readonly data?: { readonly objects: readonly Entry[]; readonly pagination: Pagination } | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
}

/** Open dialog: a new entry, one that is edited, or one that is to be deleted. */
export type ListTask<Entry> =
  | { readonly kind: 'insert' }
  | { readonly kind: 'edit'; readonly entry: Entry }
  | { readonly kind: 'delete'; readonly entry: Entry };

/** Layout of the lists without audience (whitelist and figureheads): plant, search, table, pages and actions. */
export function SimpleListLayout<Entry extends Row>(props: {
  title: string;
  searchLabel: string;
  icon: IconName;
  columns: readonly Column<Entry>[];
  /** Hook that loads the list of a plant for a search text and a page. */
  useList: (credentialId: string, text: string, page: number) => ListQueryState<Entry>;
  dialog: (work: ListTask<Entry>, plant: PlantSession, onClose: () => void) => ReactNode;
}): ReactElement {
  const t = useT();
  const plants = useListPlants();
  const [shown, setShown] = useState({ plantId: '', text: '', page: 1 });
  const [work, setWork] = useState<ListTask<Entry> | null>(null);
  const [text] = useDebouncedValue(shown.text, TYPING_DELAY_MS);
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ q: () => box.current?.focus(), '/': () => box.current?.focus() });
  const plant = plants.find(({ credentialId }) => credentialId === shown.plantId) ?? plants[0];
  const found = props.useList(plant?.credentialId ?? '', text, shown.page);
  if (plant === undefined)
    return (
      <EmptyState icon="key" title={t('lists:noPlant')}>
        {t('lists:noPlantText')}
      </EmptyState>
    );
  return (
    <div className={styles.page} id="results">
      <div className={styles.bar}>
        <TextInput
          ref={box}
          className={styles.search}
          aria-label={props.searchLabel}
          placeholder={props.searchLabel}
          leftSection={<Icon name="search" />}
          maxLength={32}
          value={shown.text}
          onChange={(event) =>
            setShown({ ...shown, text: event.currentTarget.value.toUpperCase().replace(/[^A-Z0-9 ]/g, ''), page: 1 })
          }
        />
        <PlantChoice
          plants={plants}
          plantId={plant.credentialId}
          onPlant={(plantId) => setShown({ ...shown, plantId, page: 1 })}
          hasAll={false}
        />
        <span className={styles.grow} />
        <InsertButton isDisabled={!canWriteListsOn(plant)} onInsert={() => setWork({ kind: 'insert' })} />
      </div>
      <ListRows
        {...props}
        found={found}
        page={shown.page}
        onPage={(page) => setShown({ ...shown, page })}
        onWork={setWork}
      />
      {work !== null && props.dialog(work, plant, () => setWork(null))}
    </div>
  );
}

function ListRows<Entry extends Row>(props: {
  title: string;
  icon: IconName;
  columns: readonly Column<Entry>[];
  found: ListQueryState<Entry>;
  page: number;
  onPage: (page: number) => void;
  onWork: (work: ListTask<Entry>) => void;
}): ReactElement {
  const t = useT();
  const { title, icon, columns, found, page, onPage, onWork } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ readonly entry: Entry; readonly anchor: HTMLElement } | null>(null);
  if (found.isError)
    return (
      <Notice tone="al" isUrgent>
        {t('lists:dataError')}
      </Notice>
    );
  if (found.data === undefined) return <Notice tone="in">{t('lists:loading')}</Notice>;
  const { objects, pagination } = found.data;
  if (objects.length === 0)
    return (
      <EmptyState icon={icon} title={t('lists:empty')}>
        {t('lists:emptyText')}
      </EmptyState>
    );
  const count = pagination.count ?? 0;
  return (
    <>
      <div className={styles.table}>
        <DataTable
          label={title}
          columns={columns}
          rows={objects}
          rowKey={({ id }) => String(id)}
          rowTotal={count}
          currentKey={currentKey}
          onCurrent={setCurrent}
          onOpen={(entry) => onWork({ kind: 'edit', entry })}
          onMenu={(entry, anchor) => setMenu(menu === null ? { entry, anchor } : null)}
          density="normal"
        />
      </div>
      {menu !== null && <RowActions {...menu} onWork={onWork} onClose={() => setMenu(null)} />}
      <ListFooter count={count} pageCount={pagination.num_pages ?? 1} page={page} onPage={onPage} />
    </>
  );
}

function RowActions<Entry extends Row>(props: {
  entry: Entry;
  anchor: HTMLElement;
  onWork: (work: ListTask<Entry>) => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { entry, anchor, onWork, onClose } = props;
  return (
    <RowMenu
      anchor={anchor}
      label={t('lists:actions')}
      items={[
        {
          id: 'edit',
          label: t(entry.modificabile ? 'lists:edit' : 'lists:open'),
          icon: 'edit',
          onSelect: () => onWork({ kind: 'edit', entry }),
        },
        {
          id: 'delete',
          label: t('common:delete'),
          icon: 'trash',
          disabledReason: entry.modificabile ? null : t('lists:form.readOnly'),
          onSelect: () => onWork({ kind: 'delete', entry }),
        },
      ]}
      onClose={onClose}
    />
  );
}

function ListFooter(props: {
  count: number;
  pageCount: number;
  page: number;
  onPage: (page: number) => void;
}): ReactElement {
  const t = useT();
  return (
    <div className={styles.foot}>
      <span role="status">{t('lists:shown', { count: props.count })}</span>
      <ListPager {...props} />
    </div>
  );
}
