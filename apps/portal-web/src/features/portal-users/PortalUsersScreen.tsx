import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { PORTAL_ACCOUNT_PAGE_SIZE, PORTAL_ACCOUNT_STATES } from '@varco/contract/portal/user-administration.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { KeyHints } from '@varco/ui/KeyHints.tsx';
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
  const requests = search.state === 'requested' ? 0 : (waiting.data?.total ?? 0);
  const page = found.data;
  return (
    <>
      <ScreenFrame
        label={t('portalUsers:title')}
        toolbar={<UsersToolbar search={search} onChange={change} onInvite={() => setOpened({ kind: 'invite' })} />}
        status={page === undefined ? undefined : t('portalUsers:count', { count: page.total })}
        notices={
          (found.error !== null || requests > 0) && (
            <UsersNotices
              error={found.error}
              requests={requests}
              onRetry={() => void found.refetch()}
              onShow={() => change({ state: 'requested', text: '' })}
            />
          )
        }
        waiting={found.isFetching && t('portalUsers:loading')}
        body="fill"
        empty={page?.total === 0 && <NoUsers onClear={() => setSearch(EVERYBODY)} />}
        footer={
          <>
            <KeyHints>{t('portalUsers:keys')}</KeyHints>
            {page !== undefined && page.pages > 1 && (
              <UsersPager page={page.page} pages={page.pages} onPage={(next) => setSearch({ ...search, page: next })} />
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
      </ScreenFrame>
      {opened !== null && (
        <PortalUsersDialogs
          opened={opened}
          onOpen={setOpened}
          onChanged={() => client.invalidateQueries({ queryKey: [PORTAL_USERS_KEY] })}
        />
      )}
    </>
  );
}

function NoUsers({ onClear }: { onClear: () => void }): ReactElement {
  const t = useT();
  return (
    <EmptyState
      icon="user"
      title={t('portalUsers:empty')}
      actions={<Button onClick={onClear}>{t('portalUsers:clear')}</Button>}
    >
      {t('portalUsers:emptyText')}
    </EmptyState>
  );
}

/** What failed, and how many requests wait for another administrator. */
function UsersNotices(props: {
  error: Error | null;
  requests: number;
  onRetry: () => void;
  onShow: () => void;
}): ReactElement {
  const t = useT();
  const { error, requests, onRetry, onShow } = props;
  const button = (text: string, onClick: () => void): ReactElement => (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {text}
    </Button>
  );
  return (
    <>
      {error !== null && (
        <Notice tone="al" isUrgent actions={button(t('common:retry'), onRetry)}>
          {t('portalUsers:failed', { text: formatFailure(error, t) })}
        </Notice>
      )}
      {requests > 0 && (
        <Notice tone="wa" actions={button(t('portalUsers:showWaiting'), onShow)}>
          {t('portalUsers:waiting', { count: requests })}
        </Notice>
      )}
    </>
  );
}

function UsersPager(props: { page: number; pages: number; onPage: (page: number) => void }): ReactElement {
  const t = useT();
  return (
    <Pager
      page={props.page}
      pageCount={props.pages}
      onPage={props.onPage}
      labels={{
        label: t('portalUsers:pages.label'),
        previous: t('portalUsers:pages.previous'),
        next: t('portalUsers:pages.next'),
        page: (number) => t('portalUsers:pages.page', { page: number }),
      }}
    />
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
