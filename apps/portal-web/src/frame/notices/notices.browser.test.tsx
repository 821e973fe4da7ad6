import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError, type ApiErrorFacts } from '../../lib/api/api-error.ts';
import { clearClientLog, useClientLog } from '../../lib/client-log/client-log.store.ts';
import { I18nProvider } from '../../lib/i18n.tsx';
import { dismissAll, notifyCode } from '../../lib/notices/notices.store.ts';
import { NO_POPUPS, showPopup, usePopups } from '../../lib/notices/popup.store.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { watchPageLoadErrors } from '../../lib/page-load-errors.ts';
import { declineVersion } from '../../lib/version-watch.ts';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { CrashScreen } from '../pages/CrashScreen.tsx';
import { Overlays } from './Overlays.tsx';

const translator = createI18n();
bindTranslator(translator.t);
watchPageLoadErrors();

/** Says what the loader of the app says when a file cannot be fetched; the error it will throw. */
function reportUnloadable(): Error {
  const error = new TypeError('Failed to fetch dynamically imported module');
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  return error;
}

let router: AnyRouter;

beforeEach(async () => {
  const root = createRootRoute({
    component: Overlays,
  });
  const routes = ['/credentials', '/lpr'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => null }),
  );
  router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await render(
    <I18nProvider translator={translator}>
      <ThemeProvider scheme="light">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </I18nProvider>,
  );
});
afterEach(() => {
  vi.useRealTimers();
  dismissAll();
  clearClientLog();
  usePopups.setState(NO_POPUPS);
});

const notifyFailure = (change: Partial<ApiErrorFacts>) =>
  notifyError(new ApiError({ code: 'internal', status: 500, host: 'cesena.example:8443', ...change }));
const getNotifications = () => page.getByRole('region', { name: 'Notifiche' }).getByRole('listitem');

describe('notifications', () => {
  test.each([
    ['NOTIF-03 by default 5 s', 10007, 5_000],
    ['NOTIF-04 an error about the black list 10 s', 10010, 10_000],
    ['NOTIF-04 an error about the white list 10 s', 10022, 10_000],
    ['NOTIF-05 a success about the black list 5 s', 10009, 5_000],
    ['DLG-05 interrupted alerts 60 s', 10035, 60_000],
  ] as const)('%s', async (_title, code, ms) => {
    vi.useFakeTimers();
    notifyCode(code);
    await expect.element(getNotifications()).toBeVisible();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(getNotifications().elements()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(() => getNotifications().elements().length).toBe(0);
  });

  test('NOTIF-06 a sticky one stays until it is closed; NOTIF-22 it leads to the credentials', async () => {
    vi.useFakeTimers();
    notifyCode(10015, { plant: 'Cesena' });
    await expect.element(getNotifications()).toMatchTextContent(/Cesena: l’utente dell’impianto è scaduto\./);
    await vi.advanceTimersByTimeAsync(600_000);
    await expect
      .element(page.getByRole('link', { name: 'Vai alle credenziali' }))
      .toHaveAttribute('href', '/credentials');
    vi.useRealTimers();
    await userEvent.click(page.getByRole('button', { name: 'Chiudi la notifica' }));
    await expect.poll(() => getNotifications().elements().length).toBe(0);
  });

  test('one of the catalogue is shown in the language of the moment', async () => {
    notifyCode(10015, { plant: 'Cesena' });
    await expect.element(getNotifications()).toMatchTextContent(/Cesena: l’utente dell’impianto è scaduto\./);
    translator.setLanguage('en');
    try {
      await expect.element(page.getByRole('listitem')).toMatchTextContent(/Cesena: the plant user has expired\./);
    } finally {
      translator.setLanguage('it');
    }
  });

  test('NOTIF-02 four types, each with its own word', async () => {
    for (const code of [10001, 10005, 10002, 10007] as const) notifyCode(code);
    for (const word of ['errore', 'avviso', 'fatto', 'informazione'])
      await expect.element(page.getByRole('img', { name: word, exact: true })).toBeVisible();
  });

  test('SHELL-03 at most five, newest on top', async () => {
    for (let i = 0; i < 6; i += 1) notifyCode(10005, { plant: `P${i}` });
    await expect.poll(() => getNotifications().elements().length).toBe(5);
    await expect.element(getNotifications().first()).toMatchTextContent(/P5/);
  });
});

test('notifications take their own room below the page and lie over nothing', async () => {
  await expect.poll(() => document.documentElement.style.getPropertyValue('--notices')).toBe('0px');
  notifyCode(10002);
  await expect.element(getNotifications()).toBeVisible();
  const area = getNotifications().element().parentElement?.getBoundingClientRect();
  await expect.poll(() => document.documentElement.style.getPropertyValue('--notices')).toBe(`${area?.height ?? 0}px`);
  expect(area?.bottom).toBe(innerHeight);
  dismissAll();
  await expect.poll(() => document.documentElement.style.getPropertyValue('--notices')).toBe('0px');
});

test('on the page of the credentials nothing lies that leads there', async () => {
  notifyCode(10015, { plant: 'Cesena' });
  notifyCode(10002);
  await expect.poll(() => getNotifications().elements().length).toBe(2);
  await userEvent.click(page.getByRole('link', { name: 'Vai alle credenziali' }));
  notifyCode(10017, { plant: 'Forlì' });
  await expect.poll(() => getNotifications().elements().length).toBe(1);
  await expect.element(getNotifications()).toMatchTextContent(/Esportazione completata\./);
});

describe('errors', () => {
  test('ERR-02 CLOG-04 a visible one begins with the plant’s host and is written to the client log', async () => {
    notifyFailure({ requestId: 'r-1' });
    await expect.element(getNotifications()).toMatchTextContent(/cesena\.example:8443: Errore imprevisto del server\./);
    expect(useClientLog.getState().entries).toEqual([
      expect.objectContaining({
        type: 'error',
        message: 'cesena.example:8443: Errore imprevisto del server.',
        metadata: { host: 'cesena.example:8443', code: 'internal', status: 500, request_id: 'r-1' },
      }),
    ]);
  });

  test('ERR-03 ERR-12 ERR-13 ERR-33 one flagged for it opens a popup that names the host, and no notification', async () => {
    for (const [facts, title] of [
      [{ code: 'unavailable', subCode: 'db_in_use' }, 'Impossibile eseguire la richiesta'],
      [{ code: 'unavailable', subCode: 'cant_connect_to_db' }, 'Impossibile eseguire la richiesta'],
      [{ code: 'conflict', subCode: 'device_already_associated' }, 'Dispositivo già associato'],
    ] as const) {
      notifyFailure(facts);
      const dialog = page.getByRole('dialog', { name: title });
      await expect.element(dialog).toMatchTextContent(/cesena\.example:8443/);
      expect(getNotifications().elements()).toHaveLength(0);
      await userEvent.click(dialog.getByRole('button', { name: 'Chiudi' }).last());
      await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
    }
    expect(useClientLog.getState().entries.map(({ type }) => type)).toEqual(['popup', 'popup', 'popup']);
  });

  test('ERR-04 ERR-09 polling, cancelled and hidden ones show nothing and are not logged', () => {
    notifyFailure({ isPolling: true });
    notifyFailure({ code: 'rate_limit_exceeded', status: 429 });
    notifyError(new DOMException('', 'AbortError'));
    expect(getNotifications().elements()).toHaveLength(0);
    expect(useClientLog.getState().entries).toEqual([]);
  });

  test('ERR-06 a network that fails offers to check the connection, at the plant’s own address', async () => {
    notifyFailure({ code: 'unavailable', subCode: 'network', status: 0 });
    await expect.element(getNotifications()).toMatchTextContent(/cesena\.example:8443: Collegamento non verificato\./);
    const link = page.getByRole('link', { name: 'Verifica collegamento' });
    await expect.element(link).toHaveAttribute('href', 'https://cesena.example:8443');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  });
});

describe('dialogs', () => {
  test('code that cannot be loaded opens no dialog where a part of the page handles it', async () => {
    reportUnloadable();
    await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0);
  });

  test('DLG-01 page code that cannot be loaded opens Errore collegamento al server, with RICARICA', async () => {
    await render(
      <I18nProvider translator={translator}>
        <ThemeProvider scheme="light">
          <CrashScreen error={reportUnloadable()} />
        </ThemeProvider>
      </I18nProvider>,
    );
    const dialog = page.getByRole('dialog', { name: 'Errore collegamento al server' });
    await expect.element(dialog).toMatchTextContent(/Il portale non ha potuto eseguire l’operazione/);
    await expect.element(dialog.getByRole('button', { name: 'RICARICA' })).toBeVisible();
  });

  test('TERR-03 VER-03 VER-04 a newer version offers AGGIORNA and ANNULLA; ANNULLA keeps the running one', async () => {
    showPopup({ newVersion: '0.9.376' });
    const dialog = page.getByRole('dialog', { name: 'Nuova versione disponibile' });
    await expect.element(dialog).toMatchTextContent(/0\.9\.376; questa è la 0\.9\.375/);
    await expect.element(dialog.getByRole('button', { name: 'AGGIORNA' })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'ANNULLA' }));
    await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
    declineVersion();
  });

  test('VER-04 AGGIORNA loads the page anew past every cache, and the new version with it', async () => {
    const requested = Promise.withResolvers<URL>();
    // Reads the target from the browser's navigation event and cancels it, so that the test page stays.
    navigation.addEventListener(
      'navigate',
      (event) => {
        event.preventDefault();
        requested.resolve(new URL(event.destination.url));
      },
      { once: true },
    );
    showPopup({ newVersion: '0.9.376' });
    await userEvent.click(page.getByRole('button', { name: 'AGGIORNA' }));
    const address = await requested.promise;
    expect(address.origin + address.pathname).toBe(location.origin + location.pathname);
    expect(address.searchParams.get('_r')).toMatch(/^\d+$/);
  });

  test('UIE-08 the dialog of missing rights, word for word', async () => {
    showPopup({ isForbidden: true });
    const dialog = page.getByRole('dialog', { name: 'Permessi insufficienti' });
    await expect
      .element(dialog.getByRole('paragraph'))
      .toHaveTextContent(
        "Permessi insufficienti. Il tuo utente non dispone dei permessi necessari per poter visualizzare la pagina attuale. Contatta l'amministratore dell'impianto.",
      );
    await userEvent.click(dialog.getByRole('button', { name: 'Chiudi' }).last());
    await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  });

  test('UIE-08 the dialog of missing rights closes when another page opens, not by the redirect it came with', async () => {
    // As a guard does: first the dialog, then the redirect to the page it opens over.
    showPopup({ isForbidden: true });
    await router.navigate({ to: '/lpr', replace: true });
    const dialog = page.getByRole('dialog', { name: 'Permessi insufficienti' });
    await expect.element(dialog).toBeVisible();
    await router.navigate({ to: '/credentials' });
    await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
    expect(usePopups.getState()).toEqual(NO_POPUPS);
  });

  test('DLG-03 VIS-38 refused ministry credentials: look-ups are on hold, and the way to the credentials', async () => {
    showPopup({ services: 'Cesena Cintura' });
    const dialog = page.getByRole('dialog', { name: 'Visure ministeriali sospese' });
    await expect.element(dialog).toMatchTextContent(/Cesena Cintura.*sospese.*conferma i dati attuali.*manutenzione/);
    await userEvent.click(dialog.getByRole('button', { name: 'Vai alle credenziali' }));
    await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  });

  test('DLG-04 VIS-37 a plant without the look-up module: contact the provider', async () => {
    showPopup({ missingModule: 'Cesena Cintura' });
    const dialog = page.getByRole('dialog', { name: 'Errore' });
    await expect.element(dialog).toMatchTextContent(/Modulo visure ministeriali non installato/);
    await expect.element(dialog).toMatchTextContent(/Contatta il fornitore/);
  });
});
