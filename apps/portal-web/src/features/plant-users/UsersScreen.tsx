import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PlantUserRecord, USER_PAGE_SIZE } from '@varco/contract/plant/users.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Pager } from '@varco/ui/Pager.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { setAdministeredPlant, useAdministeredPlant } from '../../lib/plants/administered-plant.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { type ManagedPlant, managesAll, useManagedPlants } from './managed-plants.ts';
import styles from './PlantUsers.module.css';
import { SmartphoneDialog } from './SmartphoneDialog.tsx';
import { UserDialog } from './UserDialog.tsx';
import { hasActiveFilters, NO_CHOICE, paginateUsers, type UserChoice } from './user-filter.ts';
import { useUserChoice } from './use-user-choice.ts';
import { downloadUsers, USERS_KEY, usersQuery } from './users.api.ts';
import { UsersBar } from './UsersBar.tsx';
import { type RowTask, UsersTable } from './UsersTable.tsx';

const TYPING_DELAY_MS = 300;

/** /peer/users: users of a plant, for its user managers (T 2.17, readings A-08). */
export function UsersScreen(): ReactElement | null {
  const t = useT();
  const plants = useManagedPlants();
  const [choice, change] = useUserChoice();
  const administered = useAdministeredPlant(({ peerId }) => peerId);
  if (choice === null) return null;
  const chosen =
    plants.find(({ plant }) => plant.peerId === administered) ??
    plants.find(({ plant }) => plant.credentialId === choice.plantId) ??
    plants[0];
  if (chosen === undefined)
    return (
      <EmptyState icon="key" title={t('users:noPlant')}>
        {t('users:noPlantText')}
      </EmptyState>
    );
  return <UserManagement key={chosen.plant.credentialId} {...{ plants, chosen, choice, change }} />;
}

type UserTask = { readonly kind: 'new' } | { readonly kind: RowTask; readonly user: PlantUserRecord };

function UserManagement(props: {
  plants: readonly ManagedPlant[];
  chosen: ManagedPlant;
  choice: UserChoice;
  change: (change: Partial<UserChoice>) => void;
}): ReactElement {
  const t = useT();
  const { plants, chosen, choice } = props;
  const client = useQueryClient();
  const screen = useRef<HTMLElement>(null);
  const [page, setPage] = useState(1);
  const [work, setWork] = useState<UserTask | null>(null);
  const { credentialId } = chosen.plant;
  const change = (more: Partial<UserChoice>): void => {
    const other = plants.find(({ plant }) => plant.credentialId === more.plantId);
    if (other !== undefined) setAdministeredPlant(other.plant.peerId);
    setPage(1);
    props.change(more);
  };
  const exporting = useMutation({ mutationFn: () => downloadUsers(credentialId, choice), onError: notifyError });
  return (
    <section ref={screen} className={styles.page} id="results" aria-label={t('users:title')}>
      <UsersBar
        {...{ choice, plants, chosen }}
        onChange={change}
        isExporting={exporting.isPending}
        onExport={() => exporting.mutate()}
        onNew={() => setWork({ kind: 'new' })}
        onRows={() => screen.current?.querySelector<HTMLElement>('[role=grid] tbody tr')?.focus()}
      />
      <p className={styles.scope}>{t(managesAll(chosen.manager) ? 'users:scopeAll' : 'users:scopeOwn')}</p>
      <UserResults
        {...{ chosen, choice, page }}
        onPage={setPage}
        onChoice={change}
        onWork={(kind, user) => setWork({ kind, user })}
      />
      {work !== null && (
        <UserTaskDialog
          work={work}
          chosen={chosen}
          onClose={() => setWork(null)}
          onChanged={() => client.invalidateQueries({ queryKey: USERS_KEY })}
        />
      )}
    </section>
  );
}

function UserResults(props: {
  chosen: ManagedPlant;
  choice: UserChoice;
  page: number;
  onPage: (page: number) => void;
  onChoice: (change: Partial<UserChoice>) => void;
  onWork: (work: RowTask, user: PlantUserRecord) => void;
}): ReactElement {
  const t = useT();
  const { chosen, choice, page, onPage, onChoice, onWork } = props;
  const [text] = useDebouncedValue(choice.text, TYPING_DELAY_MS);
  const requested = { ...choice, text };
  const found = useQuery({
    ...usersQuery(chosen.plant.credentialId, requested, page),
    placeholderData: keepPreviousData,
  });
  // USR-16, T 8.1: after a failed load, rows of a previous load are not shown as if they were current.
  if (found.isError)
    return (
      <>
        <Notice tone="al" isUrgent>
          {t('users:failed', { plant: getPlantLabel(chosen.plant) })}
        </Notice>
        <div>
          <Button variant="default" onClick={() => void found.refetch()}>
            {t('users:retry')}
          </Button>
        </div>
      </>
    );
  if (found.data === undefined) return <Notice tone="in">{t('users:loading')}</Notice>;
  const { objects, pagination } = found.data;
  const { rows, count, pages } = paginateUsers({ objects, count: pagination.count ?? objects.length }, requested, page);
  if (rows.length === 0) return <NoUsersNotice choice={choice} onChoice={onChoice} />;
  return (
    <>
      <UsersTable
        {...{ rows, count, choice, onChoice, onWork }}
        offset={(page - 1) * USER_PAGE_SIZE}
        manager={chosen.manager}
      />
      <div className={styles.foot}>
        <span role="status">{t('users:shown', { count })}</span>
        {pages > 1 && (
          <Pager
            page={page}
            pageCount={pages}
            onPage={onPage}
            labels={{
              label: t('users:pages'),
              previous: t('users:previous'),
              next: t('users:next'),
              page: (number) => t('users:page', { page: number }),
            }}
          />
        )}
      </div>
    </>
  );
}

function NoUsersNotice(props: { choice: UserChoice; onChoice: (change: Partial<UserChoice>) => void }): ReactElement {
  const t = useT();
  const { choice, onChoice } = props;
  if (!hasActiveFilters(choice)) return <EmptyState icon="user" title={t('users:empty')} />;
  const { plantId, order, isFlat } = choice;
  return (
    <EmptyState
      icon="user"
      title={t('users:empty')}
      actions={
        <Button variant="default" onClick={() => onChoice({ ...NO_CHOICE, plantId, order, isFlat })}>
          {t('users:clear')}
        </Button>
      }
    >
      {t('users:emptyText')}
    </EmptyState>
  );
}

function UserTaskDialog(props: {
  work: UserTask;
  chosen: ManagedPlant;
  onClose: () => void;
  onChanged: () => Promise<void>;
}): ReactElement {
  const { work, ...rest } = props;
  switch (work.kind) {
    case 'new':
      return <UserDialog {...rest} user={null} />;
    case 'edit':
      return <UserDialog {...rest} user={work.user} />;
    case 'smartphone':
      return <SmartphoneDialog {...rest} user={work.user} />;
    case 'lists':
    case 'delete':
      return <DeleteUserDialog {...rest} user={work.user} isDelete={work.kind === 'delete'} />;
  }
}
