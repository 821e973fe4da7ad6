import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { DEFAULT_ALERT_CONFIG } from '../../lib/alerts/alert-config.ts';
import { useAlerts } from '../../lib/alerts/alerts.store.ts';
import { parseAlertPath } from '../../lib/alerts/alert-reference.ts';
import { type BrowserPush, type PushKeys, PushSubscribeError, type PushState } from '../../lib/alerts/web-push.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { formatBrowserName } from './push.api.ts';
import { PushSettings } from './PushSettings.tsx';

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/invented';

/** Test double of a browser's push service; records its calls. */
class TestBrowser implements BrowserPush {
  readonly calls: string[] = [];
  endpoint: string | null = null;
  refusal: PushSubscribeError | null = null;
  private readonly pushState: PushState;

  constructor(pushState: PushState = 'possible') {
    this.pushState = pushState;
  }

  getState(): PushState {
    return this.pushState;
  }

  async getFingerprint(): Promise<string | null> {
    if (this.endpoint === null) return null;
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(this.endpoint));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  subscribe(plantUuid: string, _user: string, key: string): Promise<PushKeys> {
    this.calls.push(`subscribe ${plantUuid} ${key.length}`);
    if (this.refusal !== null) return Promise.reject(this.refusal);
    this.endpoint = ENDPOINT;
    return Promise.resolve({ endpoint: ENDPOINT, p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) });
  }

  unsubscribe(): Promise<void> {
    this.calls.push('unsubscribe');
    this.endpoint = null;
    return Promise.resolve();
  }
}

let token: string;
beforeEach(() => {
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', 5)]]) });
  useAlerts.setState({ config: { ...DEFAULT_ALERT_CONFIG, alerts: ['blacklist', 'rubata'] } });
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const renderSettings = (browser: TestBrowser) =>
  render(<TestProviders screen={() => <PushSettings browser={browser} />} />);
const fetchCalls = async () =>
  (await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: Record<string, unknown> }[];
const getOwnSwitch = () => page.getByRole('switch', { name: 'Cesena Cintura' });

test('decisions: a switch of one’s own subscribes this browser to one plant for the kinds chosen, and off again; another browser is struck off', async () => {
  const browser = new TestBrowser();
  await renderSettings(browser);
  await expect.element(getOwnSwitch()).not.toBeChecked();
  await expect.element(page.getByText('Qui il tuo utente non è abilitato a: Interforze')).toBeVisible();
  await userEvent.click(getOwnSwitch());
  await expect.element(getOwnSwitch()).toBeChecked();
  await expect.element(page.getByText('Avvisa per: Blacklist, Rubata')).toBeVisible();
  expect(browser.calls).toEqual([expect.stringMatching(/^subscribe [0-9a-f-]{36} 87$/)]);
  const made = (await fetchCalls()).find(({ route }) => route === 'POST /api/alert-channels/push');
  expect(made?.body).toMatchObject({ endpoint: ENDPOINT, tipi: ['blacklist', 'rubata'], lingua: 'it' });

  useAlerts.setState({ config: { ...DEFAULT_ALERT_CONFIG, alerts: ['rubata'] } });
  await userEvent.click(page.getByRole('button', { name: 'Usa i tipi scelti sopra' }));
  await expect.element(page.getByText('Avvisa per: Rubata')).toBeVisible();

  await userEvent.click(page.getByRole('button', { name: 'Togli Chrome · Android' }));
  await expect
    .poll(async () => (await fetchCalls()).some(({ route }) => route === 'DELETE /api/alert-channels/push/20'))
    .toBe(true);
});

test('switching off strikes the browser off at the plant and unsubscribes it', async () => {
  const browser = new TestBrowser();
  await renderSettings(browser);
  await userEvent.click(getOwnSwitch());
  await expect.element(getOwnSwitch()).toBeChecked();
  await userEvent.click(getOwnSwitch());
  await expect.element(getOwnSwitch()).not.toBeChecked();
  expect((await fetchCalls()).some(({ route }) => route === 'DELETE /api/alert-channels/push/21')).toBe(true);
  expect(browser.calls.at(-1)).toBe('unsubscribe');
});

test.each([
  ['unsupported', 'Questo browser non può ricevere notifiche a portale chiuso.'],
  ['blocked', 'Il browser blocca le notifiche di questo sito: consentile nelle impostazioni del sito, poi riprova.'],
] as const)('a browser that is %s says so, and nothing can be switched on', async (state, text) => {
  await renderSettings(new TestBrowser(state));
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(getOwnSwitch()).toBeDisabled();
});

test.each([
  ['blocked', 'Il browser non ha dato il permesso.'],
  ['service', 'Il servizio di notifica del browser non risponde: controlla la rete, poi riprova.'],
] as const)('refused (%s) is told in words, and the switch stays off', async (reason, text) => {
  const browser = new TestBrowser();
  browser.refusal = new PushSubscribeError(reason);
  await renderSettings(browser);
  await userEvent.click(getOwnSwitch());
  await expect.element(page.getByRole('alert')).toMatchTextContent(text);
  await expect.element(getOwnSwitch()).not.toBeChecked();
  expect((await fetchCalls()).some(({ route }) => route.startsWith('POST'))).toBe(false);
});

test('without a kind of alert there is nothing to switch on; where no plant sends, that is said', async () => {
  useAlerts.setState({ config: { ...DEFAULT_ALERT_CONFIG, alerts: [] } });
  await renderSettings(new TestBrowser());
  await expect.element(page.getByText('Scegli almeno un tipo di allarme.')).toBeVisible();
  await expect.element(getOwnSwitch()).toBeDisabled();
});

test('a plant that refuses offers nothing', async () => {
  await fetch(`/test-plant/${token}/fail`, { method: 'POST' });
  await renderSettings(new TestBrowser());
  await expect.element(page.getByText(/^Nessuno dei tuoi impianti invia notifiche ai browser/)).toBeVisible();
});

test('names of browsers, and addresses of alerts', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36';
  expect(formatBrowserName(chrome)).toBe('Chrome · Windows');
  expect(formatBrowserName(`${chrome} Edg/156.0`)).toBe('Edge · Windows');
  expect(formatBrowserName('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0')).toBe(
    'Firefox · Linux',
  );
  expect(formatBrowserName('')).toBe('Browser');
  const plant = '11111111-2222-4333-8444-555555555555';
  expect(parseAlertPath(`/alerts?plant=${plant}&alert=12`)).toEqual({ plant, alert: '12' });
  for (const bad of [
    '/alerts',
    `/alerts?plant=x&alert=12`,
    `/alerts?plant=${plant}&alert=1a`,
    `/lpr?plant=${plant}&alert=1`,
  ])
    expect(parseAlertPath(bad)).toBeNull();
});

test('DEV-01 a code enrols this browser: it subscribes first when the plant asks for that; a wrong one is told', async () => {
  const browser = new TestBrowser();
  await renderSettings(browser);
  const form = page.getByRole('form', { name: 'Registra questo dispositivo' });
  await userEvent.fill(form.getByLabelText('Codice', { exact: true }), 'zzzzz-zzzzz');
  await userEvent.click(form.getByRole('button', { name: 'Registra' }));
  await expect.element(form.getByText(/Il codice non vale/)).toBeVisible();
  await userEvent.fill(form.getByLabelText('Codice', { exact: true }), 'abcde-23456');
  await userEvent.click(form.getByRole('button', { name: 'Registra' }));
  await expect.element(form.getByText('Postazione è registrato.')).toBeVisible();
  expect(browser.calls).toEqual([expect.stringMatching(/^subscribe /)]);
  const enrolled = (await fetchCalls()).filter(({ route }) => route === 'POST /api/devices/enrol').at(-1);
  expect(enrolled?.body).toEqual({ codice: 'ABCDE-23456', browser: 21 });
  await expect.element(getOwnSwitch()).toBeChecked();
});
