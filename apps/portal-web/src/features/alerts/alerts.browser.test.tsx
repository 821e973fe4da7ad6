import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createTestAlert } from '../../../test/alert-responses.ts';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createCredential, createPlant } from '../../../test/plant-sessions.ts';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { startAlerts } from '../../lib/alerts/alert-centre.ts';
import { DEFAULT_ALERT_CONFIG } from '../../lib/alerts/alert-config.ts';
import { clearAlerts, toReceivedAlert, addAlert, toggleFeed, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { useNotices } from '../../lib/notices/notices.store.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { AlertFeed } from './AlertFeed.tsx';
import { AlertPopup } from './AlertPopup.tsx';

const UUID = '5a3c0000-0000-4000-8000-000000000016';

beforeEach(() => {
  const plant = createPlant(createCredential({ url: location.origin, uuid: UUID }), {
    login: buildPlantLoginResponse('t', UUID),
  });
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
});
afterEach(() => {
  clearAlerts();
  usePlants.setState({ plants: new Map(), hasRun: false });
});

test('LIVE-07 an alert of each kind stands in the feed with plate, kind, time, gate and why', async () => {
  for (const [index, kind] of ALERT_KINDS.entries()) addAlert(toReceivedAlert(1, createTestAlert(index + 1, kind)));
  toggleFeed();
  await render(<TestProviders screen={() => <AlertFeed />} />);
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
  for (const word of ['Blacklist', 'Interforze', 'Prestanome', 'Revisione', 'Rubata', 'RCA scaduta'])
    await expect.element(page.getByRole('list').getByText(word, { exact: true })).toBeVisible();
  await expect.element(page.getByText('14:00:01')).toBeVisible();
  await expect.element(page.getByText('FIAT Panda rosso').first()).toBeVisible();
});

test('the card tells a misread, a registry that disagrees, why, and how it ended', async () => {
  const voce = {
    lista: 'blacklist' as const,
    uuid: UUID,
    voce: 'ZA001AA',
    stato: '',
    note1: 'Furti in abitazione',
    note2: '',
    inserita_il: '2026-11-01T08:00:00.000Z',
    data_scadenza: '2027-11-01T08:00:00.000Z',
    autore: 'm.ferri',
    riservata: true,
  };
  const registro = { marca: 'RENAULT', modello: 'Clio', colore: 'red', class: 'car', rubata_dal: null };
  const ended = { esito: 'misread' as const, esito_da: 'm.ferri', esito_il: '2026-11-20T13:05:00.000Z' };
  const alert = createTestAlert(1, 'blacklist', {
    voce,
    registro,
    differenze: ['brand'],
    vicinanza: 'misread',
    ...ended,
  });
  addAlert(toReceivedAlert(1, alert));
  useAlerts.setState({ isOpen: true, shownId: '1 1' });
  await render(<TestProviders screen={() => <AlertFeed />} />);
  for (const text of [
    'La marca vista (FIAT) non è quella del registro (RENAULT).',
    'Lettura simile alla targa della lista, non uguale: confronta la foto.',
    'Furti in abitazione',
    'riservata',
    'm.ferri',
  ])
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText(/^Lettura errata: m\.ferri, 14:05:00/)).toBeVisible();
});

test('colours of camera and registry are named in the language of the page', async () => {
  const letto = { marca: 'FIAT', modello: 'Panda', colore: 'white', class: 'car', nazione: 'I' };
  const registro = { marca: 'FIAT', modello: 'Panda', colore: 'GRIGIO ANTRACITE', class: 'car', rubata_dal: null };
  const alert = createTestAlert(1, 'rubata', { voce: null, registro, differenze: ['colour'] });
  addAlert(toReceivedAlert(1, { ...alert, letto: { ...alert.letto, ...letto } }));
  useAlerts.setState({ isOpen: true, shownId: '1 1' });
  const { container } = await render(<TestProviders screen={() => <AlertFeed />} />);
  await expect.element(page.getByText(/bianco.*GRIGIO ANTRACITE/).first()).toBeVisible();
  await expect.element(page.getByText('FIAT Panda bianco').first()).toBeVisible();
  expect(container.textContent).not.toContain('white');
});

test('LIVE-07 the card of an urgent alert comes up by itself only for who wants that', async () => {
  await render(<TestProviders screen={() => <AlertPopup />} />);
  addAlert(toReceivedAlert(1, createTestAlert(1, 'rubata')));
  expect(useAlerts.getState()).toMatchObject({ popupId: null, unseen: 1 });
  useAlerts.setState({ config: { ...DEFAULT_ALERT_CONFIG, autoPopup: true } });
  addAlert(toReceivedAlert(1, createTestAlert(2, 'rca')));
  expect(useAlerts.getState().popupId).toBeNull();
  addAlert(toReceivedAlert(1, createTestAlert(3, 'rubata')));
  await expect.element(page.getByRole('alertdialog', { name: 'Allarme Rubata' })).toBeVisible();
});

const pushAlert = (alert: LiveAlert) => fetch('/test-alerts/push', { method: 'POST', body: JSON.stringify(alert) });
const fetchAlertRequests = async (): Promise<{ alerts: string[]; last_id?: string }[]> =>
  (await fetch('/test-alerts/asked')).json();
const listShownPlates = (): readonly string[] => useAlerts.getState().list.map(({ alert }) => alert.targa);

test('LIVE-04 LIVE-05 one stream for two listeners; cut, it is said, opened again 5 s later behind its place, nothing lost or doubled', async () => {
  const stop = startAlerts(UUID);
  const other = startAlerts(UUID);
  await vi.waitFor(() => expect(useAlerts.getState().links.get(1)).toBe('open'), 5_000);
  await pushAlert(createTestAlert(1, 'blacklist'));
  await vi.waitFor(() => expect(listShownPlates()).toEqual(['ZA001AA']), 5_000);
  expect(await fetchAlertRequests()).toEqual([{ alerts: DEFAULT_ALERT_CONFIG.alerts }]);
  await fetch('/test-alerts/cut');
  await vi.waitFor(() => expect(useAlerts.getState().links.get(1)).toBe('closed'), 5_000);
  expect(useNotices.getState().list).toMatchObject([{ id: 'alerts-closed', type: 'warning', timeout: 60_000 }]);
  await pushAlert(createTestAlert(2, 'blacklist'));
  await vi.waitFor(() => expect(listShownPlates()).toEqual(['ZA002AA', 'ZA001AA']), 10_000);
  expect((await fetchAlertRequests()).at(-1)).toEqual({ alerts: DEFAULT_ALERT_CONFIG.alerts, last_id: '1' });
  expect(useNotices.getState().list).toEqual([]);
  stop();
  other();
});
