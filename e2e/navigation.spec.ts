import { it } from '@varco/i18n/it/all-messages.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './world/journey.ts';
import { setPortalAdmin } from './world/portal-state.ts';

interface Entry {
  /** Accessible name of the link, tab or menu item. */
  readonly entry: string;
  readonly path: string;
  readonly title: string;
  /** What only this screen has; by default the region named as the page is. */
  readonly mark?: { readonly role: 'region' | 'button' | 'tab'; readonly name: string };
}

/** All entries of the rail, in its order. */
const RAIL_ENTRIES: readonly Entry[] = [
  { entry: 'Sala operativa', path: '/control-room', title: 'Sala operativa' },
  { entry: 'Transiti', path: '/lpr', title: 'Transiti', mark: { role: 'button', name: 'Cerca' } },
  { entry: 'Fascicolo', path: '/case', title: 'Fascicolo' },
  { entry: 'Mappa degli impianti', path: '/map', title: 'Mappa degli impianti' },
  { entry: 'Mappa delle zone', path: '/map-zones', title: 'Mappa delle zone' },
  { entry: 'Monitor telecamere', path: '/monitor-cam', title: 'Monitor telecamere' },
  { entry: 'Mappa delle destinazioni', path: '/destination-map', title: 'Mappa delle destinazioni' },
  { entry: 'Allarmi', path: '/alerts', title: 'Allarmi' },
  { entry: 'Consegna del turno', path: '/shift', title: 'Consegna del turno' },
  { entry: 'Veicoli sospetti', path: '/suspects', title: 'Veicoli sospetti' },
  { entry: 'Veicoli complici', path: '/partners-crime', title: 'Veicoli complici' },
  { entry: 'Eventi correlati', path: '/related-events', title: 'Eventi correlati' },
  { entry: 'Da varco a varco', path: '/analysis-gate-to-gate', title: 'Da varco a varco' },
  { entry: 'Report statistico', path: '/statistics', title: 'Report statistico' },
  { entry: 'Grafici', path: '/charts', title: 'Grafici' },
  { entry: 'Blacklist', path: '/blacklist', title: 'Blacklist' },
  { entry: 'Whitelist', path: '/whitelist', title: 'Whitelist' },
  { entry: 'Prestanome', path: '/figurehead', title: 'Prestanome' },
  { entry: 'Visure ministeriali', path: '/visure-ministeriali', title: 'Visure ministeriali' },
  { entry: 'Esportazioni', path: '/exports', title: 'Esportazioni' },
  { entry: 'Assistenza', path: '/support', title: 'Assistenza' },
  {
    entry: 'Credenziali impianti',
    path: '/credentials',
    title: 'Credenziali impianti',
    mark: { role: 'button', name: 'Verifica tutti' },
  },
  { entry: 'Stato impianti', path: '/peer/status', title: 'Impianti: stato', mark: { role: 'tab', name: 'Stato' } },
  { entry: 'Utenti impianti', path: '/peer/users', title: 'Impianti: utenti', mark: { role: 'tab', name: 'Utenti' } },
  {
    entry: 'Registro impianti',
    path: '/dashboard/peers',
    title: 'Registro impianti',
    mark: { role: 'region', name: 'Impianti del registro' },
  },
  {
    entry: 'Amministrazione: utenti',
    path: '/dashboard/users',
    title: 'Amministrazione: utenti',
    mark: { role: 'region', name: 'Utenti del portale' },
  },
  {
    entry: 'Amministrazione: chiavi',
    path: '/dashboard/keys',
    title: 'Amministrazione: chiavi',
    mark: { role: 'region', name: 'Chiavi dei programmi' },
  },
  {
    entry: 'Amministrazione: impostazioni',
    path: '/dashboard/settings',
    title: 'Amministrazione: impostazioni',
    mark: { role: 'region', name: 'Impostazioni del portale' },
  },
  {
    entry: 'Notizie',
    path: '/dashboard/news',
    title: 'Notizie',
  },
];

/** Tabs of the management of plants. */
const PLANT_TABS: readonly Entry[] = [
  { entry: 'Gruppi', path: '/peer/groups', title: 'Impianti: gruppi', mark: { role: 'tab', name: 'Gruppi' } },
  {
    entry: 'Dispositivi',
    path: '/peer/devices',
    title: 'Impianti: dispositivi',
    mark: { role: 'tab', name: 'Dispositivi' },
  },
  {
    entry: 'Distretti',
    path: '/peer/districts',
    title: 'Impianti: distretti',
    mark: { role: 'tab', name: 'Distretti' },
  },
];

const USER_MENU_ENTRIES: readonly Entry[] = [
  {
    entry: 'Registro di questo browser',
    path: '/client-logs',
    title: 'Registro di questo browser',
  },
  { entry: 'Registro di sistema', path: '/system-logs', title: 'Registro di sistema' },
];

const TWO_FACTOR: Entry = {
  entry: 'Due fattori',
  path: '/settings/two-factor',
  title: 'Impostazioni: due fattori',
  mark: { role: 'tab', name: 'Due fattori' },
};

/** A key that is shown in place of its text. */
const RAW_KEY = new RegExp(`\\b(?:${Object.keys(it).join('|')}):[a-z]`);

/** The address, the title and the content of the screen of an entry. */
async function expectScreen(page: Page, { path, title, mark }: Entry): Promise<void> {
  await expect(page).toHaveTitle(`${title} · Varco`);
  expect(new URL(page.url()).pathname).toBe(path);
  const { role, name } = mark ?? { role: 'region', name: title };
  const content = page
    .getByRole('main')
    .getByRole(role, { name, exact: true, ...(role === 'tab' && { selected: true }) });
  await expect(content.first(), path).toBeVisible();
  if (role === 'tab') await expect(page.getByRole('tabpanel', { name }), path).not.toBeEmpty();
  await expect(page.getByRole('heading', { name: 'Pagina non trovata' })).toHaveCount(0);
  await expect(page.getByRole('main'), 'a text whose bundle the screen does not load').not.toContainText(RAW_KEY);
}

test('GEN-07: somebody with all rights reaches every function from the navigation, and each entry opens its own screen', async ({
  page,
  world,
  login,
  caseBar,
}) => {
  test.setTimeout(240_000);
  // Staff of the provider see the charts, administrators the administration: nobody in the demo is both.
  const user = world.user('assistenza');
  await setPortalAdmin(world, user.username, true);
  try {
    await login.signIn(user);
    await caseBar.stateReason('9071/2026');
    const rail = page.getByRole('navigation', { name: 'Navigazione' });
    await expect(rail.getByRole('link', { name: 'Utenti impianti' })).toBeVisible();
    const offered = await rail
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')).filter((href) => href !== null));
    expect(offered).toEqual(RAIL_ENTRIES.map(({ path }) => path));
    for (const entry of RAIL_ENTRIES) {
      await rail.getByRole('link', { name: entry.entry, exact: true }).click();
      await expectScreen(page, entry);
    }
    await rail.getByRole('link', { name: 'Utenti impianti' }).click();
    for (const entry of PLANT_TABS) {
      await page.getByRole('tab', { name: entry.entry, exact: true }).click();
      await expectScreen(page, entry);
    }
    for (const entry of USER_MENU_ENTRIES) {
      await page.getByRole('button', { name: /^Utente / }).click();
      await page.getByRole('menuitem', { name: entry.entry, exact: true }).click();
      await expectScreen(page, entry);
    }
    await page.getByRole('button', { name: /^Utente / }).click();
    await page.getByRole('menuitem', { name: 'Impostazioni', exact: true }).click();
    await page.getByRole('tab', { name: TWO_FACTOR.entry }).click();
    await expectScreen(page, TWO_FACTOR);
  } finally {
    await setPortalAdmin(world, user.username, false);
  }
});
