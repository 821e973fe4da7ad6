import type { ManagedKey } from '@varco/contract/portal/keys.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { ReactElement } from 'react';

type ColumnId = 'name' | 'type' | 'key' | 'enabled' | 'expires' | 'used' | 'users' | 'created' | 'updated';

/** ADM-05: name, type, key, created, updated and enabled, with what tells whether a key is still needed. */
export function buildKeyColumns(t: Translate, now: string): readonly Column<ManagedKey>[] {
  const column = (id: ColumnId, cell: Column<ManagedKey>['cell'], priority?: number): Column<ManagedKey> => ({
    id,
    header: t(`portalKeys:column.${id}`),
    name: t(`portalKeys:column.${id}`),
    cell,
    ...(priority === undefined ? {} : { priority }),
  });
  return [
    column('name', (key) => <b>{key.name}</b>),
    column('type', (key) => t(`portalKeys:type.${key.type}`)),
    column('key', (key) => <code>{key.key}…</code>),
    column('enabled', (key) => <StateChip item={key} now={now} t={t} />),
    column('expires', (key) => formatDateMinute(key.expires), 1),
    column('used', (key) => (key.last_used === null ? t('portalKeys:never') : formatDateMinute(key.last_used)), 2),
    column('users', (key) => key.users.map(({ username }) => username).join(', '), 3),
    column('created', (key) => `${formatDateMinute(key.created)}, ${key.created_by}`, 4),
    column('updated', (key) => formatDateMinute(key.updated), 5),
    {
      id: 'actions',
      header: '',
      name: t('portalKeys:column.actions'),
      pinned: 'end',
      width: 44,
      cell: (key, context) => (
        <IconButton
          icon="dots"
          name={t('portalKeys:actions', { name: key.name })}
          tabIndex={context.tabIndex}
          onClick={(event) => context.openMenu(event.currentTarget)}
        />
      ),
    },
  ];
}

function StateChip({ item, now, t }: { item: ManagedKey; now: string; t: Translate }): ReactElement {
  if (item.expires <= now) return <StatusChip tone="nt" icon="clock" word={t('portalKeys:expired')} />;
  return item.enabled ? (
    <StatusChip tone="ok" icon="check" word={t('portalKeys:on')} />
  ) : (
    <StatusChip tone="al" icon="ban" word={t('portalKeys:off')} />
  );
}
