import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test.describe.configure({ timeout: 240_000 });
test.use({ ownWorld: 'import' });

/** A day that every plant of the demo keeps, as such a file writes it. */
const DAY = new Date(Date.now() - 3 * 86_400_000);
const two = (n: number): string => String(n).padStart(2, '0');
const WRITTEN_DAY = `${two(DAY.getUTCDate())}/${two(DAY.getUTCMonth() + 1)}/${DAY.getUTCFullYear()}`;

/** Lines of a file with titles nobody knows, dashes between date and time, and a gate the plant does not have. */
const buildLines = (prefix: string, count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, i) =>
      `${i};${prefix}${String(i).padStart(4, '0')}ZZ;${WRITTEN_DAY} - ${two(i % 24)}:${two(i % 60)}:51;${prefix}-${i % 2 === 0 ? 'UNO' : 'DUE'}`,
  );
const HEADER = 'Nr;VRM_x;Istante;Punto';
const toFile = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...lines].join('\r\n')),
});

test('an administrator imports a file with odd titles: one column is corrected, refused lines are seen, a search finds a plate', async ({
  page,
  begin,
  world,
  list,
}) => {
  await begin('amministratore', { reason: '8106/2026', find: '' });
  const navigate = (path: string): Promise<unknown> =>
    page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.getByRole('link', { name: 'Stato impianti' }).click();
  await page.getByRole('tab', { name: 'Importa file' }).click();
  await expect(page).toHaveTitle('Impianti: importa file · Varco');
  // The title comes first; until the screen is there, the former one shows a choice of the same name.
  await expect(page.getByRole('button', { name: 'Scegli il file' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name: world.plant('CES').label, exact: true }).click();
  await expectAccessible(page, 'import, no file', '#results');
  const input = page.locator('input[type=file]');
  await input.setInputFiles({
    name: 'foglio.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('PK\u0003\u0004 a workbook'),
  });
  await expect(page.getByText(/Questo file non è testo: è un archivio ZIP/)).toBeVisible();

  const bad = [`9001;XX001ZZ;ieri;ZI-UNO`, `9002;???;${WRITTEN_DAY} - 10:00:00;ZI-UNO`];
  await input.setInputFiles(toFile('strade.csv', [...buildLines('ZI', 40), ...bad]));
  await expect(page.getByText('Nessuna colonna sembra la targa', { exact: false })).toBeVisible();
  const choose = async (column: string, meaning: string): Promise<void> => {
    await page.getByRole('combobox', { name: `Che cosa è la colonna ${column}` }).click();
    await page.getByRole('option', { name: meaning, exact: true }).click();
  };
  await choose('VRM_x', 'targa');
  await choose('Punto', 'varco');
  await page.getByRole('combobox', { name: 'Forma degli orari' }).click();
  await page.getByRole('option', { name: 'Un modello scritto qui' }).click();
  const pattern = page.getByRole('textbox', { name: 'Modello degli orari' });
  await pattern.fill('yyyy/MM/dd HH:mm');
  await pattern.press('Enter');
  await expect(page.getByText(/non hanno questa forma/)).toBeVisible();
  await pattern.fill('dd/MM/yyyy - HH:mm:ss');
  await pattern.press('Enter');
  await expect(
    page.getByRole('table', { name: 'Orari come sono capiti (ora dell’impianto)' }).getByRole('row', {
      name: `${WRITTEN_DAY} - 01:01:51 ${WRITTEN_DAY} 01:01:51`,
    }),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: /Le prime righe/ }).getByRole('row')).toHaveCount(21);
  await expect(page.getByText('2 varchi del file non sono dell’impianto', { exact: false })).toBeVisible();
  await page.getByRole('combobox', { name: 'Varco dell’impianto per ZI-UNO' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('checkbox', { name: 'Crea i varchi che l’impianto non ha (1)' }).check();
  await expectAccessible(page, 'import, form', '#results');

  await page.getByRole('button', { name: 'Controlla tutto il file' }).click();
  await expect(page.getByText('Controllo finito')).toBeVisible({ timeout: 30_000 });
  const refused = page.getByRole('table', { name: 'Rifiutate' });
  await expect(refused.getByRole('row', { name: 'data o ora illeggibile o inesistente 1' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Scarica le righe rifiutate' }).click();
  expect((await download).suggestedFilename()).toBe('strade-righe-rifiutate.csv');
  await expectAccessible(page, 'import, checked', '#results');
  await page.getByRole('button', { name: 'Importa 41 righe' }).click();
  await expect(page.getByText('Importazione finita')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('ZI-DUE')).toBeVisible();
  await page.getByRole('button', { name: 'Cerca questi transiti' }).click();
  await list.expectSettled();
  await expect(page.getByRole('row', { name: /ZI00\d\dZZ/ }).first()).toBeVisible();

  await navigate('/lpr');
  await list.find('ZI0007ZZ');
  await list.expectSettled();
  await expect(page.getByRole('row', { name: /ZI0007ZZ/ })).toHaveCount(1);
});

test('a line cut in the middle of a check and a reload of the page lose nothing and double nothing', async ({
  page,
  begin,
  world,
  list,
}) => {
  await begin('amministratore', { reason: '8107/2026', find: '' });
  const navigate = (path: string): Promise<unknown> =>
    page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  const choosePlant = async (): Promise<void> => {
    await navigate('/peer/import');
    await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
    await page.getByRole('option', { name: world.plant('CES').label, exact: true }).click();
  };
  const file = toFile('lunga.csv', buildLines('ZL', 3_000));
  await choosePlant();
  await page.locator('input[type=file]').setInputFiles(file);
  for (const [column, meaning] of [
    ['VRM_x', 'targa'],
    ['Punto', 'varco'],
  ]) {
    await page.getByRole('combobox', { name: `Che cosa è la colonna ${column}` }).click();
    await page.getByRole('option', { name: meaning, exact: true }).click();
  }
  await page.getByRole('checkbox', { name: /Crea i varchi/ }).check();
  let sent = 0;
  await page.route('**/api/imports/*/reads', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    return sent > 2 ? route.abort('connectionreset') : route.continue();
  });
  await page.getByRole('button', { name: 'Controlla tutto il file' }).click();
  await expect(page.getByText(/La linea con l’impianto si è interrotta/)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, 'import, line lost', '#results');

  await page.unroute('**/api/imports/*/reads');
  await page.reload();
  await page.getByRole('link', { name: 'Stato impianti' }).click();
  await choosePlant();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Riprendi dalla riga 1.002' }).click();
  await expect(page.getByText('Controllo finito')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Importa 3.000 righe' }).click();
  await expect(page.getByText('Importazione finita')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('#results')).toContainText(/Registrate3\.000/);
  await expect(page.locator('#results')).toContainText(/Già presenti0/);
  await navigate('/lpr');
  await list.find('ZL0999ZZ,ZL1000ZZ,ZL2999ZZ');
  await list.expectSettled();
  await expect(page.getByRole('row', { name: /ZL\d{4}ZZ/ })).toHaveCount(3);
});
