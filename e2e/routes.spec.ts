import type { Page } from '@playwright/test';
import { PAGES } from '../apps/portal-web/src/frame/page-table.ts';
import { expect, test } from './world/journey.ts';

const findHeading = (page: Page, name: string) => page.getByRole('heading', { name });
/** Navigates inside the app, without reloading the page. */
const navigate = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);

test('RTE-01 GUARD-03: a visitor sees no page of signed-in people, whatever the address', async ({ page }) => {
  await page.goto('/login');
  await expect(findHeading(page, 'Accedi al portale')).toBeVisible();
  for (const { path, guard } of PAGES) {
    if (guard === 'public' || guard === 'visitor') continue;
    await navigate(page, path);
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('ROUTE-07 ROUTE-08 ROUTE-43 SHELL-06: public pages open for everybody, each with its title', async ({ page }) => {
  for (const [path, title] of [
    ['/login', 'Accesso'],
    ['/forgot-password', 'Password dimenticata'],
    ['/reset-password', 'Nuova password'],
    ['/check-email', 'Controlla la posta'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · Varco`);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('RTE-17 GUARD-08 GUARD-09 GUARD-10: a municipal user comes to the page asked for, and is kept out of those of others', async ({
  page,
  world,
  login,
}) => {
  await login.open('/suspects');
  await login.fill(world.user('s.bassi'));
  await expect(page).toHaveURL(/\/suspects$/);
  await expect(page.getByRole('region', { name: 'Veicoli sospetti' }).first()).toBeVisible({ timeout: 40_000 });
  await expect(page).toHaveTitle('Veicoli sospetti · Varco');
  for (const path of ['/charts', '/dashboard', '/dashboard/users', '/peer/users', '/peer/devices', '/peer/groups']) {
    await navigate(page, path);
    await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
  }
  await navigate(page, '/peer');
  await expect(page).toHaveURL(/\/peer\/status$/);
  await navigate(page, '/nope');
  await expect(findHeading(page, 'Pagina non trovata')).toBeVisible();
  const stored = await page.evaluate(() => localStorage.getItem('varco.preferences'));
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ state: { lastPage: '/peer/status' } });
});

test('ROUTE-36 ROUTE-37 ROUTE-38 SHELL-09: an administrator of portal and plants enters all of them', async ({
  page,
  begin,
}) => {
  await begin('amministratore');
  await navigate(page, '/dashboard');
  await expect(page).toHaveURL(/\/dashboard\/peers$/);
  await expect(page).toHaveTitle('Registro impianti · Varco');
  await navigate(page, '/dashboard/keys');
  await expect(page.getByRole('region', { name: 'Chiavi dei programmi' }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/keys$/);
  await navigate(page, '/dashboard/users');
  await expect(page.getByRole('grid', { name: 'Utenti del portale' })).toBeVisible();
  await expect(page).toHaveTitle('Amministrazione: utenti · Varco');
  for (const path of ['/peer/groups', '/peer/devices']) {
    await navigate(page, path);
    await expect(page.getByRole('combobox', { name: 'Impianto', exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  await expect(page).toHaveTitle('Impianti: dispositivi · Varco');
});

test('ROUTE-05 ROUTE-48: police and staff open the charts; a page’s code is fetched when it is opened', async ({
  page,
  begin,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await begin('m.ferri');
  await navigate(page, '/charts');
  await expect(page.getByRole('region', { name: 'Domanda dei grafici' })).toBeVisible();
  const before = fetched.length;
  await navigate(page, '/about');
  await expect(page.getByText('Versione del programma')).toBeVisible();
  expect(fetched.slice(before).filter((path) => /^\/assets\/.*\.js$/.test(path)).length).toBeGreaterThan(0);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
});

test('ROUTE-01 ROUTE-02 UI-02 UI-05: the landing page shows the plants and the open work; menu and offline plants stay as chosen', async ({
  page,
  begin,
}) => {
  await begin('m.ferri');
  await page.getByRole('button', { name: 'Espandi', exact: true }).click();
  await navigate(page, '/home');
  await expect(page).toHaveTitle('Pagina iniziale · Varco');
  await expect(page.getByText(/collegati su 8/)).toBeVisible();
  await expect(page.getByText('OFFLINE').first()).toBeVisible();
  await navigate(page, '/settings/appearance');
  await page.getByLabel('Mostra anche gli impianti offline').uncheck({ force: true });
  await page.goto('/');
  await expect(page.getByText(/collegati su 8/)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(/impiant[oi] offline nascost[oi]/)).toBeVisible();
  await expect(page.getByText('OFFLINE', { exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Comprimi', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Elenco transiti' }).click();
  await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
});

test('GEN-06 GEN-03: each audience signs in and finds its own plants, with one sign-in per plant', async ({
  page,
  world,
  login,
}) => {
  test.setTimeout(180_000);
  const signIns: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname === '/api/auth/login' && request.method() === 'POST') signIns.push(origin);
  });
  for (const [name, plants, isCharts, isAdmin] of [
    ['m.ferri', 8, true, false],
    ['s.bassi', 3, false, false],
    ['amministratore', 8, false, true],
    ['assistenza', 2, true, false],
  ] as const) {
    signIns.length = 0;
    await login.signIn(world.user(name));
    await expect(page.getByText(new RegExp(`Impianti \\d/${plants}`))).toBeVisible();
    expect(new Set(signIns).size).toBe(plants);
    expect(signIns).toHaveLength(plants);
    for (const [path, isOpen] of [
      ['/charts', isCharts],
      ['/dashboard/peers', isAdmin],
    ] as const) {
      await navigate(page, path);
      await expect(page).toHaveURL(isOpen ? new RegExp(`${path}$`) : /\/lpr(\?tab=[\w-]+)?$/);
      if (isOpen) continue;
      // A refused address says why before it leads elsewhere.
      await expect(page.getByRole('dialog', { name: 'Permessi insufficienti' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await login.signOut();
  }
});

test('a name that is a script is text wherever it is shown', async ({ page, begin }) => {
  await begin('assistenza');
  await navigate(page, '/settings');
  const name = page.getByLabel('Nome e cognome');
  const before = await name.inputValue();
  const script = '<img src=x onerror=alert(1)>"\'><script>alert(2)</script>';
  await name.fill(script);
  await page.getByRole('button', { name: 'Salva', exact: true }).click();
  await expect(page.getByText('Salvato.')).toBeVisible();
  await navigate(page, '/home');
  await expect(page.getByRole('heading', { name: `Buongiorno, ${script}` })).toBeVisible();
  expect(await page.locator('img[src="x"], body script:not([src])').count()).toBe(0);
  await navigate(page, '/settings');
  await page.getByLabel('Nome e cognome').fill(before);
  await page.getByRole('button', { name: 'Salva', exact: true }).click();
  await expect(page.getByText('Salvato.')).toBeVisible();
});
