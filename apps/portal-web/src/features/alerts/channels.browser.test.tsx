import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { ChannelsView } from './ChannelsView.tsx';

let token: string;
const renderScreen = async (level: number): Promise<void> => {
  token = crypto.randomUUID();
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', level)]]) });
  await render(<TestProviders screen={() => <ChannelsView />} />);
};
beforeEach(() => renderScreen(8));
afterEach(() => usePlants.setState({ plants: new Map() }));

const fetchCalls = async () =>
  (await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: Record<string, unknown> }[];

test('how each channel stands, who is told and what was sent', async () => {
  const mail = page.getByRole('region', { name: 'E-mail' });
  await expect
    .element(mail)
    .toMatchTextContent(/Non funziona.*dal 20\/11\/2026 14:10.*ECONNREFUSED.*3 messaggi in attesa/);
  await expect.element(page.getByRole('region', { name: 'Telegram' })).toMatchTextContent(/Spento/);
  await expect
    .element(page.getByRole('region', { name: 'Radio TETRA' }))
    .toMatchTextContent(/Attivo.*2 non consegnati/);
  await expect
    .element(page.getByRole('row', { name: /^Sala operativa/ }))
    .toMatchTextContent(/sala@gdf\.it.*Ufficio.*Blacklist, Rubata; 2 varchi.*22:00–06:00/);
  await expect
    .element(page.getByRole('row', { name: /\(sollecito\)/ }))
    .toMatchTextContent(/Rifiutato.*550 no such mailbox/);
});

test('the trial tells what the service answered', async () => {
  await userEvent.click(page.getByRole('button', { name: 'Prova Sala operativa' }));
  await expect.element(page.getByText('Sala operativa: non inviato. Risposta: 550 no such mailbox')).toBeVisible();
});

test('a channel is saved with its version; an empty password leaves the one kept', async () => {
  await userEvent.click(page.getByRole('button', { name: 'Configura: E-mail' }));
  const dialog = page.getByRole('dialog', { name: 'Impostazioni: E-mail' });
  await expect.element(dialog.getByText('Già salvato. Lascia vuoto per non cambiarlo.')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Server di posta'), 'posta2.example');
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  await expect.element(dialog).not.toBeInTheDocument();
  const saved = (await fetchCalls()).find(({ route }) => route.startsWith('PUT'));
  expect(saved?.body).toMatchObject({ tipo: 'mail', ver: 1, impostazioni: { server: 'posta2.example', porta: 587 } });
  expect(saved?.body).not.toHaveProperty('segreto');
});

test('a recipient: what the plant refuses is said beside the form, what it takes closes it', async () => {
  await userEvent.click(page.getByRole('button', { name: 'Nuovo destinatario' }));
  const dialog = page.getByRole('dialog', { name: 'Nuovo destinatario' });
  await expect.element(dialog.getByRole('button', { name: 'Salva' })).toBeDisabled();
  await userEvent.fill(dialog.getByLabelText('Nome', { exact: true }), 'Turno');
  await userEvent.fill(dialog.getByLabelText('Indirizzo e-mail'), 'turno@posta.example');
  await userEvent.click(dialog.getByRole('switch', { name: 'Ore di silenzio' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/indirizzo, che deve essere valido/);
  await userEvent.fill(dialog.getByLabelText('Indirizzo e-mail'), 'turno@gdf.it');
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  await expect.element(dialog).not.toBeInTheDocument();
  const made = (await fetchCalls()).findLast(({ route }) => route.startsWith('POST'));
  expect(made?.body).toMatchObject({
    nome: 'Turno',
    tipi: ['blacklist', 'rubata'],
    varchi: null,
    silenzio: { dalle: 1320, alle: 360 },
  });
});

test('quiet hours are typed with 24 hours in any browser; a time that cannot be read is said and not saved', async () => {
  await userEvent.click(page.getByRole('button', { name: 'Nuovo destinatario' }));
  const dialog = page.getByRole('dialog', { name: 'Nuovo destinatario' });
  await userEvent.fill(dialog.getByLabelText('Nome', { exact: true }), 'Notte');
  await userEvent.fill(dialog.getByLabelText('Indirizzo e-mail'), 'notte@gdf.it');
  await userEvent.click(dialog.getByRole('switch', { name: 'Ore di silenzio' }));
  await expect.element(dialog.getByRole('textbox', { name: 'Dalle' })).toHaveValue('22:00');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Dalle' }), '25:00');
  await expect.element(dialog.getByText(/^Ora non leggibile/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Salva' })).toBeDisabled();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Dalle' }), '2330');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Alle' }), '7');
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  await expect.element(dialog).not.toBeInTheDocument();
  const made = (await fetchCalls()).findLast(({ route }) => route.startsWith('POST'));
  expect(made?.body).toMatchObject({ nome: 'Notte', silenzio: { dalle: 1410, alle: 420 } });
});

test('removing asks once more', async () => {
  await userEvent.click(page.getByRole('button', { name: 'Elimina Sala operativa' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Elimina', exact: true }));
  await expect
    .poll(async () => (await fetchCalls()).some(({ route }) => route === 'DELETE /api/alert-channels/recipients/7'))
    .toBe(true);
});
