import { createI18n } from '@varco/i18n/create-i18n.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { bindTranslator } from '../../lib/translate.ts';
import { PortalSettingsScreen } from './PortalSettingsScreen.tsx';

beforeEach(async () => {
  bindTranslator(createI18n('it').t);
  await fetch('/test-portal/reset', { method: 'POST', body: '{}' });
});

const findLast = async (route: string): Promise<unknown> => {
  const { log, bodies } = (await (await fetch('/test-portal/state')).json()) as { log: string[]; bodies: string[] };
  const at = log.lastIndexOf(route);
  return at === -1 ? null : (JSON.parse(bodies[at] ?? '') as unknown);
};
const open = () => render(<TestProviders screen={() => <PortalSettingsScreen />} />);
const edit = (name: string) => userEvent.click(page.getByRole('button', { name: `Modifica: ${name}`, exact: true }));
const dialog = page.getByRole('dialog');
const press = (name: string) => userEvent.click(dialog.getByRole('button', { name, exact: true }));

test('each setting says what it does, its value, and who changed it last or where it comes from', async () => {
  await open();
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect.element(row(/Domini delle forze/)).toMatchTextContent(/gdf\.it, interno\.it.*dall’ambiente/);
  await expect.element(row(/Domini del fornitore/)).toMatchTextContent(/nessuno.*dall’ambiente/);
  await expect.element(row(/Domini istituzionali/)).toMatchTextContent(/comune\.\*\.it.*verdi, 20\/11\/2026 14:00/);
  await expect.element(row(/Secondo fattore/)).toMatchTextContent(/Sì/);
  await expect.element(row(/Attesa di un impianto/)).toMatchTextContent(/600 s/);
  await expect
    .element(row(/Server di posta/))
    .toMatchTextContent(/posta\.example:587, STARTTLS, utente varco, mittente varco@portale\.example/);
});

test('a change is sent with the version that was read; one that somebody else overtook stays in the form', async () => {
  await open();
  await edit('Attesa di un impianto nelle esportazioni');
  const field = dialog.getByRole('textbox');
  for (const wrong of ['4', '7201', '']) {
    await userEvent.fill(field, wrong);
    await press('Salva');
    await expect.element(dialog.getByText('Un numero intero da 5 a 7.200.')).toBeVisible();
  }
  await userEvent.fill(field, '7');
  await press('Salva');
  await expect.element(dialog.getByText(/Qualcuno ha cambiato questo dato/)).toBeVisible();
  await expect.element(field).toHaveValue('7');
  await userEvent.fill(field, '60');
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await findLast('PUT /api/v1/settings')).toEqual({ name: 'export_patience_s', value: 60, ver: 4 });

  await edit('Domini del fornitore');
  await userEvent.fill(dialog.getByRole('textbox'), '*.it');
  await press('Salva');
  await expect.element(dialog.getByText('Non valido: *.it')).toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox'), 'Varco.example; varco.example');
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await findLast('PUT /api/v1/settings')).toEqual({ name: 'staff_domains', value: ['varco.example'], ver: 1 });

  await edit('Secondo fattore obbligatorio');
  await userEvent.click(dialog.getByRole('switch'));
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await findLast('PUT /api/v1/settings')).toEqual({ name: 'two_factor_required', value: false, ver: 1 });
});

test('the mail server keeps its password unless its account changes, and can be switched off', async () => {
  await open();
  await edit('Server di posta');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Mittente' }), 'Varco <a@b.example>');
  await press('Salva');
  await expect.element(dialog.getByText('Un solo indirizzo e-mail, senza nome.')).toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Mittente' }), 'altro@portale.example');
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  const server = { host: 'posta.example', port: 587, security: 'starttls', user: 'varco' };
  expect(await findLast('PUT /api/v1/settings/mail')).toEqual({
    mail: { ...server, from: 'altro@portale.example' },
    ver: 4,
  });

  await edit('Server di posta');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Server', exact: true }), 'altra.example');
  await press('Salva');
  await expect.element(dialog.getByText('Serve la password di questo utente.')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Password', { exact: true }), 'Pontelagoscuro-91');
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await findLast('PUT /api/v1/settings/mail')).toMatchObject({
    mail: { host: 'altra.example', port: 587, security: 'starttls', password: 'Pontelagoscuro-91' },
  });

  await edit('Server di posta');
  await userEvent.click(dialog.getByRole('switch', { name: /^Invia la posta/ }));
  await press('Salva');
  await expect
    .element(page.getByRole('row', { name: /Server di posta/ }))
    .toMatchTextContent(/nessuno: i messaggi aspettano/);
  expect(await findLast('PUT /api/v1/settings/mail')).toEqual({ mail: null, ver: 4 });
  await expect.element(page.getByRole('button', { name: /Invia una prova/ })).not.toBeInTheDocument();
});

test('base maps are addresses of the web or of the portal, sent together', async () => {
  await open();
  await expect
    .element(page.getByRole('row', { name: /Sfondi e percorsi/ }))
    .toMatchTextContent(
      /mappa del programma · \/map\/italia\.pmtiles · senza strade in dettaglio · collegamenti ad arco/,
    );
  await edit('Sfondi e percorsi stradali');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Sfondo' }), 'http://tessere.example/{z}/{x}/{y}.png');
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Strade/ }), '/map/strade.json');
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Altri indirizzi/ }), 'https://lettere.example/x');
  await press('Salva');
  await expect.element(dialog.getByText(/^Un indirizzo https:\/\/…, o un percorso/)).toBeVisible();
  await expect.element(dialog.getByText(/finisce in \.pmtiles, o \/map/)).toBeVisible();
  await expect.element(dialog.getByText('Non valido: https://lettere.example/x')).toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Sfondo' }), ' https://tessere.example/{z}/{x}/{y}.png ');
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Strade/ }), ' /map/streets.pmtiles');
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Altri indirizzi/ }), 'https://lettere.example');
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await findLast('PUT /api/v1/settings')).toEqual({
    name: 'maps',
    value: {
      ...{ source: 'https://tessere.example/{z}/{x}/{y}.png', credit: '', source_2: '/map/italia.pmtiles' },
      ...{ credit_2: 'Esempio', streets: '/map/streets.pmtiles', streets_credit: '' },
      ...{ origins: ['https://lettere.example'], routing_url: '', routing_key: '' },
    },
    ver: 1,
  });
});

test('a trial shows the answer of the mail server as text', async () => {
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Invia una prova al mio indirizzo' }));
  await expect.element(page.getByText('Non inviato: 550 <b>unknown</b> sender')).toBeVisible();
});
