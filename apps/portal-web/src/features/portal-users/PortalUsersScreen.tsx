import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { PORTAL_ACCOUNT_PAGE_SIZE, PORTAL_ACCOUNT_STATES } from '@varco/contract/portal/user-administration.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Pager } from '@varco/ui/Pager.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Toolbar, ToolbarEnd } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { formatFailure } from './format-failure.ts';
import { PORTAL_USERS_KEY, type PortalUserSearch, type PortalUserState, portalUsersQuery } from './portal-users.api.ts';
import { PortalUsersDialogs, type Opened } from './PortalUsersDialogs.tsx';
import { PortalUsersTable } from './PortalUsersTable.tsx';

const TYPING_DELAY_MS = 300;
const EVERYBODY: PortalUserSearch = { text: '', state: 'all', page: 1 };

/** P 2 /dashboard/users: administrators manage the users of the portal (ADM-03, ADM-04). */
export function PortalUsersScreen(): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const [search, setSearch] = useState(EVERYBODY);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [text] = useDebouncedValue(search.text, TYPING_DELAY_MS);
  const found = useQuery({ ...portalUsersQuery({ ...search, text }), placeholderData: keepPreviousData });
  const waiting = useQuery(portalUsersQuery({ ...EVERYBODY, state: 'requested' }));
  const change = (part: Partial<PortalUserSearch>): void => setSearch({ ...search, page: 1, ...part });
  const requests = waiting.data?.total ?? 0;
  const page = found.data;
  return (
    <ScreenFrame
      label={t('portalUsers:title')}
      toolbar={<UsersToolbar search={search} onChange={change} onInvite={() => setOpened({ kind: 'invite' })} />}
      status={page === undefined ? undefined : t('portalUsers:count', { count: page.total })}
      notices={
        <>
          {found.error !== null && (
            <Notice tone="al" isUrgent actions={<Retry onRetry={() => void found.refetch()} />}>
              {t('portalUsers:failed', { text: formatFailure(found.error, t) })}
            </Notice>
          )}
          {requests > 0 && search.state !== 'requested' && (
            <Notice
              tone="wa"
              actions={
                <Button size="compact-sm" variant="default" onClick={() => change({ state: 'requested', text: '' })}>
                  {t('portalUsers:showWaiting')}
                </Button>
              }
            >
              {t('portalUsers:waiting', { count: requests })}
            </Notice>
          )}
        </>
      }
      waiting={found.isFetching && t('portalUsers:loading')}
      body="fill"
      empty={
        page?.total === 0 && (
          <EmptyState
            icon="user"
            title={t('portalUsers:empty')}
            actions={<Button onClick={() => setSearch(EVERYBODY)}>{t('portalUsers:clear')}</Button>}
          >
            {t('portalUsers:emptyText')}
          </EmptyState>
        )
      }
      footer={
        <>
          <span>{t('portalUsers:keys')}</span>
          {page !== undefined && page.pages > 1 && (
            <Pager
              page={page.page}
              pageCount={page.pages}
              onPage={(next) => setSearch({ ...search, page: next })}
              labels={{
                label: t('portalUsers:pages.label'),
                previous: t('portalUsers:pages.previous'),
                next: t('portalUsers:pages.next'),
                page: (number) => t('portalUsers:pages.page', { page: number }),
              }}
            />
          )}
        </>
      }
    >
      {page !== undefined && (
        <PortalUsersTable
          users={page.users}
          offset={(page.page - 1) * PORTAL_ACCOUNT_PAGE_SIZE}
          total={page.total}
          onOpen={(user) => setOpened({ kind: 'user', user })}
          onTask={(task, user) => setOpened({ kind: 'task', task, user })}
        />
      )}
      {opened !== null && (
        <PortalUsersDialogs
          opened={opened}
          onOpen={setOpened}
          onChanged={() => client.invalidateQueries({ queryKey: [PORTAL_USERS_KEY] })}
        />
      )}
    </ScreenFrame>
  );
}

function Retry({ onRetry }: { onRetry: () => void }): ReactElement {
  const t = useT();
  return (
    <Button size="compact-sm" variant="default" onClick={onRetry}>
      {t('common:retry')}
    </Button>
  );
}

function UsersToolbar(props: {
  search: PortalUserSearch;
  onChange: (part: Partial<PortalUserSearch>) => void;
  onInvite: () => void;
}): ReactElement {
  const t = useT();
  const { search, onChange, onInvite } = props;
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ q: () => box.current?.focus(), '/': () => box.current?.focus(), n: onInvite });
  return (
    <Toolbar>
      <TextInput
        ref={box}
        w={320}
        label={t('portalUsers:search')}
        leftSection={<Icon name="search" />}
        maxLength={100}
        value={search.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <Select
        label={t('portalUsers:state.label')}
        w={220}
        allowDeselect={false}
        data={PORTAL_ACCOUNT_STATES.map((value) => ({ value, label: t(`portalUsers:state.${value}`) }))}
        value={search.state}
        onChange={(value) => {
          if (value !== null && isState(value)) onChange({ state: value });
        }}
      />
      <ToolbarEnd>
        <Button leftSection={<Icon name="plus" />} onClick={onInvite}>
          {t('portalUsers:invite')}
        </Button>
      </ToolbarEnd>
    </Toolbar>
  );
}

const isState = (value: string): value is PortalUserState => PORTAL_ACCOUNT_STATES.some((state) => state === value);
