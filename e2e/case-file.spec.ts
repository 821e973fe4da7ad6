import { CasePage } from './pages/case.page.ts';
import { DetailPage } from './pages/detail.page.ts';
import { ListPage } from './pages/list.page.ts';
import { LoginPage } from './pages/login.page.ts';
import { expect, test } from './world/journey.ts';

const NUMBER = '7780/2026';

test('a search, a plate and a note of a case: kept by keyboard, found after a reload, the note by a colleague too', async ({
  page,
  list,
  detail,
  begin,
  world,
  browser,
}) => {
  await begin('m.ferri', { reason: NUMBER, find: 'G*' });
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  // A plate read to its end: only such a one can be followed.
  const row = list.rows.filter({ has: page.getByRole('img', { name: /^Targa G\w+, Italia$/ }) }).first();
  const plate =
    /G\w+/.exec((await row.getByRole('img', { name: /^Targa / }).getAttribute('aria-label')) ?? '')?.[0] ?? '';
  await row.focus();

  await page.keyboard.press('w');
  await expect(page.getByText(`${plate} è tra le targhe seguite del fascicolo ${NUMBER}`)).toBeVisible();
  await page.keyboard.press('a');
  const note = page.getByRole('dialog', { name: `Nota sul transito di ${plate}` });
  await expect(note.getByLabel('Nota', { exact: true })).toBeFocused();
  await page.keyboard.type('freccia rotta a destra');
  await note.getByRole('button', { name: 'danno visibile' }).press('Enter');
  await note.getByRole('button', { name: 'Scrivi la nota' }).press('Enter');
  await expect(note).toBeHidden();
  await expect(row.getByRole('img', { name: '1 nota' })).toBeVisible();
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(detail.article.getByRole('region', { name: 'Note' })).toContainText('freccia rotta a destra');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog', { name: 'Salva la ricerca' }).getByLabel('Nome').fill('Tutte le G');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ricerca salvata: Tutte le G')).toBeVisible();

  await page.goto('/case');
  await new CasePage(page).stateReason(NUMBER);
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  // Its newest passage may be at another plant.
  const followed = section('Targhe seguite').getByRole('row', { name: `Targa ${plate}` });
  await expect(followed).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d.* · V\d\d .*passagg/);
  const noted = section('Transiti con note').getByRole('row', { name: /freccia rotta a destra/ });
  await expect(noted).toContainText(/Cesena Cintura.*danno visibile.*m\.ferri/);
  await page.keyboard.press('q');
  await page.keyboard.type('FRECCIA RÒTTA');
  await page.getByLabel('Autore', { exact: true }).fill('ferri');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/case\?notes=\d+$/);
  await noted.getByRole('button').click();
  await expect(detail.article.getByRole('region', { name: 'Note' })).toContainText('freccia rotta a destra');
  await page.goBack();
  await expect(page.getByLabel('Testo', { exact: true })).toHaveValue('FRECCIA RÒTTA');
  await expect(noted).toBeVisible();
  await page.getByLabel('Testo', { exact: true }).fill('freccia_rotta');
  await page.keyboard.press('Enter');
  await expect(section('Transiti con note')).toContainText('Nessuna nota corrisponde');
  await section('Ricerche salvate').getByRole('button', { name: 'Tutte le G', exact: true }).click();
  await expect(page).toHaveURL(/\/lpr/);
  await expect(list.plate).toHaveValue('G*');
  await expect(list.rows.first()).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: world.portal, locale: 'it-IT' });
  try {
    const other = await elsewhere.newPage();
    const [hers, its] = [new ListPage(other), new DetailPage(other)];
    await new LoginPage(other).signIn(world.user('s.bassi'));
    await new CasePage(other).stateReason(NUMBER);
    await hers.find(plate);
    await hers.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
    await hers.rows
      .filter({ has: other.getByRole('img', { name: '1 nota' }) })
      .first()
      .click();
    const notes = its.article.getByRole('region', { name: 'Note' });
    await expect(notes).toContainText(/freccia rotta a destra.*danno visibile.*m\.ferri.*7780\/2026/);
    await expect(notes.getByRole('button', { name: 'Togli la nota' })).toBeHidden();
    await other.goto('/case');
    await expect(other.getByText(/Nessuna targa seguita/)).toBeVisible();
  } finally {
    await elsewhere.close();
  }
});
