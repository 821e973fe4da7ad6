import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { sendRead } from './world/camera.ts';
import { expect, test } from './world/journey.ts';
import { getDatabaseUrl } from './world/processes.ts';
import { runSql } from './world/run-sql.ts';
import type { World } from './world/world.ts';

test.use({ ownWorld: 'person-requests' });
test.describe.configure({ timeout: 240_000 });

const PLATE = 'ZL902AA';
const RESTRICTED_PLATE = 'ZL903AB';
const PLANTS = ['CES', 'UNR'] as const;

/** The municipal police works requests off on two plants, where the vehicle passed once each. */
async function prepare(world: World, plate: string): Promise<void> {
  for (const code of PLANTS) {
    const { url } = world.plant(code);
    await runSql(
      getDatabaseUrl(world.pid, new URL(url).port),
      `update user_group set handles_requests = (name = 'fdo polizia locale')`,
    );
    await expect.poll(() => sendRead(url, world.keysOf(code).camera, plate), { timeout: 20_000 }).toBe(true);
  }
}

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Enters a request on both plants and opens it, with its identity proven. */
async function enter(page: Page, reference: string, kind: string, plate = PLATE): Promise<Locator> {
  await page.getByRole('button', { name: 'Nuova richiesta' }).click();
  const form = page.getByRole('dialog', { name: 'Nuova richiesta' });
  await form.getByLabel('Riferimento (protocollo)').fill(reference);
  await choose(page, form.getByRole('combobox', { name: 'Che cosa chiede' }), kind);
  await form.getByLabel('Nome di chi chiede').fill('Chiara Inventata');
  await form.getByLabel('Recapito').fill('Via Finta 1, Cesena');
  await form.getByLabel('Targa esatta').fill(plate);
  await form.getByRole('textbox', { name: 'Veicolo suo dal' }).fill('01/01/2020');
  await form.getByRole('button', { name: 'Registra' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: `Apri: ${reference}` }).click();
  const record = page.getByRole('dialog', { name: `Richiesta ${reference}` });
  await record.getByLabel('Come è stata provata l’identità').fill('carta di identità vista');
  await record.getByRole('button', { name: 'Identità provata' }).click();
  await record.getByRole('button', { name: 'Cerca sugli impianti' }).click();
  return record;
}

async function finish(page: Page, record: Locator, ground: string | null): Promise<void> {
  await record.getByRole('button', { name: 'Chiudi la richiesta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Chiudi la richiesta' });
  if (ground !== null) {
    await choose(page, dialog.getByRole('combobox', { name: 'Esito' }), 'Rifiutata');
    await choose(page, dialog.getByRole('combobox', { name: 'Motivo del rifiuto' }), ground);
  }
  await dialog.getByRole('button', { name: 'Chiudi la richiesta' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(record.getByText(/^Impronta [0-9a-f]{64}$/)).toHaveCount(2);
}

test('an officer answers an access on two plants with a letter, refuses with a ground, and erases what the search then no longer finds', async ({
  page,
  world,
  begin,
  list,
}) => {
  await prepare(world, PLATE);
  await page.addInitScript({
    content: `window.print = () => { document.documentElement.dataset.printed = document.body.lastElementChild.textContent; };`,
  });
  await begin('s.bassi', { reason: '9051/2026' });
  await page.getByRole('link', { name: 'Richieste degli interessati' }).click();

  const access = await enter(page, 'Prot. 1/2026', 'Accesso');
  for (const plant of ['Cesena Cintura', 'Unione Rubicone'])
    await expect(access.getByRole('table', { name: `Transiti su ${plant}` }).getByRole('row')).toHaveCount(2);
  await expectAccessible(page, 'request of a person');
  await finish(page, access, null);
  await access.getByRole('button', { name: 'Stampa la lettera: Cesena Cintura' }).click();
  const printed = () => page.evaluate<string>("document.documentElement.dataset.printed ?? ''");
  await expect.poll(printed).toMatch(/L’impianto conserva 1 transito .*Garante per la protezione.*Allegato: transiti/);
  await page.keyboard.press('Escape');

  const refused = await enter(page, 'Prot. 2/2026', 'Accesso');
  await finish(page, refused, 'Manifestamente infondata o eccessiva (art. 12, par. 5)');
  await refused.getByRole('button', { name: 'Stampa la lettera: Unione Rubicone' }).click();
  await expect.poll(printed).toMatch(/non può essere accolta perché la richiesta è manifestamente infondata/);
  await page.keyboard.press('Escape');

  const erasure = await enter(page, 'Prot. 3/2026', 'Cancellazione');
  await expect(erasure.getByRole('table', { name: 'Transiti su Unione Rubicone' })).toBeVisible();
  await expect(erasure.getByRole('table', { name: 'Transiti su Cesena Cintura' })).toBeVisible();
  await erasure.getByRole('button', { name: 'Cancella i dati trovati' }).click();
  const confirm = page.getByRole('dialog', { name: 'Cancellazione definitiva' });
  await confirm.getByLabel('Scrivi il numero totale per confermare: 2').fill('2');
  await confirm.getByRole('button', { name: 'Cancella per sempre' }).click();
  await expect(erasure.getByText('Transiti cancellati: 1; trattenuti da un blocco: 0')).toHaveCount(2);
  await expect(erasure.getByRole('table', { name: /^Transiti su/ })).toHaveCount(0);
  await finish(page, erasure, null);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Chiuse' }).getByRole('row')).toHaveCount(4);

  await page.getByRole('link', { name: 'Transiti', exact: true }).click();
  await list.find(PLATE);
  await list.expectSettled();
  await expect(list.rows).toHaveCount(0);
});

test('an officer restricts what the search then no longer finds, informs the person, and lifts it: everything is found again', async ({
  page,
  world,
  begin,
  list,
}) => {
  await prepare(world, RESTRICTED_PLATE);
  await page.addInitScript({
    content: `window.print = () => { document.documentElement.dataset.printed = document.body.lastElementChild.textContent; };`,
  });
  await begin('s.bassi', { reason: '9052/2026' });
  const toRequests = () => page.getByRole('link', { name: 'Richieste degli interessati' }).click();
  const expectFound = async (rows: number): Promise<void> => {
    await page.getByRole('link', { name: 'Transiti', exact: true }).click();
    await list.find(RESTRICTED_PLATE);
    await list.expectSettled();
    await expect(list.rows).toHaveCount(rows);
  };
  await expectFound(2);

  await toRequests();
  const record = await enter(page, 'Prot. 4/2026', 'Limitazione', RESTRICTED_PLATE);
  await record.getByRole('button', { name: 'Limita i dati trovati' }).click();
  const restrict = page.getByRole('dialog', { name: 'Limitazione del trattamento' });
  await restrict.getByLabel('Scrivi il numero totale per confermare: 2').fill('2');
  await restrict.getByRole('button', { name: 'Limita', exact: true }).click();
  await expect(record.getByText(/^Limitati adesso: 1 transito\./)).toHaveCount(2);
  await expectAccessible(page, 'restricted data of a person');
  await finish(page, record, null);
  await page.keyboard.press('Escape');
  await expectFound(0);

  await toRequests();
  await page.getByRole('button', { name: 'Apri: Prot. 4/2026' }).click();
  await record.getByLabel('Perché si revoca').fill('dati verificati');
  await record.getByRole('button', { name: 'Registra il preavviso' }).click();
  await record.getByRole('button', { name: 'Stampa la lettera sulla fine della limitazione: Cesena Cintura' }).click();
  const printed = () => page.evaluate<string>("document.documentElement.dataset.printed ?? ''");
  await expect.poll(printed).toMatch(/Preavviso della revoca.*art\. 18, paragrafo 3/);
  await record.getByRole('button', { name: 'Revoca la limitazione' }).click();
  const lift = page.getByRole('dialog', { name: 'Revoca della limitazione' });
  await lift.getByLabel('Scrivi il numero totale per confermare: 2').fill('2');
  await lift.getByRole('button', { name: 'Revoca', exact: true }).click();
  await expect(record.getByText(/transiti tornati: 1$/)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expectFound(2);
});
