import { Button, Select } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ticket, TICKET_STATES } from '@varco/contract/portal/tickets.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Pager } from '@varco/ui/Pager.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { SplitPane } from '@varco/ui/SplitPane.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { Toolbar, ToolbarEnd } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatError } from '../../lib/notices/error-text.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import styles from './Support.module.css';
import { SUPPORT_KEY, type TicketFilterState, type TicketSearch, ticketsQuery } from './support.api.ts';
import { TicketDialog } from './TicketDialog.tsx';
import { TicketThreadPane } from './TicketThreadPane.tsx';
import { TICKET_STATE_STYLES } from './ticket-state.ts';

/** SHELL-12 /support: everybody asks, administrators answer (TICK-01, TICK-02). */
export function SupportScreen(): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const isAdmin = useSession(({ user }) => user?.admin === true);
  const [search, setSearch] = useState<TicketSearch>({ scope: isAdmin ? 'all' : 'own', state: 'any', page: 1 });
  const [chosenId, setChosen] = useState<number | null>(null);
  const [isWriting, setWriting] = useState(false);
  useShortcuts({ n: () => setWriting(true) });
  const found = useQuery({ ...ticketsQuery(search), placeholderData: keepPreviousData });
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: [SUPPORT_KEY] });
  const change = (part: Partial<TicketSearch>): void => setSearch({ ...search, page: 1, ...part });
  const page = found.data;
  const write = (): void => setWriting(true);
  const dialog = isWriting && (
    <TicketDialog
      onSent={async (ticket) => {
        await refresh();
        setChosen(ticket.id);
        setWriting(false);
      }}
      onClose={() => setWriting(false)}
    />
  );
  const failure = found.error instanceof ApiError ? formatError(found.error.facts, true, t) : '';
  return (
    <>
      <ScreenFrame
        label={t('support:title')}
        toolbar={<SupportToolbar search={search} isAdmin={isAdmin} onChange={change} onNew={write} />}
        status={page === undefined ? undefined : t('support:count', { count: page.total })}
        notices={
          found.error !== null && (
            <Notice tone="al" isUrgent>
              {t('support:failed', { text: failure })}
            </Notice>
          )
        }
        waiting={found.isFetching && t('support:loading')}
        body="fill"
        empty={
          page?.total === 0 && (
            <EmptyState
              icon="mail"
              title={t('support:empty')}
              actions={<Button onClick={write}>{t('support:new')}</Button>}
            >
              {t(search.state === 'any' && search.scope === 'own' ? 'support:emptyOwn' : 'support:emptyAll')}
            </EmptyState>
          )
        }
        footer={page !== undefined && page.pages > 1 && <Pages {...{ search, setSearch, pages: page.pages }} />}
      >
        {page !== undefined && (
          <Conversations tickets={page.tickets} chosenId={chosenId} onChoose={setChosen} onChanged={refresh} />
        )}
      </ScreenFrame>
      {dialog}
    </>
  );
}

/** List of tickets, and the messages of the chosen one; at first the newest. */
function Conversations(props: {
  tickets: readonly Ticket[];
  chosenId: number | null;
  onChoose: (id: number) => void;
  onChanged: () => Promise<void>;
}): ReactElement {
  const t = useT();
  const { tickets, chosenId, onChoose, onChanged } = props;
  const id = chosenId ?? tickets[0]?.id ?? null;
  return (
    <SplitPane
      sideWidth="normal"
      side={
        <ScrollRegion label={t('support:title')} isFilling>
          <TicketList tickets={tickets} chosenId={id} onChoose={onChoose} />
        </ScrollRegion>
      }
    >
      {id === null ? (
        <Notice tone="in">{t('support:choose')}</Notice>
      ) : (
        <TicketThreadPane key={id} id={id} onChanged={onChanged} />
      )}
    </SplitPane>
  );
}

function SupportToolbar(props: {
  search: TicketSearch;
  isAdmin: boolean;
  onChange: (part: Partial<TicketSearch>) => void;
  onNew: () => void;
}): ReactElement {
  const t = useT();
  const { search, isAdmin, onChange, onNew } = props;
  const states: readonly TicketFilterState[] = ['any', ...TICKET_STATES];
  return (
    <Toolbar>
      {isAdmin && (
        <Segmented
          label={t('support:scope.label')}
          value={search.scope}
          onChange={(scope) => onChange({ scope })}
          options={[
            { id: 'all', label: t('support:scope.all') },
            { id: 'own', label: t('support:scope.own') },
          ]}
        />
      )}
      <Select
        label={t('support:filter.label')}
        w={190}
        allowDeselect={false}
        data={states.map((value) => ({ value, label: t(`support:filter.${value}`) }))}
        value={search.state}
        onChange={(value) => {
          const state = states.find((one) => one === value);
          if (state !== undefined) onChange({ state });
        }}
      />
      <ToolbarEnd>
        <Button leftSection={<Icon name="plus" />} onClick={onNew}>
          {t('support:new')}
        </Button>
      </ToolbarEnd>
    </Toolbar>
  );
}

function Pages(props: {
  search: TicketSearch;
  setSearch: (search: TicketSearch) => void;
  pages: number;
}): ReactElement {
  const t = useT();
  const { search, setSearch, pages } = props;
  return (
    <Pager
      page={search.page}
      pageCount={pages}
      onPage={(page) => setSearch({ ...search, page })}
      labels={{
        label: t('support:pages.label'),
        previous: t('support:pages.previous'),
        next: t('support:pages.next'),
        page: (number) => t('support:pages.page', { page: number }),
      }}
    />
  );
}

function TicketList(props: {
  tickets: readonly Ticket[];
  chosenId: number | null;
  onChoose: (id: number) => void;
}): ReactElement {
  const t = useT();
  return (
    <ul className={styles.list}>
      {props.tickets.map((ticket) => (
        <li key={ticket.id}>
          <button
            type="button"
            className={styles.ticket}
            aria-current={ticket.id === props.chosenId}
            onClick={() => props.onChoose(ticket.id)}
          >
            <b>{t('support:number', { number: ticket.id })}</b>{' '}
            <StatusChip {...TICKET_STATE_STYLES[ticket.state]} word={t(`support:state.${ticket.state}`)} />
            <span className={styles.excerpt}>{ticket.excerpt}</span>
            <span className={styles.facts}>
              {!ticket.own && `${ticket.author.fullname === '' ? ticket.author.username : ticket.author.fullname} · `}
              {t('support:messages', { count: ticket.messages })} · {formatDateMinute(ticket.updated)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
