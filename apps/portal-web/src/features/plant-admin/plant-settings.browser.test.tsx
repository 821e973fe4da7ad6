import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { HoldsScreen } from './holds/HoldsScreen.tsx';
import { SettingsScreen } from './settings/SettingsScreen.tsx';

let token: string;
const signIn = (level: number): void =>
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', level)]]) });
beforeEach(() => {
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  signIn(8);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const findCalls = async (route: string) =>
  (
    (await (await fetch(`/test-plant/${token}`)).json()) as {
      route: string;
      body: Record<string, unknown>;
      query?: string;
    }[]
  ).filter((call) => call.route === route);
const findLastCall = async (route: string) => (await findCalls(route)).at(-1);
const openSettings = () => render(<TestProviders screen={() => <SettingsScreen />} />);
const edit = (name: string) => userEvent.click(page.getByRole('button', { name: `Modifica: ${name}`, exact: true }));
const press = (name: string) => userEvent.click(page.getByRole('dialog').getByRole('button', { name, exact: true }));

test('each setting says what it does and who changed it last; names are shown as text', async () => {
  await openSettings();
  await expect
    .element(page.getByRole('row', { name: /Che cosa riguarda il limite in minuti/ }))
    .toMatchTextContent(/La durata di una ricerca.*verdi, 20\/11\/2026 14:00/);
  await expect.element(page.getByRole('row', { name: /Nome dell’impianto/ })).toMatchTextContent(/<b>Cesena<\/b>/);
  await expect
    .element(page.getByRole('row', { name: /Comune/ }))
    .toMatchTextContent(/mai: come alla messa in servizio/);
  await expect.element(page.getByRole('row', { name: /Addestramento/ })).toMatchTextContent(/in uso.*utente eliminato/);
  await expect.element(page.getByRole('row', { name: /Polizia giudiziaria/ })).toMatchTextContent(/richiesto/);
  await expect
    .element(page.getByRole('row', { name: /Immagini di scena/ }))
    .toMatchTextContent(/120 giorni.*vale 90 giorni/);
  await expect.element(page.getByRole('row', { name: /Esportazioni/ })).toMatchTextContent(/3 giorni dopo la fine/);
});

test('the time limit is chosen between two sentences and sent with the version that was read', async () => {
  await openSettings();
  await edit('Che cosa riguarda il limite in minuti');
  await userEvent.click(page.getByRole('radio', { name: 'Quanto indietro si vede' }));
  await press('Salva');
  await expect
    .element(page.getByRole('row', { name: /il limite in minuti/ }))
    .toMatchTextContent(/Quanto indietro si vede/);
  expect((await findLastCall('PUT /api/settings'))?.body).toEqual({ name: 'time_limit', value: 'age', ver: 2 });
});

test('a value that somebody else changed meanwhile is refused in words, and stays in the form', async () => {
  await openSettings();
  await edit('Nome dell’impianto');
  const field = page.getByRole('textbox', { name: 'Nome dell’impianto' });
  await userEvent.clear(field);
  await press('Salva');
  await expect.element(page.getByRole('dialog').getByText('Campo obbligatorio')).toBeVisible();
  await userEvent.fill(field, 'Doppio');
  await press('Salva');
  await expect.element(page.getByText(/Qualcuno ha cambiato questo dato/)).toBeVisible();
  await expect.element(field).toHaveValue('Doppio');
  // The page behind reads anew; the form still sends the version that the person saw.
  await expect.poll(async () => (await findCalls('GET /api/settings')).length).toBeGreaterThan(1);
});

test('a term that nobody has set here says that it comes from the environment', async () => {
  await openSettings();
  await expect
    .element(page.getByRole('row', { name: /Risposte del ministero/ }))
    .toMatchTextContent(/180 giorni.*dall’ambiente/);
});

test('a number is a whole one within its limits', async () => {
  await openSettings();
  await expect.element(page.getByRole('row', { name: /Visure a pagamento/ })).toMatchTextContent(/500.*dall’ambiente/);
  await edit('Visure a pagamento al giorno');
  const field = page.getByRole('textbox', { name: 'Visure a pagamento al giorno' });
  for (const wrong of ['', '1000001']) {
    await userEvent.fill(field, wrong);
    await press('Salva');
    await expect.element(page.getByText('Un numero intero da 0 a 1.000.000.')).toBeVisible();
  }
  await userEvent.fill(field, '0');
  await press('Salva');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect((await findLastCall('PUT /api/settings'))?.body).toEqual({ name: 'paid_lookups_per_day', value: 0, ver: 1 });
});

test('a list is typed one entry a line, and names the entry that is wrong', async () => {
  await openSettings();
  await expect.element(page.getByRole('row', { name: /Servizi di notifica/ })).toMatchTextContent(/nessuno.*verdi/);
  await edit('Domini delle e-mail di allarme');
  const field = page.getByRole('textbox', { name: 'Domini delle e-mail di allarme' });
  await expect.element(field).toHaveValue('gdf.it\ncomune.*.it');
  for (const wrong of ['*.it', 'forli', 'gdf.it\nrossi@gdf.it', 'https://gdf.it']) {
    await userEvent.fill(field, wrong);
    await press('Salva');
    await expect.element(page.getByText(`Non valido: ${wrong.split('\n').at(-1)}`, { exact: true })).toBeVisible();
  }
  await userEvent.fill(field, 'GDF.it, comune.*.it\n\ngdf.it');
  await press('Salva');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect((await findLastCall('PUT /api/settings'))?.body).toEqual({
    name: 'alert_mail_domains',
    value: ['gdf.it', 'comune.*.it'],
    ver: 1,
  });
});

test('the registry keeps a password only for its account, and can be switched off', async () => {
  await openSettings();
  await expect
    .element(page.getByRole('row', { name: /Registro del ministero/ }))
    .toMatchTextContent(/https:\/\/registro\.example, VPN vpn-ces, ministero ces01.*verdi/);
  await edit('Registro del ministero');
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await userEvent.fill(field('Indirizzo'), 'http://registro.example');
  await userEvent.fill(field('Utente della VPN'), 'a:b');
  await press('Salva');
  await expect.element(dialog.getByText('Un indirizzo https:// senza percorso.')).toBeVisible();
  await expect.element(dialog.getByText(/senza spazi e senza due punti/)).toBeVisible();
  await userEvent.fill(field('Indirizzo'), 'https://registro.example');
  await userEvent.fill(field('Utente della VPN'), 'vpn-nuova');
  await press('Salva');
  await expect.element(dialog.getByText('Serve la password di questo utente.')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Password della VPN'), 'Pontelagoscuro-91');
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  expect((await findLastCall('PUT /api/settings/registry'))?.body).toEqual({
    registry: {
      ...{ url: 'https://registro.example', vpn_user: 'vpn-nuova', ministry_user: 'ces01' },
      vpn_password: 'Pontelagoscuro-91',
    },
    ver: 2,
  });
  await edit('Registro del ministero');
  await userEvent.click(dialog.getByRole('switch', { name: /^Chiedi al ministero/ }));
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  expect((await findLastCall('PUT /api/settings/registry'))?.body).toEqual({ registry: null, ver: 2 });
});

test('a reason is added, and the last one cannot be retired', async () => {
  await openSettings();
  await userEvent.click(page.getByRole('button', { name: 'Nuovo motivo' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Testo in italiano' }), 'Veicolo rubato');
  await userEvent.fill(page.getByRole('textbox', { name: 'Testo in inglese' }), 'Stolen vehicle');
  await userEvent.fill(page.getByRole('textbox', { name: 'Codice' }), 'Rubato');
  await press('Salva');
  await expect.element(page.getByText(/comincia con una lettera/)).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Codice' }), 'stolen-vehicle');
  await userEvent.click(page.getByRole('switch', { name: 'Chiede il numero di fascicolo' }));
  await press('Salva');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect((await findLastCall('POST /api/settings/reasons'))?.body).toEqual({
    code: 'stolen-vehicle',
    it: 'Veicolo rubato',
    en: 'Stolen vehicle',
    requires_case: true,
  });
  await edit('Addestramento');
  await userEvent.click(page.getByRole('switch', { name: /^In uso/ }));
  await press('Salva');
  await expect.element(page.getByText(/nessuno potrebbe più consultarlo/)).toBeVisible();
  expect((await findLastCall('PUT /api/settings/reasons/training'))?.body).toMatchObject({ retired: true, ver: 3 });
});

test('a shorter term shows what it would delete and wants the code of the plant', async () => {
  await openSettings();
  await edit('Transiti');
  await expect.element(page.getByText(/è più lungo o uguale/)).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Giorni' }), '5');
  await expect.element(page.getByText('transiti: più di 100.000')).toBeVisible();
  await expect.element(page.getByText('allarmi: 7', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/scena e targa: 0/)).not.toBeInTheDocument();
  expect((await findLastCall('GET /api/settings/retention/transits/preview'))?.query).toBe('days=5');
  await press('Salva');
  await expect.element(page.getByText('Scrivi CES.')).toBeVisible();
  expect(await findLastCall('PUT /api/settings/retention/transits')).toBeUndefined();
  await userEvent.fill(page.getByRole('textbox', { name: /scrivi il codice/ }), 'CES');
  await press('Salva');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect((await findLastCall('PUT /api/settings/retention/transits'))?.body).toEqual({
    days: 5,
    basis: 'art. 1',
    act: 'delibera 1',
    confirm: 'CES',
    ver: 1,
  });
});

test('a term is a whole number within its limits, with basis and act', async () => {
  await openSettings();
  await edit('Immagini di contesto');
  const days = page.getByRole('textbox', { name: 'Giorni' });
  for (const wrong of ['0', '91', '99999']) {
    await userEvent.fill(days, wrong);
    await press('Salva');
    await expect.element(page.getByText('Un numero intero da 1 a 90.')).toBeVisible();
  }
  await userEvent.fill(days, '60');
  await userEvent.clear(page.getByRole('textbox', { name: 'Base giuridica' }));
  await press('Salva');
  await expect.element(page.getByText('Obbligatorio, almeno 3 caratteri.')).toBeVisible();
  expect(await findLastCall('PUT /api/settings/retention/context_pictures')).toBeUndefined();
});

test('RTE-20 without the right on any plant one is told who has it', async () => {
  signIn(7);
  await openSettings();
  await expect.element(page.getByText(/livello 8 o superiore. Su nessuno/)).toBeVisible();
  await render(<TestProviders screen={() => <HoldsScreen />} />);
  await expect.element(page.getByText(/I blocchi li mette e li toglie/)).toBeVisible();
});

test('legal holds are listed with what they keep, made, and lifted with a reason', async () => {
  await render(<TestProviders screen={() => <HoldsScreen />} />);
  await expect
    .element(page.getByRole('row', { name: /AB123CD, dal 01\/10\/2026 00:00 al 31\/10\/2026 23:59/ }))
    .toMatchTextContent(/indagine in corso.*decreto 12\/2026.*rossi.*attivo/);
  await expect
    .element(page.getByRole('row', { name: /ogni targa/ }))
    .toMatchTextContent(/tolto.*verdi, 10\/11\/2026 10:00: archiviata/);
  await userEvent.click(page.getByRole('button', { name: 'Nuovo blocco' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Motivo' }), 'indagine');
  await userEvent.fill(page.getByRole('textbox', { name: 'Atto' }), '500');
  await press('Salva');
  await expect.element(page.getByText('Servono targhe, oppure tutte e due le date.')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Targhe' }), 'ab 123 cd, zz999zz');
  await userEvent.fill(page.getByRole('textbox', { name: 'Dal giorno' }), '01/10/2026');
  await press('Salva');
  await expect.element(page.getByText(/già 500/)).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Atto' }), 'decreto 13/2026');
  // An end that cannot be read is not taken for none.
  const until = page.getByRole('textbox', { name: 'Al giorno (compreso)' });
  await userEvent.fill(until, '45/13');
  const tried = (await findCalls('POST /api/retention/holds')).length;
  await press('Salva');
  await expect.element(until).toHaveFocus();
  expect(await findCalls('POST /api/retention/holds')).toHaveLength(tried);
  await userEvent.clear(until);
  await press('Salva');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect((await findLastCall('POST /api/retention/holds'))?.body).toEqual({
    targhe: ['AB123CD', 'ZZ999ZZ'],
    dal: '2026-09-30T22:00:00.000Z',
    motivo: 'indagine',
    atto: 'decreto 13/2026',
  });
  await userEvent.click(page.getByRole('button', { name: /^Togli il blocco: AB123CD/ }));
  await press('Togli');
  await expect.element(page.getByText('Almeno 3 caratteri.')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Perché si toglie' }), 'indagine chiusa');
  await press('Togli');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect((await findLastCall('POST /api/retention/holds/00000000-0000-4000-8000-000000000009/lift'))?.body).toEqual({
    motivo: 'indagine chiusa',
  });
});
