import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { TicketThread } from '@varco/contract/portal/tickets.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notifyCode } from '../../lib/notices/notices.store.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { openTicket } from './support.api.ts';

const TICKET_SENT = 10_027;
const TICKET_FAILED = 10_028;

/** Opens a ticket: a message, and a phone if the person wants to be called (TICK-01, TICK-02). */
export function TicketDialog(props: {
  onSent: (ticket: TicketThread) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const form = useForm({
    initialValues: { message: '', phone: '' },
    validate: { message: (message) => (message.trim() === '' ? t('support:form.missing') : null) },
  });
  const send = useMutation({
    // Without a network it fails at once and is said (TICK-02), instead of waiting unseen.
    networkMode: 'always',
    mutationFn: ({ message, phone }: { message: string; phone: string }) => openTicket(message, phone),
    onSuccess: async (ticket) => {
      notifyCode(TICKET_SENT);
      await props.onSent(ticket);
    },
    // The text stays in the form, so that it can be sent again.
    onError: () => void notifyCode(TICKET_FAILED),
  });
  return (
    <SaveDialog
      title={t('support:new')}
      saveLabel={t('support:send')}
      canSave
      isSaving={send.isPending}
      onSave={() => form.onSubmit((values) => send.mutate(values))()}
      onClose={props.onClose}
    >
      <FormGrid>
        <Textarea
          label={t('support:form.message')}
          description={t('support:form.messageHint')}
          autosize
          minRows={5}
          maxRows={14}
          maxLength={4000}
          {...form.getInputProps('message')}
        />
        <TextInput
          label={t('support:form.phone')}
          type="tel"
          maxLength={40}
          autoComplete="tel"
          {...form.getInputProps('phone')}
        />
      </FormGrid>
    </SaveDialog>
  );
}
