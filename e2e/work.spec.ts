import { expect, test } from './world/journey.ts';

test.beforeEach(async ({ world, login, caseBar, list }) => {
  await login.signIn(world.user('s.bassi'));
  await caseBar.state('4471/2026');
  await list.find('');
  await list.expectSettled();
});

test('SRCH-16 WID-01 WID-07 WID-08 TBL-08 TBL-09 LIFE-07: pages turn with the buttons above and below, and with the keys at the edges', async ({
  page,
  list,
}) => {
  const [above, below] = [
    page.getByRole('navigation', { name: 'Pagine' }).first(),
    page.getByRole('navigation', { name: 'Pagine' }).last(),
  ];
  await expect(list.rows).toHaveCount(50);
  const firstPage = await list.times();
  await below.getByRole('button', { name: 'Pagina successiva' }).click();
  await expect(above.getByText(/^2 \/ \d+$/)).toHaveAttribute('aria-current', 'page');
  await expect(below.getByRole('button', { name: 'Pagina 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(list.numberOf(list.rows.first())).toHaveText('51');
  const secondPage = await list.times();
  expect([...firstPage, ...secondPage]).toEqual([...firstPage, ...secondPage].toSorted().toReversed());

  await list.rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(list.rows.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(list.rows.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(list.numberOf(list.rows.first())).toHaveText('1');
  await expect(list.rows.first()).toBeFocused();
  // On the first page there is nothing before it.
  await page.keyboard.press('ArrowLeft');
  await expect(list.numberOf(list.rows.first())).toHaveText('1');
  await page.keyboard.press('End');
  await expect(list.rows.last()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(list.numberOf(list.rows.first())).toHaveText('51');
});

test('TBL-10 TBL-11 DET-01 DET-02 DET-03 DET-04 SRCH-01: a click opens the detail with its blocks and its own log, Esc closes it', async ({
  page,
  list,
  detail,
}) => {
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  const plate = await list.plates().first().getAttribute('aria-label');
  await list.rows.first().click();
  await expect(detail.plate.getByRole('img', { name: plate ?? '' })).toBeVisible();
  for (const block of ['Targa e transito', 'Infrazioni e controlli', 'Veicolo', 'Lettura', 'Presenze della targa']) {
    await expect(detail.article.getByRole('region', { name: block, exact: true })).toBeVisible();
  }
  await expect(detail.article).toContainText('Cesena Cintura');
  await expect(detail.log.getByText('Apertura del transito')).toBeVisible();
  await expect(detail.log.getByText(/Ricerca transiti/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail.article).toBeHidden();
  // Back where one was.
  await expect(list.rows.first()).toBeFocused();

  await list.rows.nth(2).focus();
  await page.keyboard.press('Enter');
  await expect(detail.article).toBeVisible();
  await detail.close.click();
  await expect(list.rows.nth(2)).toBeFocused();
});

test('TBL-12 SRCH-01: two quick clicks open a tab; tabs are closed, brought back and added; J and K walk through the list', async ({
  page,
  list,
  detail,
}) => {
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await expect(list.rows.first()).toContainText('CES');
  const names = await list
    .plates()
    .evaluateAll((plates) => plates.map((plate) => plate.getAttribute('aria-label') ?? ''));
  const shown = (name: string | undefined) => detail.plate.getByRole('img', { name: name ?? '', exact: true });
  await list.rows.nth(1).dblclick();
  await expect(page.getByRole('tab')).toHaveCount(2);
  await expect(shown(names[1])).toBeVisible();
  await page.keyboard.press('k');
  await expect(shown(names[2])).toBeVisible();
  await page.keyboard.press('j');
  await expect(shown(names[1])).toBeVisible();
  await detail.article.getByRole('button', { name: 'Transito precedente' }).click();
  await expect(shown(names[0])).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await expect(page.getByRole('tab')).toHaveCount(1);
  await expect(list.rows.first()).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('z');
  await expect(page.getByRole('tab')).toHaveCount(2);
  await expect(shown(names[0])).toBeVisible();
  await page.getByRole('button', { name: 'Nuovo elenco transiti' }).click();
  await expect(page.getByRole('tab')).toHaveCount(3);
  await expect(list.results.getByRole('heading', { name: 'Scegli almeno un filtro' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('1');
  await expect(list.rows.first()).toBeVisible();
});
