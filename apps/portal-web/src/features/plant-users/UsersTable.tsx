import type { PlantUserRecord } from '@varco/contract/plant/users.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { toggleSort, type Sort } from '@varco/ui/table-model.ts';
import { type ReactElement, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { Manager } from './managed-plants.ts';
import styles from './PlantUsers.module.css';
import { groupByOwner, type UserChoice } from './user-filter.ts';
import { buildUserColumns } from './users-columns.tsx';

/** Action selected on a row. */
export type RowTask = 'edit' | 'lists' | 'smartphone' | 'delete';

interface Props {
  readonly rows: readonly PlantUserRecord[];
  readonly count: number;
  readonly offset: number;
  readonly choice: UserChoice;
  readonly manager: Manager;
  readonly onChoice: (change: Partial<UserChoice>) => void;
  readonly onWork: (work: RowTask, user: PlantUserRecord) => void;
}

/** Users as one table, or one table per owner. */
export function UsersTable(props: Props): ReactElement {
  const t = useT();
  const { rows, choice } = props;
  if (choice.isFlat) return <UserRows {...props} label={t('users:title')} />;
  return (
    <>
      {groupByOwner(rows).map(({ owner, users }) => (
        <section key={owner ?? ''} className={styles.group}>
          <h2 className={styles.heading}>
            {owner ?? t('users:nobody')} · {t('users:shown', { count: users.length })}
          </h2>
          <UserRows {...props} rows={users} count={users.length} offset={0} label={owner ?? t('users:nobody')} />
        </section>
      ))}
    </>
  );
}

const parseSort = (order: string): Sort => ({ sign: order.startsWith('-') ? '-' : '+', field: order.slice(1) });

function UserRows(props: Props & { readonly label: string }): ReactElement {
  const t = useT();
  const { rows, count, offset, choice, onChoice, onWork } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ readonly user: PlantUserRecord; readonly anchor: HTMLElement } | null>(null);
  const sort = parseSort(choice.order);
  return (
    <div className={styles.table}>
      <DataTable
        label={props.label}
        columns={buildUserColumns(t, now())}
        rows={rows}
        rowKey={({ id }) => String(id)}
        rowTotal={count}
        rowOffset={offset}
        sort={sort}
        onSort={(field) => {
          const next = toggleSort(sort, field);
          onChoice({ order: `${next.sign}${next.field}` });
        }}
        currentKey={currentKey}
        onCurrent={setCurrent}
        onOpen={(user) => onWork('edit', user)}
        onMenu={(user, anchor) => setMenu(menu === null ? { user, anchor } : null)}
        density="tall"
      />
      {menu !== null && <UserActions {...props} {...menu} onClose={() => setMenu(null)} />}
    </div>
  );
}

function UserActions(props: Props & { user: PlantUserRecord; anchor: HTMLElement; onClose: () => void }): ReactElement {
  const t = useT();
  const { user, anchor, manager, onChoice, onWork, onClose } = props;
  const above = user.level > manager.level ? t('users:action.above') : null;
  const self = user.id === manager.ID ? t('users:action.self') : null;
  const { blacklist, whitelist, figurehead } = user.liste;
  const hasLists = blacklist + whitelist + figurehead > 0;
  const { owned_by_id: owner, owned_by_username: ownerName } = user;
  return (
    <RowMenu
      anchor={anchor}
      label={t('users:actions', { name: user.username })}
      items={[
        { id: 'edit', label: t('users:action.edit'), icon: 'edit', onSelect: () => onWork('edit', user) },
        {
          id: 'lists',
          label: t('users:action.lists'),
          icon: 'swap',
          disabledReason: above ?? (hasLists ? null : t('users:action.noLists')),
          onSelect: () => onWork('lists', user),
        },
        {
          id: 'smartphone',
          label: t('users:action.smartphone'),
          icon: 'phone',
          disabledReason: above,
          onSelect: () => onWork('smartphone', user),
        },
        ...(owner === null || ownerName === null
          ? []
          : [
              {
                id: 'owner',
                label: t('users:action.owner', { name: ownerName }),
                icon: 'user' as const,
                onSelect: () => onChoice({ owner: { id: owner, name: ownerName } }),
              },
            ]),
        {
          id: 'delete',
          label: t('users:action.delete'),
          icon: 'trash',
          startsGroup: true,
          disabledReason: above ?? self,
          onSelect: () => onWork('delete', user),
        },
      ]}
      onClose={onClose}
    />
  );
}
