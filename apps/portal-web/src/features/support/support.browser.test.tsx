import { QueryClientProvider } from '@tanstack/react-query';
import type { TicketThread } from '@varco/contract/portal/tickets.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { I18nProvider } from '../../lib/i18n.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { ticketQuery } from './support.api.ts';
import { TicketDialog } from './TicketDialog.tsx';
import { TicketThreadPane } from './TicketThreadPane.tsx';

const THREAD: TicketThread = {
  id: 7,
  state: 'answered',
  excerpt: 'Non vedo Cesena.',
  phone: '333 0000000',
  author: { username: 'agente', fullname: 'Persona agente', email: 'agente@posta.example' },
  own: false,
  messages: 2,
  created: '2026-11-20T08:00:00.000Z',
  updated: '2026-11-20T09:00:00.000Z',
  thread: [
    { id: 1, support: false, name: 'Persona agente', text: '<b>Non vedo</b> Cesena.', at: '2026-11-20T08:00:00.000Z' },
    { id: 2, support: true, name: '', text: 'Ora sì.', at: '2026-11-20T09:00:00.000Z' },
  ],
};

afterEach(() => queryClient.clear());

const renderWith = (content: ReactElement) =>
  render(
    <I18nProvider translator={createI18n()}>
      <ThemeProvider scheme="light">
        <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
      </ThemeProvider>
    </I18nProvider>,
  );

test('TICK-01 a ticket without a message is not sent and says why; the phone is optional', async () => {
  await renderWith(<TicketDialog onSent={() => Promise.resolve()} onClose={() => undefined} />);
  const dialog = page.getByRole('dialog', { name: 'Scrivi all’assistenza' });
  await expect.element(dialog.getByLabelText('Messaggio')).toHaveFocus();
  await userEvent.click(dialog.getByRole('button', { name: 'Manda' }));
  await expect.element(dialog.getByText('Scrivi il messaggio')).toBeVisible();
  await expect.element(dialog.getByLabelText('Telefono (facoltativo)')).toBeVisible();
});

test('the conversation says who wrote what, as text, and offers the next step of its state', async () => {
  queryClient.setQueryDefaults(['support'], { staleTime: Infinity });
  queryClient.setQueryData(ticketQuery(7).queryKey, THREAD);
  await renderWith(<TicketThreadPane id={7} onChanged={() => Promise.resolve()} />);
  const items = page.getByRole('listitem');
  await expect.element(items.first()).toMatchTextContent(/Persona agente.*<b>Non vedo<\/b> Cesena\./);
  await expect.element(items.last()).toMatchTextContent(/account eliminato · assistenza.*Ora sì\./);
  await expect.element(page.getByText(/telefono 333 0000000/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Chiudi la richiesta' })).toBeVisible();
});
