import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Pagination } from '@varco/contract/wire.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { Toolbar, ToolbarEnd } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { InsertButton, ListPager, PlantChoice } from './ListBar.tsx';
import { canWriteListsOn, useListPlants } from './list-plants.ts';

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
  const plant = plants.find(({ credentialId }) => credentialId === shown.plantId) ?? plants[0];
  const found = props.useList(plant?.credentialId ?? '', text, shown.page);
  if (plant === undefined)
    return (
      <EmptyState icon="key" title={t('lists:noPlant')}>
        {t('lists:noPlantText')}
      </EmptyState>
    );
  const rows = found.data?.objects ?? [];
  const count = found.data?.pagination.count ?? 0;
  const pageCount = found.data?.pagination.num_pages ?? 1;
  return (
    <>
      <ScreenFrame
        label={props.title}
        body="fill"
        toolbar={
          <ListToolbar
            {...{ plants, plant, searchLabel: props.searchLabel, text: shown.text }}
            onText={(typed) => setShown({ ...shown, text: typed, page: 1 })}
            onPlant={(plantId) => setShown({ ...shown, plantId, page: 1 })}
            onInsert={() => setWork({ kind: 'insert' })}
          />
        }
        notices={found.isError && <ListErrorNotice />}
        waiting={found.isPending && t('lists:loading')}
        empty={
          found.data !== undefined &&
          rows.length === 0 && (
            <EmptyState icon={props.icon} title={t('lists:empty')}>
              {t(text === '' ? 'lists:emptyAll' : 'lists:emptyText')}
            </EmptyState>
          )
        }
        footer={
          found.data !== undefined && (
            <ListFooter {...{ count, pageCount }} page={shown.page} onPage={(page) => setShown({ ...shown, page })} />
          )
        }
      >
        <ListRows title={props.title} columns={props.columns} rows={rows} count={count} onWork={setWork} />
      </ScreenFrame>
      {work !== null && props.dialog(work, plant, () => setWork(null))}
    </>
  );
}

function ListErrorNotice(): ReactElement {
  const t = useT();
  return (
    <Notice tone="al" isUrgent>
      {t('lists:dataError')}
    </Notice>
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
    <>
      <span role="status">{t('lists:shown', { count: props.count })}</span>
      <ListPager {...props} />
    </>
  );
}

function ListToolbar(props: {
  plants: readonly PlantSession[];
  plant: PlantSession;
  searchLabel: string;
  text: string;
  onText: (text: string) => void;
  onPlant: (credentialId: string) => void;
  onInsert: () => void;
}): ReactElement {
  const { plants, plant, searchLabel } = props;
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ q: () => box.current?.focus(), '/': () => box.current?.focus() });
  return (
    <Toolbar>
      <TextInput
        ref={box}
        aria-label={searchLabel}
        placeholder={searchLabel}
        leftSection={<Icon name="search" />}
        w={300}
        maxLength={32}
        value={props.text}
        onChange={(event) => props.onText(event.currentTarget.value.toUpperCase().replace(/[^A-Z0-9 ]/g, ''))}
      />
      <PlantChoice plants={plants} plantId={plant.credentialId} onPlant={props.onPlant} hasAll={false} />
      <ToolbarEnd>
        <InsertButton isDisabled={!canWriteListsOn(plant)} onInsert={props.onInsert} />
      </ToolbarEnd>
    </Toolbar>
  );
}

function ListRows<Entry extends Row>(props: {
  title: string;
  columns: readonly Column<Entry>[];
  rows: readonly Entry[];
  count: number;
  onWork: (work: ListTask<Entry>) => void;
}): ReactElement {
  const { onWork } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ readonly entry: Entry; readonly anchor: HTMLElement } | null>(null);
  return (
    <>
      <DataTable
        label={props.title}
        columns={props.columns}
        rows={props.rows}
        rowKey={({ id }) => String(id)}
        rowTotal={props.count}
        currentKey={currentKey}
        onCurrent={setCurrent}
        onOpen={(entry) => onWork({ kind: 'edit', entry })}
        onMenu={(entry, anchor) => setMenu(menu === null ? { entry, anchor } : null)}
        density="normal"
      />
      {menu !== null && <RowActions {...menu} onWork={onWork} onClose={() => setMenu(null)} />}
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
