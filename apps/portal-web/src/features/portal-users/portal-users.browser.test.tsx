import { QueryClientProvider } from '@tanstack/react-query';
import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { I18nProvider } from '../../lib/i18n.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import type { PortalUserTask } from './portal-user-tasks.ts';
import { PortalUsersTable } from './PortalUsersTable.tsx';
import { AddPlantsDialog } from './AddPlantsDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';

const createAccount = (id: number, change: Partial<PortalAccount> = {}): PortalAccount => ({
  id,
  uuid: `00000000-0000-4000-8000-00000000000${id}`,
  username: `utente${id}`,
  email: `utente${id}@posta.example`,
  fullname: `Persona ${id}`,
  active: true,
  verified: true,
  must_change: false,
  admin: false,
  audit_read: false,
  last_login: null,
  telephone: '0547 000000',
  mobile: '333 0000000',
  enable_2fa: false,
  notes: 'una nota',
  keys: [{ id: '00000000-0000-4000-8000-0000000000aa', name: 'Ponte', enabled: false }],
  created: '2026-11-20T08:00:00.000Z',
  updated: '2026-11-20T09:00:00.000Z',
  authority: '',
  first_access: false,
  invited: null,
  open_sessions: 0,
  admin_request: null,
  ...change,
});

afterEach(() => queryClient.clear());

const renderWith = (content: ReactElement) =>
  render(
    <I18nProvider translator={createI18n()}>
      <ThemeProvider scheme="light">
        <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
      </ThemeProvider>
    </I18nProvider>,
  );

test('ADM-03 ADM-06 the fifteen columns in their order; keys, state and a pending role are words', async () => {
  await page.viewport(1440, 900);
  const request = {
    grants: true,
    requested_by: 'capo',
    own: false,
    requested_at: '2026-11-20T08:00:00.000Z',
    expires_at: '2026-11-27T08:00:00.000Z',
  };
  const users = [createAccount(1, { admin_request: request }), createAccount(2, { active: false })];
  const opened: string[] = [];
  const tasks: (readonly [PortalUserTask, string])[] = [];
  await renderWith(
    <PortalUsersTable
      users={users}
      offset={0}
      total={2}
      onOpen={({ username }) => opened.push(username)}
      onTask={(task, { username }) => tasks.push([task, username])}
    />,
  );
  const heads = page.getByRole('columnheader').elements();
  expect(heads.slice(0, 15).map(({ textContent }) => textContent)).toEqual([
    'Utente',
    'E-mail',
    'Nome e cognome',
    'Attivo',
    'Verificato',
    'Cambio password',
    'Amministratore',
    'Ultimo accesso',
    'Telefono',
    'Cellulare',
    '2FA',
    'Nota',
    'Chiavi associate',
    'Creato',
    'Modificato',
  ]);
  const row = page.getByRole('row', { name: /utente1/ });
  await expect.element(row).toMatchTextContent(/richiesto da capo.*mai.*Ponte \(spenta\)/);
  await expect.element(page.getByRole('row', { name: /utente2/ })).toMatchTextContent(/disabilitato/);
  await userEvent.click(row.getByText('Persona 1'));
  await expect.poll(() => opened).toEqual(['utente1']);
  await userEvent.click(row.getByRole('button', { name: 'Azioni su utente1' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Conferma: amministratore' }));
  await expect.poll(() => tasks).toEqual([['confirmAdmin', 'utente1']]);
});

test('a phone shows the columns it has room for', async () => {
  await page.viewport(390, 844);
  await renderWith(
    <PortalUsersTable users={[createAccount(1)]} offset={0} total={1} onOpen={() => {}} onTask={() => {}} />,
  );
  await expect.element(page.getByRole('columnheader', { name: 'Attivo' })).toBeVisible();
  expect(page.getByRole('columnheader').elements()).toHaveLength(4);
});

test('ADM-04 an invitation without address or name is not sent, and each field says why', async () => {
  await renderWith(<InviteDialog onDone={() => Promise.resolve()} onClose={() => undefined} />);
  const dialog = page.getByRole('dialog', { name: 'Invita una persona' });
  await expect.element(dialog.getByLabelText('E-mail', { exact: true })).toHaveFocus();
  await userEvent.type(dialog.getByLabelText('E-mail', { exact: true }), 'senza-chiocciola');
  await userEvent.click(dialog.getByRole('button', { name: 'Manda l’invito' }));
  await expect.element(dialog.getByText('Scrivi un indirizzo e-mail valido')).toBeVisible();
  await expect.element(dialog.getByText('Campo obbligatorio')).toBeVisible();
});

test('the plants of a group are added to a person, and the dialog says that later changes do not follow', async () => {
  const post = (path: string, body: object) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
  await post('/test-portal/reset', {});
  await post('/api/v1/plant-groups', { kind: 'body', name: 'Comando', plants: [1, 2, 3] });
  const counts: object[] = [];
  await renderWith(
    <AddPlantsDialog
      user={createAccount(2)}
      onDone={async (found) => void counts.push(found)}
      onClose={() => undefined}
    />,
  );
  const dialog = page.getByRole('dialog', { name: 'Impianti per Persona 2' });
  await expect.element(dialog.getByText(/Se il gruppo cambia dopo, l’elenco non cambia/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Aggiungi' })).toBeDisabled();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Gruppo' }));
  await userEvent.click(page.getByRole('option', { name: 'Comando · Ente (3)' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Aggiungi' }));
  await expect.poll(() => counts).toEqual([{ added: 2, known: 1 }]);
});
