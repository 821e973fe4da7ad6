import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ManagedKey } from '@varco/contract/portal/keys.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { KeyHints } from '@varco/ui/KeyHints.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Toolbar, ToolbarEnd } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { RemovalDialog } from '../../widgets/forms/RemovalDialog.tsx';
import { buildKeyColumns } from './key-columns.tsx';
import { formatKeyFailure, KeyDialog } from './KeyDialog.tsx';
import { MadeKeyDialog } from './MadeKeyDialog.tsx';
import { changeKey, deleteKey, type MadeKey, portalKeysQuery } from './portal-keys.api.ts';

type Opened =
  | { readonly kind: 'edit'; readonly item: ManagedKey | null }
  | { readonly kind: 'made'; readonly made: MadeKey }
  | { readonly kind: 'delete'; readonly item: ManagedKey };

/** P 2 /dashboard/keys: administrators make, switch off and delete the keys of programs (ADM-05, ADM-06; ADR 0027). */
export function PortalKeysScreen(): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const found = useQuery(portalKeysQuery);
  const [opened, open] = useState<Opened | null>(null);
  const refresh = (): Promise<void> => client.invalidateQueries(portalKeysQuery);
  const toggle = useMutation({
    mutationFn: ({ id, name, enabled, users }: ManagedKey) =>
      changeKey(id, { name, enabled: !enabled, users: users.map((user) => user.id) }),
    onSettled: refresh,
  });
  const keys = found.data ?? [];
  const failure = found.error ?? toggle.error;
  return (
    <>
      <ScreenFrame
        label={t('portalKeys:title')}
        intro={t('portalKeys:intro')}
        toolbar={<KeysToolbar onAdd={() => open({ kind: 'edit', item: null })} />}
        notices={
          failure !== null && (
            <Notice tone="al" isUrgent>
              {formatKeyFailure(failure, t)}
            </Notice>
          )
        }
        waiting={found.isPending && t('portalKeys:loading')}
        body="fill"
        empty={
          found.isSuccess &&
          keys.length === 0 && (
            <EmptyState icon="key" title={t('portalKeys:empty')}>
              {t('portalKeys:emptyText')}
            </EmptyState>
          )
        }
        footer={<KeyHints>{t('portalKeys:keys')}</KeyHints>}
      >
        {keys.length > 0 && (
          <KeyTable
            keys={keys}
            onOpen={(item) => open({ kind: 'edit', item })}
            onToggle={(item) => toggle.mutate(item)}
            onDelete={(item) => open({ kind: 'delete', item })}
          />
        )}
      </ScreenFrame>
      {opened !== null && <KeyDialogs opened={opened} onOpen={open} onChanged={refresh} />}
    </>
  );
}

function KeysToolbar({ onAdd }: { onAdd: () => void }): ReactElement {
  const t = useT();
  useShortcuts({ n: onAdd });
  return (
    <Toolbar>
      <ToolbarEnd>
        <Button leftSection={<Icon name="plus" />} onClick={onAdd}>
          {t('portalKeys:add')}
        </Button>
      </ToolbarEnd>
    </Toolbar>
  );
}

function KeyDialogs(props: {
  opened: Opened;
  onOpen: (opened: Opened | null) => void;
  onChanged: () => Promise<void>;
}): ReactElement {
  const t = useT();
  const { opened, onOpen, onChanged } = props;
  const close = (): void => onOpen(null);
  switch (opened.kind) {
    case 'edit':
      return (
        <KeyDialog
          item={opened.item}
          onMade={async (made) => {
            await onChanged();
            onOpen({ kind: 'made', made });
          }}
          onChanged={() => onChanged().then(close)}
          onClose={close}
        />
      );
    case 'made':
      return <MadeKeyDialog made={opened.made} onClose={close} />;
    case 'delete':
      return (
        <RemovalDialog
          title={t('portalKeys:removal.title', { name: opened.item.name })}
          text={t('portalKeys:removal.text')}
          onRemove={() => deleteKey(opened.item.id).then(onChanged)}
          formatError={(error) => formatKeyFailure(error, t)}
          onClose={close}
        />
      );
  }
}

function KeyTable(props: {
  keys: readonly ManagedKey[];
  onOpen: (key: ManagedKey) => void;
  onToggle: (key: ManagedKey) => void;
  onDelete: (key: ManagedKey) => void;
}): ReactElement {
  const t = useT();
  const { keys, onOpen, onToggle, onDelete } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ readonly item: ManagedKey; readonly anchor: HTMLElement } | null>(null);
  return (
    <>
      <DataTable
        label={t('portalKeys:title')}
        columns={buildKeyColumns(t, now())}
        rows={keys}
        rowKey={({ id }) => id}
        rowTotal={keys.length}
        currentKey={currentKey}
        onCurrent={setCurrent}
        onOpen={onOpen}
        onMenu={(item, anchor) => setMenu(menu === null ? { item, anchor } : null)}
        density="normal"
      />
      {menu !== null && (
        <RowMenu
          anchor={menu.anchor}
          label={t('portalKeys:actions', { name: menu.item.name })}
          items={[
            { id: 'edit', label: t('portalKeys:edit'), icon: 'edit', onSelect: () => onOpen(menu.item) },
            {
              id: 'toggle',
              label: t(menu.item.enabled ? 'portalKeys:switchOff' : 'portalKeys:switchOn'),
              icon: menu.item.enabled ? 'ban' : 'check',
              onSelect: () => onToggle(menu.item),
            },
            {
              id: 'delete',
              label: t('common:delete'),
              icon: 'trash',
              startsGroup: true,
              onSelect: () => onDelete(menu.item),
            },
          ]}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}
