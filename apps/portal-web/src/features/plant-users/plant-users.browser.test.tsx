import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import '../../theme/styles.ts';
import { UsersScreen } from './UsersScreen.tsx';

let token: string;
const signIn = (level: number, more: Partial<NonNullable<PlantSession['login']>['user']> = {}): void => {
  const plant = createPlantSession(1, token, 'Cesena Cintura', level);
  const login = plant.login && { ...plant.login, user: { ...plant.login.user, ...more } };
  usePlants.setState({ plants: new Map([['c1', { ...plant, login }]]) });
};
beforeEach(async () => {
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  await page.viewport(1440, 1000);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

type Call = { readonly route: string; readonly body: Record<string, unknown> };
const fetchCalls = async (): Promise<readonly Call[]> => (await fetch(`/test-plant/${token}`)).json();
const grid = page.getByRole('grid', { name: 'Utenti dell’impianto' });
const findRow = (name: RegExp) => grid.getByRole('row', { name });
const clickUserAction = async (name: string, item: string): Promise<void> => {
  await userEvent.click(page.getByRole('button', { name: `Azioni su ${name}` }));
  await userEvent.click(page.getByRole('menuitem', { name: item }));
};
/** The accessible name of a switch includes its description, so match its beginning. */
const findSwitch = (name: string) => page.getByRole('dialog').getByRole('switch', { name: new RegExp(`^${name}`) });
const openScreen = async (level = 8): Promise<void> => {
  signIn(level, { can_manage_users: true });
  await render(<TestProviders screen={UsersScreen} />);
  await expect.element(findRow(/verdi/)).toBeVisible();
};

test('USR-01 USR-06 TPERM-16 the people of the chosen plant with state, group, role and level, owner, permissions and devices', async () => {
  await openScreen();
  await expect
    .element(findRow(/verdi/))
    .toMatchTextContent(/Luca Verdi.*Abilitato.*fdo carabinieri.*livello 5 · operatore.*rossi.*Smartphone/);
  await expect.element(findRow(/Anna Rossi/)).toMatchTextContent(/livello 8 · amministratore.*Gestione utenti/);
  await expect.element(findRow(/neri/)).toMatchTextContent(/Disabilitato.*livello 4 · base/);
  expect((await fetchCalls()).map(({ body }) => body)).toEqual([{ order_by: '+username', p: 1, page_size: 50 }]);
  await userEvent.fill(page.getByRole('textbox', { name: /^Cerca per utente/ }), 'ner');
  await expect.element(findRow(/verdi/)).not.toBeInTheDocument();
  await userEvent.fill(page.getByRole('textbox', { name: /^Cerca per utente/ }), 'zzz');
  await expect.element(page.getByText('Nessun utente con questi filtri.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Togli i filtri' }));
  await expect.element(findRow(/verdi/)).toBeVisible();
});

test('USR-05 grouped by who administers, and as one list', async () => {
  await openScreen();
  await userEvent.click(page.getByRole('switch', { name: 'Elenco unico' }));
  await expect.element(page.getByRole('grid', { name: 'rossi', exact: true })).toMatchTextContent(/verdi/);
  await expect.element(page.getByRole('heading', { name: /Senza gestore · 3 utenti/ })).toBeVisible();
});

test('USR-16 a load that fails empties the list and says so; asked again it is there', async () => {
  await openScreen();
  await fetch(`/test-plant/${token}/fail`, { method: 'POST' });
  await userEvent.click(grid.getByRole('columnheader', { name: 'Ruolo' }).getByRole('button'));
  await expect
    .element(page.getByText(/Non è stato possibile leggere gli utenti di Cesena Cintura: l’elenco è vuoto/))
    .toBeVisible();
  await expect.element(grid).not.toBeInTheDocument();
  await fetch(`/test-plant/${token}/ok`, { method: 'POST' });
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }));
  await expect.element(findRow(/verdi/)).toBeVisible();
});

test('TPERM-09 without a plant to administer it says on which plants that is done', async () => {
  signIn(6);
  await render(<TestProviders screen={UsersScreen} />);
  await expect.element(page.getByText('Nessun impianto di cui gestire gli utenti')).toBeVisible();
});

test('USR-08 PLAPI-45 PLAPI-46 TPERM-15 a new person: group defaults, then two requests; a refusal names the field', async () => {
  await openScreen();
  await userEvent.click(page.getByRole('button', { name: 'Nuovo utente' }));
  const dialog = page.getByRole('dialog', { name: 'Nuovo utente · Cesena Cintura' });
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  await expect.element(dialog.getByText('3 campi da correggere')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Nome utente'), 'nuovo');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Password' }), 'Prova-lunga-77!');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Gruppo', exact: true }));
  await userEvent.click(page.getByRole('option', { name: /^fdo carabinieri/ }));
  await expect.element(dialog.getByText(/^Livello da 5 a 7: operatore/)).toBeVisible();
  await expect.element(findSwitch('Notifiche blacklist')).toBeChecked();
  await userEvent.click(findSwitch('Visure a pagamento'));
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  await expect
    .element(dialog.getByText('Visure a pagamento: È più di quanto puoi tu su questo impianto.'))
    .toBeVisible();
  await userEvent.click(findSwitch('Visure a pagamento'));
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  await expect.element(dialog).not.toBeInTheDocument();
  const sent = (await fetchCalls()).filter(({ route }) => /^(POST|PUT) \/api\/users(\/\d|$)/.test(route)).slice(-2);
  expect(sent.map(({ route }) => route)).toEqual(['POST /api/users', 'PUT /api/users/11/districts']);
  expect(sent[0]?.body).toMatchObject({
    id: 0,
    username: 'nuovo',
    group_id: 1,
    notifica_blacklist: true,
    active: 1,
    varchi_abilitati: null,
  });
  expect(sent[1]?.body).toEqual({ district_ids: [] });
});

test('USR-17 USR-19 CAM-11 the form of a person has every field and what is only told; removed meanwhile it says record not found', async () => {
  await openScreen();
  await clickUserAction('neri', 'Modifica');
  const dialog = page.getByRole('dialog', { name: 'Utente neri · Cesena Cintura' });
  for (const label of [
    'Nome utente',
    'Nome e cognome',
    'E-mail',
    'Descrizione',
    'Altre note',
    'Scadenza dell’account',
    'Periodo massimo di ricerca (minuti)',
  ])
    await expect.element(dialog.getByRole('textbox', { name: label })).toBeVisible();
  for (const label of ['Gestito da', 'Gruppo', 'Gruppi destinatari delle voci', 'Varchi', 'Distretti'])
    await expect
      .element(
        dialog
          .getByRole('combobox', { name: label, exact: true })
          .or(dialog.getByLabelText(label, { exact: true }))
          .first(),
      )
      .toBeInTheDocument();
  for (const label of [
    'La password scade',
    'Account abilitato',
    'Amministratore dell’impianto',
    'Gestione utenti',
    'Gestione distretti',
    'Responsabile INTERFORZE',
    'Notifiche blacklist',
    'Notifiche veicoli rubati',
    'Visure a pagamento',
    'Vede le targhe',
    'Inserimento in blacklist',
  ])
    await expect.element(findSwitch(label)).toBeInTheDocument();
  await expect.element(dialog.getByText('con smartphone')).toBeVisible();
  await expect.element(findSwitch('Account abilitato')).not.toBeChecked();
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  await expect.element(dialog.getByText(/^record not found/)).toBeVisible();
});

test('by keyboard: Enter in the search leads to the rows, Enter there to the permissions of that person', async () => {
  await openScreen();
  await userEvent.keyboard('q');
  await userEvent.keyboard('neri');
  await expect.element(findRow(/verdi/)).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(findRow(/neri/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(findSwitch('Gestione utenti')).toHaveFocus();
});

test('TPERM-05 below level 8 what one has not cannot be given, and somebody above is read only', async () => {
  signIn(6, { can_manage_users: true, group: 'fdo carabinieri', varchi_abilitati_eff: [1], t_max: 60 });
  await render(<TestProviders screen={UsersScreen} />);
  await expect.element(page.getByText(/gestisci solo gli utenti affidati a te/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Nuovo utente' }));
  const dialog = page.getByRole('dialog', { name: /^Nuovo utente/ });
  await expect.element(findSwitch('Visure a pagamento')).toBeDisabled();
  await expect.element(findSwitch('Amministratore dell’impianto')).toBeDisabled();
  await expect.element(dialog.getByRole('textbox', { name: 'Periodo massimo di ricerca (minuti)' })).toHaveValue('60');
  await expect.element(dialog.getByRole('button', { name: 'Tutti i varchi' })).toBeDisabled();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Gruppo', exact: true }));
  await expect.element(page.getByRole('option', { name: /^fdo polizia/ })).toHaveAttribute('data-combobox-disabled');
  await expect
    .element(page.getByRole('option', { name: /^fdo carabinieri/ }))
    .not.toHaveAttribute('data-combobox-disabled');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog.getByRole('button', { name: 'Annulla' }));
  await clickUserAction('ispettore', 'Modifica');
  await expect.element(page.getByText('Utente di livello superiore al tuo: sola lettura.')).toBeVisible();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Salva' })).toBeDisabled();
});

test('USR-08 USR-09 PLAPI-47 PLAPI-49 who owns entries is deleted once they are moved or deleted, in one dialog', async () => {
  await openScreen();
  await clickUserAction('verdi', 'Elimina');
  const dialog = page.getByRole('dialog', { name: 'Eliminare Luca Verdi (verdi)?' });
  await expect
    .element(dialog.getByText(/Possiede voci nelle liste: 2 in blacklist, 1 in whitelist, 0 prestanome/))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Elimina' })).toBeDisabled();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Nuovo proprietario' }));
  await expect.element(page.getByRole('option', { name: 'neri' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('option', { name: 'Anna Rossi (rossi)' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Elimina' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(findRow(/verdi/)).not.toBeInTheDocument();
  const sent = (await fetchCalls()).filter(({ route }) => /^(PUT|DELETE)/.test(route));
  expect(sent.map(({ route, body }) => [route, body])).toEqual([
    ['PUT /api/users/8/blacklists', { dst_user_id: 7 }],
    ['DELETE /api/users/8', {}],
  ]);
});

test('USR-09 PLAPI-48 the lists alone are deleted too', async () => {
  await openScreen();
  await clickUserAction('verdi', 'Sposta o elimina le liste');
  const dialog = page.getByRole('dialog', { name: 'Liste di Luca Verdi (verdi)' });
  await userEvent.click(dialog.getByRole('radio', { name: 'Eliminare tutte le voci' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Procedi' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect((await fetchCalls()).some(({ route }) => route === 'DELETE /api/users/8/blacklists')).toBe(true);
});

test('USR-10 PLAPI-50 a smartphone goes out with android_id, nome and user_id', async () => {
  await openScreen();
  await clickUserAction('verdi', 'Aggiungi smartphone');
  const dialog = page.getByRole('dialog', { name: 'Smartphone di Luca Verdi (verdi)' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Android id' }), '9774d56d682e549c');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome' }), 'Pattuglia 4');
  await userEvent.click(dialog.getByRole('button', { name: 'Aggiungi' }));
  await expect
    .poll(async () => (await fetchCalls()).find(({ route }) => route.endsWith('/smartphones')))
    .toMatchObject({
      route: 'POST /api/users/8/smartphones',
      body: { android_id: '9774d56d682e549c', nome: 'Pattuglia 4', user_id: 8 },
    });
});
