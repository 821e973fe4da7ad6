import AxeBuilder from '@axe-core/playwright';
import fs from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './world/journey.ts';

const CASE = '7719/2026';
const PLATE = 'AU719DT';

/** Signs the present person out, so that another can sign in on the same page. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await expect(page.getByLabel('E-mail o nome utente')).toBeVisible();
}

/** Asks the question that the fields state and waits until every log has answered. */
async function ask(page: Page): Promise<void> {
  const form = page.getByRole('search', { name: 'Controllo delle consultazioni' });
  await form.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page.locator('#results')).toContainText('8 impianti su 9 hanno risposto');
}

const rowsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Voci del registro' }).getByRole('row');

test('an officer without rights on transits finds a look by plate and by case on two plants, exports it, and is in the log too', async ({
  page,
  world,
  begin,
  list,
  login,
  caseBar,
}) => {
  await begin('s.bassi', { reason: CASE });
  await list.find(PLATE);
  await list.expectSettled();
  await signOut(page);

  await login.signIn(world.user('c.serra'));
  // A plant that asks everybody for a reason asks the reviewer too.
  await caseBar.stateReason('', 'Controllo delle consultazioni');
  await page.getByRole('link', { name: 'Controllo delle consultazioni' }).click();
  await expect(page.getByRole('heading', { name: 'Che cosa vuoi controllare?' })).toBeVisible();
  await page.getByLabel('Targa o modello').fill(PLATE.toLowerCase());
  await ask(page);
  const looks = rowsOf(page).filter({ hasText: 's.bassi' }).filter({ hasText: 'Ricerca di transiti' });
  await expect(looks.filter({ hasText: 'Cesena Cintura' })).toHaveCount(1);
  await expect(looks.filter({ hasText: CASE }).first()).toContainText(PLATE);
  // At least two.
  await expect(looks.nth(1)).toBeVisible();

  await looks.first().click();
  const entry = page.getByRole('group', { name: 'Voce del registro' }).first();
  await expect(entry).toContainText('Verifica dei passaggi di un furgone');
  await expect(entry).toContainText('(judicial-police)');
  await expect(entry).toContainText('fdo polizia locale');
  await entry.getByRole('button', { name: 'Tutto il fascicolo' }).click();

  await expect(page).toHaveURL(/\/audit\?case=7719%2F2026$/);
  const record = page.getByRole('region', { name: `Fascicolo ${CASE}: tutto ciò che è stato fatto` });
  const timeline = record.getByRole('grid', { name: 'Cronologia' });
  await expect(timeline.getByRole('row').filter({ hasText: 's.bassi' }).first()).toBeVisible();
  const totals = page.getByRole('region', { name: 'Per persona' });
  await expect(totals.getByRole('row', { name: /s\.bassi/ })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Esporta' }).click();
  await page.getByRole('menuitem', { name: /Righe verificabili/ }).click();
  const text = await fs.readFile((await (await download).path()) ?? '', 'utf8');
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ kind: 'varco-audit-export', filter: { case: CASE } });

  await page.getByRole('button', { name: 'Torna al registro' }).click();
  await page.getByLabel('Persona').fill('c.serra');
  await ask(page);
  const own = rowsOf(page).filter({ hasText: 'c.serra' });
  await expect(own.filter({ hasText: 'Lettura del registro' }).first()).toBeVisible();
  await expect(own.filter({ hasText: 'Esportazione del registro' }).first()).toBeVisible();
});

test('the officer opens no transit, and the log is closed to who has no right on it', async ({
  page,
  world,
  login,
}) => {
  await login.signIn(world.user('c.serra'));
  await page.goto('/lpr');
  await expect(page.getByRole('link', { name: 'Controllo delle consultazioni' })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Elenco transiti' }).getByRole('row')).toHaveCount(0);
  await signOut(page);

  await login.signIn(world.user('s.bassi'));
  await expect(page.getByRole('link', { name: 'Credenziali' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Controllo delle consultazioni' })).toHaveCount(0);
  await page.goto('/audit');
  await expect(page).toHaveURL(/\/lpr/);
});

test('the review is accessible with an entry open, in both schemes and on a phone', async ({
  page,
  world,
  login,
  caseBar,
}) => {
  await login.signIn(world.user('c.serra'));
  // A plant that asks everybody for a reason asks the reviewer too.
  await caseBar.stateReason('', 'Controllo delle consultazioni');
  await page.getByRole('link', { name: 'Controllo delle consultazioni' }).click();
  await ask(page);
  await rowsOf(page).nth(1).click();
  await expect(page.getByRole('group', { name: 'Voce del registro' }).first()).toBeVisible();
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .disableRules(['landmark-no-duplicate-banner', 'landmark-unique'])
        .analyze();
      const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
      expect.soft(found, `${width} px, ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect.soft(overflow, `${width} px`).toBeLessThanOrEqual(0);
    }
});
