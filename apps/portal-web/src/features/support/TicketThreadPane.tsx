import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TicketMessage, TicketThread } from '@varco/contract/portal/tickets.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { Toolbar, ToolbarEnd, ToolbarText } from '@varco/ui/Toolbar.tsx';
import type { ReactElement } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatError } from '../../lib/notices/error-text.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';
import styles from './Support.module.css';
import { answerTicket, setTicketState, ticketQuery } from './support.api.ts';
import { TICKET_STATE_STYLES } from './ticket-state.ts';

/** A ticket with its messages and the box to write in it. */
export function TicketThreadPane(props: { id: number; onChanged: () => Promise<void> }): ReactElement {
  const t = useT();
  const { id, onChanged } = props;
  const found = useQuery(ticketQuery(id));
  if (found.error !== null) {
    const text = found.error instanceof ApiError ? formatError(found.error.facts, true, t) : '';
    return (
      <Notice tone="al" isUrgent>
        {t('support:failed', { text })}
      </Notice>
    );
  }
  if (found.data === undefined) return <Notice tone="in">{t('support:loading')}</Notice>;
  return (
    <>
      <ThreadHead ticket={found.data} onChanged={onChanged} />
      <ScrollRegion label={t('support:thread', { number: id })} isFilling>
        <ol className={styles.thread}>
          {found.data.thread.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      </ScrollRegion>
      <AnswerForm id={id} onChanged={onChanged} />
    </>
  );
}

function ThreadHead({ ticket, onChanged }: { ticket: TicketThread; onChanged: () => Promise<void> }): ReactElement {
  const t = useT();
  const isClosed = ticket.state === 'closed';
  const change = useMutation({
    mutationFn: () => setTicketState(ticket.id, isClosed ? 'open' : 'closed'),
    onSuccess: onChanged,
    onError: notifyError,
  });
  const { fullname, username, email } = ticket.author;
  return (
    <Toolbar>
      <ToolbarText>
        <b>{t('support:number', { number: ticket.id })}</b>{' '}
        <StatusChip {...TICKET_STATE_STYLES[ticket.state]} word={t(`support:state.${ticket.state}`)} />
        {!ticket.own && ` ${fullname === '' ? username : fullname} · ${email}`}
        {ticket.phone !== '' && ` · ${t('support:phone', { phone: ticket.phone })}`}
      </ToolbarText>
      <ToolbarEnd>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
          {t(isClosed ? 'support:reopen' : 'support:close')}
        </Button>
      </ToolbarEnd>
    </Toolbar>
  );
}

function Message({ message }: { message: TicketMessage }): ReactElement {
  const t = useT();
  return (
    <li className={cx(styles.message, message.support && styles.fromSupport)}>
      <p className={styles.writer}>
        <b>{message.name === '' ? t('support:gone') : message.name}</b>
        {message.support && ` · ${t('support:support')}`} · {formatDateMinute(message.at)}
      </p>
      <p className={styles.text}>{message.text}</p>
    </li>
  );
}

function AnswerForm({ id, onChanged }: { id: number; onChanged: () => Promise<void> }): ReactElement {
  const t = useT();
  const form = useForm({
    initialValues: { message: '' },
    validate: { message: (message) => (message.trim() === '' ? t('support:form.missing') : null) },
  });
  const send = useMutation({
    mutationFn: (message: string) => answerTicket(id, message),
    onSuccess: async () => {
      form.reset();
      await onChanged();
    },
    onError: notifyError,
  });
  return (
    <form className={styles.answer} onSubmit={form.onSubmit(({ message }) => send.mutate(message))} noValidate>
      <Textarea
        label={t('support:answer')}
        description={t('support:answerHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        {...form.getInputProps('message')}
      />
      <Button type="submit" loading={send.isPending}>
        {t('support:send')}
      </Button>
    </form>
  );
}
