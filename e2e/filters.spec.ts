import { FiltersPage } from './pages/filters.page.ts';
import { expect, test } from './world/journey.ts';

test('FLT-01 FLT-14 FLT-17 FLT-26 SRCH-22 SRCH-23: filters are marked until "Cerca", and every row fits them', async ({
  page,
  world,
  login,
  list,
  caseBar,
}) => {
  const filters = new FiltersPage(page);
  await login.signIn(world.user('m.ferri'));
  await caseBar.state('4471/2026');
  await list.find('');
  await list.expectSettled();
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
  const shown = await list.rows.getByRole('img', { name: 'bianco' }).count();
  expect(shown).toBe(await list.rows.count());

  // Typed as a person would, with the mistake told at once.
  const start = filters.panel.getByLabel('Dal');
  await start.fill('31/02/2026');
  await expect(filters.panel.getByText('Data non leggibile')).toBeVisible();
  await start.fill('1/9/2026');
  await start.press('Enter');
  await expect(start).toHaveValue('01/09/2026 00:00');
  await expect(filters.changed).toHaveText('1 modificato, non ancora cercato');
  await filters.panel.getByRole('button', { name: 'Azzera' }).click();
  await expect(filters.toggle).toHaveAccessibleName('Filtri 1 attivo');
});

test('FLT-03 FLT-19 FLT-21 FLT-23 FLT-24: the blacklist locks what it excludes, slow and wide filters warn', async ({
  page,
  world,
  login,
  list,
}) => {
  const filters = new FiltersPage(page);
  await login.signIn(world.user('m.ferri'));
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
  world,
  login,
  list,
  caseBar,
}) => {
  await login.signIn(world.user('m.ferri'));
  await caseBar.state('4471/2026');
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
