import { expect, test } from './world/journey.ts';

test.beforeEach(({ begin }) => begin('s.bassi', { reason: '4471/2026', find: '' }));

test('SRCH-16 WID-01 TBL-09 LIFE-07: pages turn with the buttons above and below, and with the keys at the edges', async ({
  page,
  list,
}) => {
  const [above, below] = [
    page.getByRole('navigation', { name: 'Pagine' }).first(),
    page.getByRole('navigation', { name: 'Pagine' }).last(),
  ];
  await expect(list.rows).toHaveCount(50);
  const firstPage = await list.readTimes();
  await below.getByRole('button', { name: 'Pagina successiva' }).click();
  await expect(above.getByText(/^2 \/ \d+$/)).toHaveAttribute('aria-current', 'page');
  await expect(below.getByRole('button', { name: 'Pagina 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(list.findNumber(list.rows.first())).toHaveText('51');
  await list.expectSettled();
  const secondPage = await list.readTimes();
  expect([...firstPage, ...secondPage]).toEqual([...firstPage, ...secondPage].toSorted().toReversed());

  await list.rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(list.rows.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(list.rows.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(list.findNumber(list.rows.first())).toHaveText('1');
  await expect(list.rows.first()).toBeFocused();
  // There is no page before the first one.
  await page.keyboard.press('ArrowLeft');
  await expect(list.findNumber(list.rows.first())).toHaveText('1');
  await page.keyboard.press('End');
  await expect(list.rows.last()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(list.findNumber(list.rows.first())).toHaveText('51');
});

test('TBL-11 DET-01 DET-02 SRCH-01: a click opens the detail with its blocks and its own log, Esc closes it', async ({
  page,
  list,
  detail,
}) => {
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  const plate = await list.findPlates().first().getAttribute('aria-label');
  await list.rows.first().click();
  await expect(detail.plate.getByRole('img', { name: plate ?? '' })).toBeVisible();
  for (const block of ['Targa e transito', 'Infrazioni e controlli', 'Veicolo', 'Lettura', 'Presenze della targa']) {
    await expect(detail.article.getByRole('region', { name: block, exact: true })).toBeVisible();
  }
  await expect(detail.article).toContainText('Cesena Cintura');
  await expect(detail.log.getByText('Apertura di un transito')).toBeVisible();
  // The newest entries only: a search of slow plants is followed by its further pages.
  await expect(detail.log.getByText(/Ricerca transiti|Altra pagina di una ricerca/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail.article).toBeHidden();
  // The focus is back on the row.
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
    .findPlates()
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

test('DET-01 SRCH-16: beside the list on a wide screen; previous and next go over the border of the page, and the row goes along', async ({
  page,
  list,
  detail,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  const plate = detail.article.getByRole('heading', { level: 2 }).first();
  await list.rows.nth(48).click();
  await expect(detail.article).toBeVisible();
  await expect(list.rows.nth(48)).toBeVisible();
  const position = detail.article.getByText(/^49 di /);
  await expect(position).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(detail.article.getByText(/^51 di /)).toBeVisible();
  await expect(list.findNumber(list.rows.first())).toHaveText('51');
  const name = (await list.findPlates().first().getAttribute('aria-label')) ?? '';
  await expect(plate.getByRole('img', { name, exact: true })).toBeVisible();
  await expect(list.rows.first()).toBeFocused();
  await detail.article.getByRole('button', { name: 'Transito precedente' }).click();
  await expect(detail.article.getByText(/^50 di /)).toBeVisible();
  await expect(list.findNumber(list.rows.first())).toHaveText('1');

  // Another row while the list is shown; then in a tab of its own.
  await list.rows.nth(3).click();
  await expect(detail.article.getByText(/^4 di /)).toBeVisible();
  await detail.article.getByRole('button', { name: 'Dettaglio in una nuova scheda' }).click();
  await expect(page.getByRole('tab')).toHaveCount(2);
  await expect(detail.plate).toBeVisible();
  await expect(detail.article.getByText(/^4 di /)).toBeVisible();
  // There is no transit before the first one.
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('j');
  await expect(detail.article.getByText(/^1 di /)).toBeVisible();
  await expect(detail.article.getByRole('button', { name: 'Transito precedente' })).toBeDisabled();
});

test('DET-01 DET-12 UIE-01: figures open the rows they count, neighbours two minutes around, times tell date and zone, print saves a file', async ({
  page,
  list,
  detail,
}) => {
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await expect(list.rows.first()).toContainText('CES');
  await list.rows.nth(2).dblclick();
  await expect(detail.article).toBeVisible();
  const seen = await page.getByRole('tab', { selected: true }).innerText();
  const when = await detail.article
    .locator('header')
    .first()
    .getByTitle(/ Europe\/Rome$/)
    .innerText();
  expect(when).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);

  const passages = detail.article.getByRole('button', { name: /^\d+ ?passaggi$/ });
  const count = Number((await passages.innerText()).match(/\d+/)?.[0]);
  await passages.click();
  await list.expectSettled();
  await expect(list.plate).toHaveValue(seen.replace('Transito ', ''));
  await expect(list.rows).toHaveCount(Math.min(50, count));

  await page.keyboard.press('g');
  await page.keyboard.press('2');
  await expect(detail.article).toBeVisible();
  const day = detail.article.getByRole('button', { name: /^\d\d\/\d\d\/\d{4}: \d+ passagg/ }).first();
  const onDay = Number((await day.getAttribute('aria-label'))?.match(/: (\d+)/)?.[1]);
  await day.click();
  await list.expectSettled();
  await expect(list.rows).toHaveCount(onDay);

  await page.keyboard.press('g');
  await page.keyboard.press('2');
  await detail.article.getByRole('button', { name: 'Stesso varco, due minuti attorno' }).click();
  await list.expectSettled();
  await expect(list.rows.first()).toBeVisible();
  const shown = await list.readTimes();
  const asMs = (text: string): number => Date.parse(text.replace(' ', 'T'));
  const middle = asMs(when.replace(/^(\d\d)\/(\d\d)\/(\d{4}) (.*)$/, '$3-$2-$1 $4'));
  for (const time of shown) expect(Math.abs(asMs(time) - middle)).toBeLessThanOrEqual(120_000);

  await page.keyboard.press('g');
  await page.keyboard.press('2');
  const download = page.waitForEvent('download');
  await detail.article.getByRole('button', { name: 'Stampa', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});
