import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { formatJoiningCode } from '@varco/domain/joining/joining-code.ts';
import { CredentialsPage } from './pages/credentials.page.ts';
import { expect, test } from './world/journey.ts';
import { removeChunk } from './world/web-files.ts';

const COLUMNS = [
  'Licenza',
  'Portale',
  'Nome',
  'Stato',
  'IP interno',
  'IP esterno',
  'Abilitato',
  'Verificato',
  'Ultimo contatto',
  'Certificato',
  'Info',
  'Smartphone',
  'Note',
];

async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .disableRules(['landmark-no-duplicate-banner', 'landmark-unique'])
      .analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
}

const makeCode = (address: string): string =>
  formatJoiningCode({
    plantUuid: '11111111-2222-4333-8444-555555555555',
    address,
    name: 'Impianto di prova',
    fingerprint: new Uint8Array(16),
    secret: new Uint8Array(16),
  });

test('PLANT-11 PLANT-12: an administrator sees the plant table with its 13 columns; codes that lead to the portal or to another plant are refused', async ({
  page,
  world,
  begin,
}) => {
  test.setTimeout(180_000);
  await begin('amministratore');
  await page.getByRole('link', { name: 'Registro impianti' }).click();
  const table = page.getByRole('grid', { name: 'Impianti del registro' });
  await expect(table.getByRole('columnheader')).toHaveText(COLUMNS);
  await expect(table.getByRole('row').filter({ hasText: 'Cesena Cintura' })).toContainText('0.9.375', {
    // A plant that starts before the portal reports a minute later.
    timeout: 90_000,
  });

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Collega un impianto' }).click();
  const code = dialog.getByRole('textbox', { name: 'Codice di collegamento' });
  const call = dialog.getByRole('button', { name: 'Chiama l’impianto' });
  await code.fill('VARCO-0000000');
  await expect(call).toBeDisabled();
  await code.fill(makeCode(world.portal));
  await call.click();
  await expect(dialog.getByText(/Il portale non chiama questo indirizzo/)).toBeVisible();
  await code.fill(makeCode(new URL(world.plant('CES').url).origin));
  await call.click();
  await expect(dialog.getByText(/un altro impianto con questo indirizzo: Cesena Cintura/)).toBeVisible();
});

test('CONN-15 SYS-01 NET-03: the status page tells how every plant and its services are', async ({
  page,
  world,
  begin,
}) => {
  const versions = new Set<string | undefined>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === world.portal && pathname.startsWith('/api/') && request.method() !== 'OPTIONS')
      versions.add(request.headers()['x-client-version']);
  });
  await begin('s.bassi');
  await page.getByRole('link', { name: 'Stato impianti' }).click();
  const card = page.getByRole('region', { name: 'Cesena Cintura' });
  await expect(card.getByText('orologio e servizi regolari')).toBeVisible();
  for (const label of [
    'Collegamento (VPN)',
    'Servizio del ministero',
    'Disco archivio',
    'Disco temporaneo',
    'Programma',
  ])
    await expect(card.getByRole('term').filter({ hasText: label })).toBeVisible();
  await expect(card.getByRole('definition').filter({ hasText: /liberi su/ })).toHaveCount(2);
  await expect(
    card
      .getByRole('definition')
      .filter({ hasText: /^conness|^connessione|^nessun/ })
      .first(),
  ).toBeVisible();
  expect([...versions]).toEqual(['0.9.375']);
});

test('TERR-01 TERR-02 DLG-01 DLG-02: code that cannot be loaded says so and offers RICARICA, which loads the page past every cache; the screen below goes on', async ({
  page,
  login,
  list,
  complaints,
  begin,
}) => {
  const putBack = removeChunk('CommandPalette');
  try {
    await begin('s.bassi');
    const dialog = page.getByRole('dialog', { name: 'Errore collegamento al server' });
    const askForCode = async (): Promise<void> => {
      await expect(list.plate).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(dialog).toContainText('Il portale non ha potuto eseguire l’operazione');
      await expect(list.plate).toBeVisible();
    };
    const reload = async (): Promise<string | null> => {
      const before = page.url();
      await dialog.getByRole('button', { name: 'RICARICA' }).click();
      await expect.poll(() => page.url()).not.toBe(before);
      await login.expectInside();
      return new URL(page.url()).searchParams.get('_r');
    };
    await askForCode();
    const first = await reload();
    expect(first).toMatch(/^\d+$/);
    await askForCode();
    putBack();
    expect(await reload()).not.toBe(first);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Comandi' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  } finally {
    putBack();
  }
  // The complaint about code that could not be loaded is expected.
  complaints.length = 0;
});

test('CLOG-05 ROUTE-42: the system log tells what portal and plants noted; axe finds nothing on credentials, status, logs and their dialogs, in both themes', async ({
  page,
  begin,
}) => {
  test.setTimeout(300_000);
  const credentials = new CredentialsPage(page);
  await begin('amministratore');
  await credentials.open();
  await expect(credentials.summary).toContainText('Verifica conclusa');
  await expectAccessible(page, 'credentials');
  await credentials.openAction('Cesena Cintura', 'Modifica');
  await expectAccessible(page, 'edit');
  await page.keyboard.press('Escape');
  await credentials.openAction('Cesena Cintura', 'Cambia password impianto');
  await expectAccessible(page, 'plant password');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Stato impianti' }).click();
  await expect(page.getByText('orologio e servizi regolari').first()).toBeVisible();
  await expectAccessible(page, 'status');
  await page.getByRole('link', { name: 'Registro impianti' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessible(page, 'registry');
  await page.getByRole('button', { name: /^Utente / }).click();
  await page.getByRole('menuitem', { name: 'Registro di questo browser' }).click();
  await expect(page.getByRole('heading', { name: 'Nessun errore registrato' })).toBeVisible();
  await expectAccessible(page, 'client log');

  await page.getByRole('button', { name: /^Utente / }).click();
  await page.getByRole('menuitem', { name: 'Registro di sistema' }).click();
  await expect(page).toHaveURL(/\/system-logs$/);
  const events = page.getByRole('table', { name: 'Eventi di sistema' }).getByRole('row');
  await expect(events.filter({ hasText: 'Portale' }).filter({ hasText: 'Server avviato' }).first()).toBeVisible();
  await expect(
    events.filter({ hasText: 'Cesena Cintura' }).filter({ hasText: 'Server avviato' }).first(),
  ).toBeVisible();
  await expect(events.filter({ hasText: 'Impianto non raggiungibile' }).first()).toBeVisible();
  await expectAccessible(page, 'system log');
  await page.getByLabel('Cerca').fill('non raggiung');
  await expect(events.filter({ hasText: 'Server avviato' })).toHaveCount(0);
  await expect(events.filter({ hasText: 'Impianto non raggiungibile' }).first()).toBeVisible();
  await page.getByLabel('Cerca').fill('nulla di simile');
  await expect(page.getByText('Niente corrisponde alla ricerca')).toBeVisible();
  await page.getByLabel('Cerca').fill('');
  await page.getByLabel('Periodo').selectOption('Ultime 24 ore');
  await page.getByLabel('Fonte').selectOption('Cesena Cintura');
  await expect(events.filter({ hasText: 'Portale' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Avvisi ed errori' }).click();
  await expect(events.filter({ hasText: 'informazione' })).toHaveCount(0);
});
