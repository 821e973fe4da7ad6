import { expect, test } from './world/journey.ts';
import { FAILING_PLANT, setFailures } from './world/plant-state.ts';
import { findKnownPrefix, listSeededReads } from './world/seeded-traffic.ts';

test('SRCH-20 SRCH-21 LIFE-03 LIFE-04: "Interrompi richiesta" stops a slow search, and it is never shown as an empty result', async ({
  page,
  list,
  begin,
}) => {
  await begin('m.ferri', { reason: '5/2026' });
  // Only the slow plant may have such reads: until it responds there is nothing to show.
  await list.find('ZZ999ZZ');
  await expect(list.overlay).toBeVisible();
  await expect(list.overlay.getByRole('timer')).toHaveText(/^00:0\d$/);
  const abort = list.overlay.getByRole('button', { name: 'Interrompi richiesta' });
  await expect(abort).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list.results.getByText('Ricerca interrotta')).toBeVisible();
  await expect(list.results.getByText('La ricerca non ha prodotto risultati')).toBeHidden();
  await expect(list.overlay).toBeHidden();
  await list.results.getByRole('button', { name: 'Cerca di nuovo' }).click();
  await abort.click();
  await expect(list.results.getByText('Ricerca interrotta')).toBeVisible();
});

test('SRCH-19 SRCH-24 WID-03 WID-04: before a search, nothing found, its filters as chips, and two ways to widen it', async ({
  list,
  begin,
}) => {
  await begin('s.bassi');
  await expect(list.results.getByRole('heading', { name: 'Scegli almeno un filtro' })).toBeVisible();
  await list.plate.fill('zz000zz');
  await list.search.click();
  const heading = list.results.getByRole('heading', { name: 'La ricerca non ha prodotto risultati' });
  await expect(heading).toBeVisible();
  await expect(list.results.getByText('Targa ZZ000ZZ')).toBeVisible();
  await expect(list.results.getByText(/impianti su \d hanno risposto, 0 transiti/)).toBeVisible();
  await list.results.getByRole('button', { name: 'Estendi a 30 giorni' }).click();
  await expect(list.period('7 GG')).toHaveAttribute('aria-pressed', 'false');
  await expect(heading).toBeVisible();
  await list.results.getByRole('button', { name: 'Cerca nell’intero database' }).click();
  await expect(list.results.getByRole('listitem').filter({ hasText: 'Intero database' })).toBeVisible();
  await list.results.getByRole('button', { name: 'Togli il filtro Targa ZZ000ZZ' }).click();
  await expect(list.rows.first()).toBeVisible();
  await expect(list.plate).toHaveValue('');
});

test('LIFE-10 LIFE-08 PSEL-05 WID-15: a plant that fails says so and is asked again alone; the others stay', async ({
  world,
  list,
  begin,
}) => {
  await begin('m.ferri', { reason: '6/2026' });
  await setFailures(world, FAILING_PLANT, 1);
  await list.find(`${findKnownPrefix(listSeededReads(world.begunAt), { fewest: 8, most: 30 })}*`);
  await list.expectSettled();
  const retry = list.results.getByRole('button', { name: 'Riprova solo questo' });
  await expect(list.results.getByText('Rimini Costa non ha risposto')).toBeVisible();
  await expect(retry).toBeVisible();
  await expect(list.plants.getByText('(in errore)')).toBeVisible();
  await expect(list.results.getByText(/5 impianti su 6 hanno risposto/)).toBeVisible();
  await expect(list.rows.first()).toBeVisible();
  await setFailures(world, FAILING_PLANT, 0);
  await retry.click();
  await expect(list.results.getByText(/6 impianti su 6 hanno risposto/)).toBeVisible();
  await expect(list.plants.getByText('(in errore)')).toBeHidden();
});

test('a search without a stated reason opens the case bar where a plant wants one', async ({
  list,
  caseBar,
  begin,
}) => {
  await begin('m.ferri');
  await expect(caseBar.bar).toContainText('Manca il motivo');
  await list.plate.fill('AB*');
  await expect(caseBar.dialog).toBeVisible();
  await caseBar.dialog.getByRole('button', { name: 'Salva' }).click();
  await expect(caseBar.dialog.getByText('Scegli un motivo.')).toBeVisible();
  await caseBar.fill('7/2026');
  await expect(caseBar.bar).toContainText('Indagine di polizia giudiziaria');
  await expect(caseBar.bar).toContainText('7/2026');
});

test('DET-10 PERM-08: a user for whom a plant covers plates sees ** and cannot find one by its plate there', async ({
  page,
  list,
  detail,
  begin,
}) => {
  await begin('s.bassi', { find: '' });
  await list.plants.getByRole('button', { name: /Forlì Sud/ }).click();
  await expect(list.rows.first()).toBeVisible();
  await expect(list.rows.first().getByRole('img', { name: 'Targa oscurata' })).toBeVisible();
  await expect(list.findPlates().and(page.getByRole('img', { name: /^Targa [A-Z0-9]{4,}/ }))).toHaveCount(0);
  await list.rows.first().click();
  await expect(detail.plate.getByRole('img', { name: 'Targa oscurata' })).toBeVisible();
  await expect(detail.article).not.toContainText(/[A-Z]{2}\d{3}[A-Z]{2}/);
});
