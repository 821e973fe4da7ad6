import type { FiltersPage } from './pages/filters.page.ts';
import type { ListPage } from './pages/list.page.ts';
import { recordSearches, type SentSearch } from './pages/searches.ts';
import { expect, test } from './world/journey.ts';

test('FLT-17 FLT-26 SRCH-22 SRCH-23: filters are marked until "Cerca", and every row fits them', async ({
  page,
  list,
  begin,
  filters,
}) => {
  await begin('m.ferri', { reason: '4471/2026', find: '' });
  await page.locator('body').press('f');
  await expect(filters.panel).toBeVisible();
  await expect(filters.changed).toHaveText('');

  await filters.choose('Tipo veicolo', 'Furgone');
  await filters.panel.getByRole('button', { name: 'bianco' }).click();
  await expect(filters.changed).toHaveText('2 modificati, non ancora cercati');
  await expect(filters.toggle).toHaveAccessibleName('Filtri 2 attivi');
  await filters.run.click();
  await list.expectSettled();
  await expect(filters.changed).toHaveText('');
  await expect(list.rows.first()).toBeVisible();
  await expect(list.rows.getByRole('img', { name: 'bianco' })).toHaveCount(await list.rows.count());

  // Typed as a user would; the error is shown immediately.
  const start = filters.panel.getByLabel('Dal', { exact: true });
  await start.fill('31/02/2026');
  await expect(filters.panel.getByText('Data non leggibile')).toBeVisible();
  await start.fill('1/9/2026');
  await start.press('Enter');
  await expect(start).toHaveValue('01/09/2026 00:00');
  await expect(filters.changed).toHaveText('1 modificato, non ancora cercato');
  await filters.panel.getByRole('button', { name: 'Azzera' }).click();
  await expect(filters.toggle).toHaveAccessibleName('Filtri 1 attivo');
});

test('FLT-03 FLT-21 FLT-23 FLT-24: the blacklist locks what it excludes, slow and wide filters warn', async ({
  list,
  begin,
  filters,
}) => {
  await begin('m.ferri');
  await filters.toggle.click();
  await filters.panel.getByLabel('Numero di ricorrenze').fill('3');
  await expect(filters.panel.getByText('Attenzione filtro lento')).toBeVisible();
  await filters.panel.getByRole('button', { name: 'max 2' }).click();
  await expect(filters.panel.getByText('Anche targhe diverse da quella scritta')).toBeVisible();
  await filters.panel.getByRole('button', { name: 'Blacklist' }).click();
  await expect(filters.panel.getByText('Attenzione filtro lento')).toBeHidden();
  await expect(filters.panel.getByLabel('Numero di ricorrenze')).toBeDisabled();
  await expect(filters.panel.getByRole('button', { name: 'max 2' })).toBeDisabled();
  await expect(list.plate).toBeEnabled();
});

test('FLT-32 FLT-33 FLT-34 PLAPI-05: the ADR view shows what the vehicles carry and filters by it', async ({
  page,
  list,
  begin,
}) => {
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('button', { name: 'Visualizza ADR' }).click();
  await list.period('Tutti').click();
  await list.expectSettled();
  await expect(list.plate).toBeDisabled();
  const panels = list.rows.getByRole('img', { name: /^Pannello Kemler/ });
  await expect(panels).toHaveCount(await list.rows.count());
  const first = (await panels.first().getAttribute('aria-label')) ?? '';
  const kemler = /Kemler (\w+)/.exec(first)?.[1] ?? '';
  await page.getByLabel('Codice Kemler').fill(kemler);
  await expect(list.results).toHaveAttribute('aria-busy', 'true');
  await list.expectSettled();
  for (const panel of await panels.all()) await expect(panel).toHaveAccessibleName(new RegExp(`Kemler ${kemler}`));
  await page.getByRole('button', { name: 'Visualizza targhe' }).click();
  await expect(list.plate).toBeEnabled();
  await expect(page.getByLabel('Codice Kemler')).toBeHidden();
});

/** Clicks "Cerca" in the panel and returns the first search sent to each plant. */
async function searchFrom(filters: FiltersPage, list: ListPage, sent: SentSearch[]): Promise<readonly SentSearch[]> {
  sent.length = 0;
  await filters.run.click();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  await list.expectSettled();
  return sent.filter(({ body }) => body['p'] === 1);
}

test('FLT-07 FLT-08: only the chosen plant is asked, with its own gates; when it goes its gates go', async ({
  page,
  world,
  list,
  begin,
  filters,
}) => {
  await begin('s.bassi');
  await filters.toggle.click();
  const sent = recordSearches(page);
  await filters.choose('Impianti', 'Cesena Cintura');
  await filters.choose('Varchi', 'CES V01');
  expect(await searchFrom(filters, list, sent)).toMatchObject([
    { plant: world.plant('CES').url, body: { f_varchi: [expect.any(Number)] } },
  ]);
  await filters.panel.getByRole('combobox', { name: 'Impianti' }).press('Backspace');
  await filters.choose('Impianti', 'Forlì Sud');
  const other = await searchFrom(filters, list, sent);
  expect(other.map(({ plant }) => plant)).toEqual([world.plant('FOR').url]);
  expect(other[0]?.body).not.toHaveProperty('f_varchi');
});

test('FLT-12 FLT-13 FLT-18 FLT-40: dates, brand, nation, direction and speed as every plant is asked for them', async ({
  page,
  list,
  begin,
  filters,
}) => {
  await begin('s.bassi');
  await filters.toggle.click();
  const sent = recordSearches(page);
  await filters.choose('Marca e modello', 'FIAT Panda');
  await filters.choose('Nazione', 'Italia');
  await filters.panel
    .getByRole('group', { name: 'Nazionalità targa' })
    .getByRole('button', { name: 'Italiane' })
    .first()
    .click();
  await filters.panel.getByRole('button', { name: 'Entrata città' }).click();
  await filters.panel.getByLabel('Velocità minima').fill('10');
  await filters.panel.getByLabel('Dal', { exact: true }).fill('1/9/2026 08:30');
  await filters.panel.getByLabel('Al', { exact: true }).fill('20/9/2026');
  await filters.panel.getByLabel('Al', { exact: true }).press('Enter');
  const all = await searchFrom(filters, list, sent);
  expect(all).toHaveLength(3);
  for (const { body } of all) {
    expect(body).toMatchObject({
      f_nazioni: ['I'],
      f_national: 2,
      f_direction: [1],
      f_speed_min: 10,
      f_startTime: '2026-09-01T06:30:00.000Z',
      f_endTime: '2026-09-20T21:59:59.999Z',
      f_brand_id: [expect.any(Number)],
    });
  }
});

test('SRCH-14 WID-06: panel, filter and search with the keyboard alone', async ({ page, list, begin, filters }) => {
  await begin('s.bassi');
  await page.keyboard.press('f');
  await expect(filters.panel).toBeVisible();
  await filters.panel.getByRole('button', { name: 'bianco' }).focus();
  await page.keyboard.press('Space');
  await expect(filters.toggle).toHaveAccessibleName('Filtri 2 attivi');
  await page.keyboard.press('Control+Enter');
  await list.expectSettled();
  await expect(filters.changed).toHaveText('');
  await page.locator('body').press('Shift+R');
  await expect(page.getByRole('menuitemradio', { name: 'Ogni minuto' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('LIFE-13 LIFE-14 SRCH-13: entering the ADR view clears the filters, leaving it empties Kemler and ONU', async ({
  page,
  list,
  begin,
  filters,
}) => {
  const [kemler, un] = [
    page.getByRole('textbox', { name: 'Codice Kemler' }),
    page.getByRole('textbox', { name: 'Numero ONU' }),
  ];
  await begin('s.bassi');
  await filters.toggle.click();
  const white = filters.panel.getByRole('button', { name: 'bianco' });
  await white.click();
  await page.locator('body').press('d');
  await expect(list.plate).toBeDisabled();
  await expect(filters.toggle).toHaveAccessibleName('Filtri 2 attivi');
  await expect(white).toHaveAttribute('aria-pressed', 'false');
  await kemler.fill('33');
  await un.fill('1203');
  await expect(filters.toggle).toHaveAccessibleName('Filtri 4 attivi');
  await page.getByRole('button', { name: 'Visualizza targhe' }).click();
  await expect(list.plate).toBeEnabled();
  await expect(filters.toggle).toHaveAccessibleName('Filtri 1 attivo');
  await page.getByRole('button', { name: 'Visualizza ADR' }).click();
  await expect(kemler).toHaveValue('');
  await expect(un).toHaveValue('');
});
