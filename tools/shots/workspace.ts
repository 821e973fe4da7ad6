import type { Locator, Page } from '@playwright/test';
import { DetailPage } from '../../e2e/pages/detail.page.ts';
import { FiltersPage } from '../../e2e/pages/filters.page.ts';
import type { ListPage } from '../../e2e/pages/list.page.ts';

interface Camera {
  readonly shoot: (name: string) => Promise<void>;
}

/** Pictures of the newest rows are loaded shortly after the rows. */
const PICTURES_MS = 1_500;
const DESKTOP = { width: 1440, height: 900 };

const findMenuItem = (page: Page, name: string): Locator => page.getByRole('menuitem', { name, exact: true });
const chooseView = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Vista dei risultati' }).getByRole('button', { name });

/** Everything that opens over the list, closed again each time: filters, columns, help, menu, hover card, palette. */
export async function shootOverlays(page: Page, list: ListPage, { shoot }: Camera): Promise<void> {
  const filters = new FiltersPage(page);
  await list.find('');
  await list.expectSettled();
  await list.plate.fill('GK5*');
  await shoot('plate-help');
  await list.plate.fill('');
  await filters.toggle.click();
  await filters.choose('Nazione', 'Germania');
  await filters.changed.waitFor();
  await shoot('filters');
  await filters.run.click();
  await list.expectSettled();
  await shoot('filters-applied');
  await filters.toggle.click();
  await list.find('');
  await list.expectSettled();
  await page.getByRole('button', { name: 'Colonne' }).click();
  await shoot('columns');
  await page.keyboard.press('Escape');
  await list.rows.nth(1).focus();
  await page.keyboard.press('.');
  await findMenuItem(page, 'Dettaglio').waitFor();
  await shoot('row-menu');
  await page.keyboard.press('Escape');
  await list.findPlates().nth(4).hover();
  await page.waitForTimeout(PICTURES_MS);
  await shoot('hover-card');
  await page.mouse.move(2, 2);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('GK5');
  await shoot('palette');
  await page.keyboard.press('Escape');
}

/** Selected rows, cards, the detail next to the list, a closed tab that is reopened, a stopped search. */
export async function shootViews(page: Page, list: ListPage, { shoot }: Camera): Promise<void> {
  const detail = new DetailPage(page);
  await list.rows.nth(1).focus();
  await page.keyboard.press('x');
  await list.rows.nth(3).getByRole('checkbox').click();
  await shoot('selection');
  await page.keyboard.press('Escape');
  await chooseView(page, 'Schede').click();
  await page.waitForTimeout(PICTURES_MS);
  await shoot('grid');
  await chooseView(page, 'Tabella').click();
  await page.setViewportSize({ width: 1920, height: 1000 });
  await list.rows.nth(2).click();
  await detail.article.waitFor();
  await page.waitForTimeout(PICTURES_MS);
  await shoot('side-panel');
  await page.keyboard.press('Escape');
  await page.setViewportSize(DESKTOP);
  await list.rows.nth(2).dblclick();
  await detail.plate.waitFor();
  await page.waitForTimeout(PICTURES_MS);
  await shoot('detail-tab');
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await page.waitForTimeout(300);
  await shoot('tab-closed');
  await page.getByRole('button', { name: 'Nuovo elenco transiti' }).click();
  await list.find('ZZ999ZZ');
  await list.overlay.waitFor();
  await page.keyboard.press('Escape');
  await shoot('stopped');
}

/** Dangerous goods, then a plant that fails every fourth query, with the response of each plant. */
export async function shootResponses(page: Page, list: ListPage, { shoot }: Camera): Promise<void> {
  await page.getByRole('button', { name: 'Visualizza ADR' }).click();
  await list.period('Tutti').click();
  await list.expectSettled();
  await shoot('adr');
  await page.getByRole('button', { name: 'Visualizza targhe' }).click();
  for (let turn = 0; turn < 6 && !(await list.plants.getByText('(in errore)').isVisible()); turn += 1) {
    await list.find('G*');
    await list.expectSettled();
  }
  await shoot('plant-failed');
  await page.getByRole('button', { name: 'Completezza del risultato' }).click();
  await shoot('completeness');
  await page.keyboard.press('Escape');
}

/** The same in English: the list, its filters, cards, one transit. */
export async function shootEnglish(page: Page, { shoot }: Camera): Promise<void> {
  await page.getByRole('button', { name: /^Utente / }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  const rows = page.locator('[id^="lpr-row-"], [id^="lpr-grid-"]');
  await rows.first().waitFor();
  await shoot('english-results');
  await page
    .getByRole('button', { name: /^Filters/ })
    .first()
    .click();
  await shoot('english-filters');
  await page
    .getByRole('button', { name: /^Filters/ })
    .first()
    .click();
  await rows.nth(2).click();
  await page.getByRole('article').waitFor();
  await page.waitForTimeout(PICTURES_MS);
  await shoot('english-detail');
}

/** Phone: filters in their sheet, and a stated reason. */
export async function shootPhoneList(page: Page, list: ListPage, { shoot }: Camera): Promise<void> {
  await list.plate.click();
  await shoot('phone-plate-help');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Filtri/ })
    .first()
    .click();
  await page.waitForTimeout(400);
  await shoot('phone-filters');
  await page.getByRole('button', { name: 'Chiudi i filtri' }).click();
}
