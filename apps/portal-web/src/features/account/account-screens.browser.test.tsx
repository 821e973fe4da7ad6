import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { signIn, signOut } from '../../lib/session/portal-session.ts';
import { FirstAccessScreen } from './FirstAccessScreen.tsx';
import { LoginScreen } from './LoginScreen.tsx';

const PASSWORD = 'Corretto cavallo 9 pilà';

async function callTestPortal(lever: string): Promise<void> {
  await fetch(`/test-portal/${lever}`, { method: 'POST', body: '{}' });
}
beforeEach(async () => {
  await callTestPortal('reset');
  localStorage.clear();
});
afterEach(async () => {
  await signOut();
});

async function submitSignIn(): Promise<void> {
  await render(<TestProviders screen={() => <LoginScreen onSignedIn={() => undefined} />} />);
  await userEvent.fill(page.getByLabelText('E-mail o nome utente'), 'rossi@pl.example');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('button', { name: 'Accedi' }));
}

test('SHELL-04 LOGIN-04 an answer of 418 opens the dialog that tells of the missing IP parameter', async () => {
  await callTestPortal('not-configured');
  await submitSignIn();
  const dialog = page.getByRole('dialog', { name: 'Configurazione errata' });
  await expect.element(dialog).toBeVisible();
  await expect
    .element(dialog.getByText('Configurazione errata: manca il parametro IP sul servizio web.'))
    .toBeVisible();
});

test('SHELL-05 a portal that does not answer opens the unverified-connection dialog, with a button that checks', async () => {
  await callTestPortal('cut');
  await submitSignIn();
  const dialog = page.getByRole('dialog', { name: 'Collegamento non verificato' });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Verifica collegamento' })).toBeEnabled();
});

test('ACCT-14 ACCT-08 ACCT-13 a creation the portal does not do shows the exact words; so do a wrong e-mail and a wrong repeat', async () => {
  await signIn({ username: 'rossi@pl.example', password: PASSWORD, isRemembered: false });
  await render(<TestProviders screen={FirstAccessScreen} />);
  const create = page.getByRole('button', { name: 'Crea account' });
  const fill = (label: string, text: string) => userEvent.fill(page.getByLabelText(label, { exact: true }), text);
  await fill('E-mail', 'abc');
  await userEvent.click(create);
  await expect.element(page.getByText('Email non valida', { exact: true })).toBeVisible();
  // What is said of one field stays while another is filled in.
  await fill('Nome e cognome', 'Ada Galli');
  await expect.element(page.getByText('Email non valida', { exact: true })).toBeVisible();
  await fill('E-mail', 'ada.galli@carabinieri.it');
  await expect.element(page.getByText('Email non valida', { exact: true })).not.toBeInTheDocument();
  await fill('Cellulare', '+39 333 000 0000');
  await fill('Nuova password', 'tre gatti sul tetto');
  await fill('Ripeti la nuova password', 'tre gatti sul tavolo');
  await userEvent.click(create);
  await expect.element(page.getByText('Le password non sono uguali', { exact: true })).toBeVisible();
  await fill('Ripeti la nuova password', 'tre gatti sul tetto');
  // The test portal does not implement this call and returns an error.
  await userEvent.click(create);
  await expect.element(page.getByText('Creazione utente fallita', { exact: true })).toBeVisible();
});
