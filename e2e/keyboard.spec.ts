import { expect, test } from './world/journey.ts';

test('WID-06 WID-09 TBL-08 TBL-10: the whole path with the keyboard alone', async ({
  page,
  world,
  login,
  list,
  detail,
  caseBar,
}) => {
  const user = world.user('s.bassi');
  const { keyboard } = page;
  await login.open();
  await login.username.focus();
  await keyboard.type(user.username);
  await keyboard.press('Tab');
  await keyboard.type(user.password);
  await keyboard.press('Enter');
  await login.expectInside();

  await keyboard.press('F8');
  await expect(caseBar.dialog.getByLabel('Motivo', { exact: true })).toBeFocused();
  await caseBar.chooseReasonByKeyboard();
  await expect(caseBar.dialog.getByLabel('Motivo', { exact: true })).not.toHaveValue('');
  await keyboard.press('Tab');
  await keyboard.type('Verifica dei passaggi');
  await keyboard.press('Tab');
  await keyboard.type('12/2026');
  await keyboard.press('Enter');
  await expect(caseBar.dialog).toBeHidden();

  await keyboard.press('q');
  await expect(list.plate).toBeFocused();
  await keyboard.type('*');
  await keyboard.press('Enter');
  // Enter hands the focus to the first row, which keeps it while further plants respond.
  await list.expectSettled();
  await expect(list.rows.first()).toBeFocused();
  // From the box to the rows: Down, or the link behind the box.
  await keyboard.press('q');
  await keyboard.press('ArrowDown');
  await expect(list.rows.first()).toBeFocused();
  await keyboard.press('q');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Vai ai risultati' }).last()).toBeFocused();
  await keyboard.press('Enter');
  await expect(list.rows.first()).toBeFocused();
  // Up from the first row leads to the headings, Down back; a filter field is left with Escape.
  await keyboard.press('ArrowUp');
  await expect(list.grid.getByRole('button', { name: 'Data e ora' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(list.rows.first()).toBeFocused();
  await keyboard.press('f');
  await page.getByRole('complementary', { name: 'Filtri' }).getByRole('textbox').first().focus();
  await keyboard.press('Escape');
  await expect(list.rows.first()).toBeFocused();
  await keyboard.press('f');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expect(list.rows.nth(2)).toBeFocused();
  await keyboard.press('Enter');
  await expect(detail.article).toBeVisible();
  await keyboard.press('Escape');
  await expect(list.rows.nth(2)).toBeFocused();
  // From transit to transit, the full picture, and back.
  await keyboard.press('Enter');
  await expect(detail.article.getByText(/^3 di /)).toBeVisible();
  await keyboard.press('k');
  await expect(detail.article.getByText(/^4 di /)).toBeVisible();
  await keyboard.press('j');
  await expect(detail.article.getByText(/^3 di /)).toBeVisible();
  const plate = (await detail.plate.getByRole('img').getAttribute('aria-label')) ?? '';
  await keyboard.press('s');
  await expect(page.getByRole('tab')).toHaveCount(2);
  await expect(list.plate).toHaveValue(plate.replace(/^Targa ([^,]+),.*$/, '$1'));
  await list.expectSettled();
  await keyboard.press('g');
  await keyboard.press('x');
  await expect(page.getByRole('tab')).toHaveCount(1);
  await keyboard.press('Shift+?');
  const shortcuts = page.getByRole('dialog', { name: 'Scorciatoie da tastiera' });
  await expect(shortcuts).toBeVisible();
  await keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
});
