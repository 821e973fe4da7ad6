import type { Locator, Page } from '@playwright/test';
import { expect, test } from './world/journey.ts';

const findTabs = (page: Page): Locator => page.getByRole('tab');
const findSelectedTab = (page: Page): Locator => page.getByRole('tab', { selected: true });
const findNewListButton = (page: Page): Locator => page.getByRole('button', { name: 'Nuovo elenco transiti' });
/** The close button of a tab; it is reachable only by pointer and its name is its tooltip. */
const findCloseButton = (tab: Locator): Locator => tab.getByTitle(/^Chiudi scheda/);

test.beforeEach(({ begin }) => begin('s.bassi', { reason: '4471/2026', find: '' }));

test('TAB-03 TAB-04 TAB-05: what is opened is selected; closing the selected of three selects the last; closing all makes a list', async ({
  page,
  list,
}) => {
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await list.rows.nth(1).dblclick();
  await expect(findSelectedTab(page)).toHaveText(/^Transito /);
  await findNewListButton(page).click();
  await expect(findTabs(page)).toHaveCount(3);
  await expect(findSelectedTab(page)).toHaveText('Elenco transiti');
  await expect(findTabs(page).nth(2)).toHaveAttribute('aria-selected', 'true');

  await findTabs(page).nth(1).click();
  await expect(page.getByRole('article')).toBeVisible();
  await findCloseButton(findTabs(page).nth(1)).click();
  await expect(findTabs(page)).toHaveCount(2);
  await expect(findTabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');

  await findCloseButton(findTabs(page).nth(1)).click();
  await findCloseButton(findTabs(page).first()).click();
  await expect(findTabs(page)).toHaveCount(1);
  await expect(findSelectedTab(page)).toHaveText('Elenco transiti');
  await expect(list.results.getByRole('heading', { name: 'Scegli almeno un filtro' })).toBeVisible();
});

test('TAB-06: a new list takes over filters and gates of the list in hand, with an empty plate, and asks nobody yet', async ({
  page,
  list,
  filters,
}) => {
  await filters.toggle.click();
  await filters.choose('Tipo veicolo', 'Autovettura');
  const gates = filters.panel.getByRole('combobox', { name: 'Varchi', exact: true });
  await gates.click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await list.plate.fill('G*');
  await filters.run.click();
  await list.expectSettled();
  await expect(filters.toggle).toHaveAccessibleName('Filtri 3 attivi');
  await findNewListButton(page).click();
  await expect(list.plate).toHaveValue('');
  await expect(filters.toggle).toHaveAccessibleName('Filtri 2 attivi');
  await expect(filters.panel.getByText('Autovettura').first()).toBeVisible();
  await expect(list.rows).toHaveCount(0);
  await expect(list.results.getByRole('heading', { name: 'Premi Cerca' })).toBeVisible();
});

test('RTE-21 TAB-03: tabs survive a reload, the address names the selected one, and a link to a tab reopens it even when it was closed', async ({
  page,
  list,
  detail,
}) => {
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await expect(list.rows.first()).toContainText('CES');
  await list.rows.nth(1).dblclick();
  await expect(detail.article).toBeVisible();
  const title = await findSelectedTab(page).innerText();
  const link = page.url();
  expect(link).toMatch(/\/lpr\?tab=[\w-]+&transit=\d+-[\w-]+$/);
  // An address never contains a plate.
  expect(link).not.toContain(title.replace('Transito ', ''));
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await list.find('');
  await list.expectSettled();
  const rows = await list.rows.count();

  await page.reload();
  await expect(findTabs(page)).toHaveCount(3, { timeout: 40_000 });
  await expect(findTabs(page).nth(2)).toHaveAttribute('aria-selected', 'true');
  // The list that had results searches again; the reason from before the reload is active again.
  await expect(list.rows).toHaveCount(rows, { timeout: 40_000 });
  await findTabs(page).nth(1).click();
  await expect(detail.article).toBeVisible();
  await expect(findSelectedTab(page)).toHaveText(title);

  await findCloseButton(findTabs(page).nth(1)).click();
  await expect(findTabs(page)).toHaveCount(2);
  await page.goto(link);
  await expect(findSelectedTab(page)).toHaveText(title, { timeout: 40_000 });
  await expect(detail.article).toBeVisible();
  await expect(findTabs(page)).toHaveCount(3);
});

test('a tab closed by mistake comes back from its notice, where it was; tabs are dragged to another place', async ({
  page,
  list,
}) => {
  await list.rows.nth(1).dblclick();
  await findNewListButton(page).click();
  await expect(findTabs(page)).toHaveCount(3);
  const title = await findTabs(page).nth(1).innerText();
  await findCloseButton(findTabs(page).nth(1)).click();
  const notice = page.getByRole('status').filter({ hasText: `Chiusa: ${title}` });
  await notice.getByRole('button', { name: 'Riapri' }).click();
  await expect(findTabs(page)).toHaveCount(3);
  await expect(findTabs(page).nth(1)).toHaveText(title);
  await expect(findTabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(notice).toHaveCount(0);

  await findTabs(page).nth(1).dragTo(findTabs(page).first());
  await expect(findTabs(page).first()).toHaveText(title);

  // A tab is activated when the mouse button goes down, its close button only on release.
  await findTabs(page).nth(1).hover();
  await page.mouse.down();
  await expect(findTabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.mouse.up();
  await findCloseButton(findTabs(page).nth(2)).hover();
  await page.mouse.down();
  await expect(findTabs(page)).toHaveCount(3);
  await expect(findTabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.mouse.up();
  await expect(findTabs(page)).toHaveCount(2);
});

test('TAB-03 TAB-05: the workspace with the keyboard alone', async ({ page, list }) => {
  const { keyboard } = page;
  await list.rows.first().focus();
  await keyboard.press('ArrowDown');
  await keyboard.press('g');
  await keyboard.press('n');
  await keyboard.press('g');
  await keyboard.press('n');
  await expect(findTabs(page)).toHaveCount(3);
  // Also while typing.
  await list.plate.focus();
  await keyboard.press('Alt+PageUp');
  await expect(findTabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Alt+PageDown');
  await keyboard.press('Alt+PageDown');
  await expect(findTabs(page).first()).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Alt+Shift+PageDown');
  await expect(findTabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(list.rows.first()).toBeVisible();

  // All tabs are a single Tab stop; arrow keys move between them.
  await findSelectedTab(page).focus();
  await keyboard.press('ArrowRight');
  await expect(findTabs(page).nth(2)).toBeFocused();
  await expect(findTabs(page).nth(2)).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Home');
  await expect(findTabs(page).first()).toBeFocused();
  await keyboard.press('Delete');
  await expect(findTabs(page)).toHaveCount(2);
  await expect(findTabs(page).nth(1)).toBeFocused();
  await keyboard.press('g');
  await keyboard.press('z');
  await expect(findTabs(page)).toHaveCount(3);
  await keyboard.press('g');
  await keyboard.press('2');
  await expect(findTabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('g');
  await keyboard.press('x');
  await expect(findTabs(page)).toHaveCount(2);
});

test('many tabs stay in their strip: the selected one is in sight, the others are found by name', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  for (let n = 2; n <= 12; n += 1) {
    await page.locator('body').press('g');
    await page.locator('body').press('n');
    await expect(findTabs(page)).toHaveCount(n);
  }
  await expect(findSelectedTab(page)).toBeInViewport();
  await expect(findNewListButton(page)).toBeInViewport();
  const widths = await page.evaluate<{ page: number; window: number }>(
    '({ page: document.documentElement.scrollWidth, window: innerWidth })',
  );
  expect(widths.page).toBe(widths.window);
  await page.getByRole('button', { name: 'Tutte le schede (12)' }).click();
  const palette = page.getByRole('dialog', { name: 'Comandi' });
  await palette.getByRole('group', { name: 'Schede' }).getByRole('option').first().click();
  await expect(palette).toBeHidden();
  await expect(findTabs(page).first()).toHaveAttribute('aria-selected', 'true');
  await expect(findTabs(page).first()).toBeInViewport();
});
