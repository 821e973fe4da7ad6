import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { deriveLicence, buildRegistryRecord } from '@varco/sim/registry-data.ts';
import type { Locator, Page } from '@playwright/test';
import { WORLD_SEED } from '../tools/demo/layout.ts';
import { expectAccessible } from './pages/accessible.ts';
import { CredentialsPage } from './pages/credentials.page.ts';
import { expect, test } from './world/journey.ts';
import { restartServer } from './world/processes.ts';
import { revokePlantTokens } from './world/plant-state.ts';
import type { World } from './world/world.ts';

const ACCESS = {
  'x-vpn-user': 'vpn',
  'x-vpn-password': 'demo-vpn-password',
  'x-ministry-user': 'ministry',
  'x-ministry-password': 'demo-ministry-password',
};
const TODAY = new Date().toISOString().slice(0, 10);

/** Drivers of the simulated world who lost points: plate, tax code. Each journey uses its own. */
const DRIVERS = Array.from({ length: 400 }, (_, i) => `GA${100 + i}AB`).flatMap((plate) => {
  const owner = buildRegistryRecord(WORLD_SEED, plate, TODAY)?.owner;
  if (owner?.kind !== 'person') return [];
  const licence = deriveLicence(WORLD_SEED, owner.taxCode, TODAY);
  return licence === null || licence.points === 30 ? [] : [{ plate, name: owner.surname, code: owner.taxCode }];
});
const findDriver = (index: number): (typeof DRIVERS)[number] => {
  const found = DRIVERS[index];
  if (found === undefined) throw new Error('no driver');
  return found;
};

async function readCharges(world: World): Promise<number> {
  const answer = await fetch(`${world.registry}/v1/charges`, { headers: ACCESS });
  const body = (await answer.json()) as { count: number };
  return body.count;
}
const setFault = (world: World, name: string, calls?: number) =>
  fetch(`${world.registry}/v1/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: name, ...(calls === undefined ? {} : { calls }) }),
  });

const findForm = (page: Page, name: 'RCA/REV' | 'Libretto' | 'Patente'): Locator =>
  page.getByRole('region', { name, exact: true });
const findCards = (page: Page): Locator =>
  page.getByRole('region', { name: 'Visure di questa sessione' }).locator('> section');
const confirmDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Visura a pagamento' });

async function choosePlant(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Impianto' }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
}

async function runLookUp(page: Page, name: 'RCA/REV' | 'Libretto' | 'Patente', text: string): Promise<void> {
  await findForm(page, name).getByRole('textbox').first().fill(text);
  await findForm(page, name).getByRole('button', { name: 'Cerca' }).click();
}

/** Addresses of all calls, to check that none contains a plate or a tax code. */
function recordAddresses(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  return seen;
}

/** The text of the file behind a link. */
async function readLinkedFile(page: Page, link: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFile(await file.path(), 'latin1');
}

/** Logs of the whole world (servers, database) that contain one of these texts. */
async function findLogsWith(world: World, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const name of glob('**/*.log', { cwd: world.dataDir })) {
    const log = await readFile(path.join(world.dataDir, name), 'utf8');
    if (texts.some((text) => log.includes(text))) found.push(name);
  }
  return found;
}

test.describe.configure({ timeout: 240_000 });

test('RTE-03 ROUTE-11 VIS-01 VIS-03: the screen has three forms and a button to print', async ({ page, begin }) => {
  await begin('m.ferri', { reason: '4470/2026' });
  await page.getByRole('link', { name: 'Visure ministeriali' }).first().click();
  await expect(page).toHaveURL(/visure-ministeriali$/);
  for (const one of ['RCA/REV', 'Libretto', 'Patente'] as const)
    await expect(findForm(page, one).getByRole('button', { name: 'Cerca' })).toBeDisabled();
  await expect(findForm(page, 'Libretto').getByRole('combobox', { name: 'Cerca per' })).toHaveValue('Targa');
  await expect(findForm(page, 'Patente').getByRole('combobox', { name: 'Cerca per' })).toHaveValue('Numero patente');
  await expect(findForm(page, 'Patente').getByRole('combobox', { name: 'Tipo di risultato' })).toHaveValue(
    'Dati anagrafici',
  );
  await expect(page.getByRole('button', { name: 'STAMPA' })).toHaveAccessibleDescription(/stampante PDF/);
});

test('RTE-04 ROUTE-12 VIS-04 VIS-25: free, paid and stored look-ups, and the history that accounts for them', async ({
  page,
  world,
  begin,
}) => {
  const seen = recordAddresses(page);
  const { plate, name, code } = findDriver(0);
  const before = await readCharges(world);
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Visure ministeriali' }).first().click();
  await choosePlant(page, world.plant('CES').label);

  // RCA runs immediately; the second time the plant returns its stored result.
  await runLookUp(page, 'RCA/REV', plate.toLowerCase());
  await expect(findForm(page, 'RCA/REV').getByRole('textbox').first()).toHaveValue(plate);
  await expect(findCards(page)).toHaveCount(1);
  await expect(findCards(page).first()).toContainText('gratuita');
  await expect(findCards(page).first().getByRole('region', { name: 'Assicurazione' })).toContainText('Compagnia');
  await expect(findCards(page).first()).toBeInViewport();
  await runLookUp(page, 'RCA/REV', plate);
  await expect(findCards(page)).toHaveCount(2);
  await expect(findCards(page).first()).toContainText('da archivio');

  // A paid look-up asks for confirmation: without an earlier result there are two choices.
  await runLookUp(page, 'Libretto', plate);
  await expect(confirmDialog(page)).toContainText(`Libretto di ${plate} su ${world.plant('CES').label}`);
  await expect(confirmDialog(page).getByRole('button', { name: 'Visualizza esistente' })).toHaveCount(0);
  await confirmDialog(page).getByRole('button', { name: 'Annulla' }).click();
  await expect(confirmDialog(page)).toBeHidden();
  expect(await readCharges(world)).toBe(before);
  await runLookUp(page, 'Libretto', plate);
  await confirmDialog(page).getByRole('button', { name: 'Conferma visura a pagamento' }).click();
  await expect(findCards(page)).toHaveCount(3);
  await expect(findCards(page).first()).toContainText('a pagamento, 1,62');
  await expect(findCards(page).first().getByRole('region', { name: 'Dati anagrafici' })).toContainText(name);
  await expect(findCards(page).first().getByRole('region', { name: 'Carta di circolazione' })).toBeVisible();

  // The same look-up again: three choices; the stored result is free.
  await runLookUp(page, 'Libretto', plate);
  await confirmDialog(page).getByRole('button', { name: 'Visualizza esistente' }).click();
  await expect(findCards(page)).toHaveCount(4);
  await expect(findCards(page).first()).toContainText('da archivio');
  expect(await readCharges(world)).toBe(before + 1);
  await runLookUp(page, 'Libretto', plate);
  await confirmDialog(page).getByRole('button', { name: 'Nuova visura a pagamento' }).click();
  await expect(findCards(page)).toHaveCount(5);
  expect(await readCharges(world)).toBe(before + 2);

  // A licence by tax code: the kind of search changes while typing, and the documents are real files.
  await findForm(page, 'Patente').getByRole('textbox').first().fill(code);
  await expect(findForm(page, 'Patente').getByRole('combobox', { name: 'Cerca per' })).toHaveValue(
    'Codice fiscale / P. IVA',
  );
  await findForm(page, 'Patente').getByRole('button', { name: 'Cerca' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Conferma visura a pagamento' }).click();
  await expect(findCards(page)).toHaveCount(6);
  const card = findCards(page).first();
  await expect(card.getByRole('region', { name: 'Dati patente' })).toContainText('Saldo punti');
  for (const one of ['Apri anteprima patente', 'Apri patente'])
    expect(await readLinkedFile(page, card.getByRole('link', { name: one }))).toMatch(/^%PDF-[^]*%%EOF\s*$/);
  await card.getByRole('button', { name: /^Togli la visura / }).click();
  await expect(findCards(page)).toHaveCount(5);
  await runLookUp(page, 'RCA/REV', 'MKR4821');
  await expect(findCards(page).first()).toContainText('Visura non valida');
  await expectAccessible(page, 'look-ups');

  // On paper only the results are printed.
  await page.evaluate("addEventListener('beforeprint', () => { document.documentElement.dataset.printed = ''; })");
  await page.getByRole('button', { name: 'STAMPA' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed');
  await page.emulateMedia({ media: 'print' });
  await expect(findForm(page, 'Libretto')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Storico visure' })).toBeHidden();
  await expect(findCards(page).first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  // The history lists all of them, opens a result again, and downloads it as a file.
  await page.getByRole('link', { name: 'Storico visure' }).click();
  await expect(page).toHaveURL(/visure-ministeriali\/history$/);
  const rows = page.getByRole('table', { name: 'Visure fatte' }).locator('tbody tr');
  await expect(rows).toHaveCount(7);
  await expect(rows.filter({ hasText: 'da archivio' })).toHaveCount(2);
  await expect(rows.first()).toContainText('fascicolo 4471/2026');
  await expect(page.getByRole('region', { name: 'Costi per mese' })).toContainText('5,29');
  await rows
    .filter({ hasText: 'Patente' })
    .getByRole('button', { name: /^Apri la visura/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Risposta conservata' })).toContainText(name);
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Esporta CSV' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain(`"libretto";"targa";"${plate}"`);
  await expectAccessible(page, 'look-up history');
  expect(seen.filter((url) => url.includes(plate) || url.includes(code))).toEqual([]);
  expect(await findLogsWith(world, [plate, name, code])).toEqual([]);
});

test('VIS-37 VIS-38 DLG-03 DLG-04: every trouble of the ministry is told apart, and paid for once at most', async ({
  page,
  world,
  login,
  begin,
}) => {
  const { plate } = findDriver(1);
  const before = await readCharges(world);
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Visure ministeriali' }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'Visura non riuscita' });

  // Interrupted once: the plant fetches the paid result itself. Interrupted twice: the user repeats it with the same
  // idempotency key.
  await choosePlant(page, world.plant('CES').label);
  await setFault(world, 'half_answer', 1);
  await runLookUp(page, 'Libretto', plate);
  await confirmDialog(page).getByRole('button', { name: 'Conferma visura a pagamento' }).click();
  await expect(findCards(page)).toHaveCount(1);
  expect(await readCharges(world)).toBe(before + 1);
  await setFault(world, 'half_answer', 2);
  await runLookUp(page, 'Libretto', findDriver(2).plate);
  await confirmDialog(page).getByRole('button', { name: 'Conferma visura a pagamento' }).click();
  await expect(alert).toContainText('può essere già stata addebitata');
  await alert.getByRole('button', { name: 'Riprova senza un secondo addebito' }).click();
  await expect(findCards(page)).toHaveCount(2);
  expect(await readCharges(world)).toBe(before + 2);

  await choosePlant(page, world.plant('FOR').label);
  await setFault(world, 'congested', 1);
  await runLookUp(page, 'RCA/REV', plate);
  await expect(alert).toContainText('congestione');
  await choosePlant(page, world.plant('FAE').label);
  await setFault(world, 'maintenance', 1);
  await runLookUp(page, 'RCA/REV', plate);
  await expect(alert).toContainText('manutenzione');

  // Rejected credentials, a locked account and a plant without the module show dialogs.
  const services = page.getByRole('dialog', { name: 'Visure ministeriali sospese' });
  await choosePlant(page, world.plant('CES').label);
  await setFault(world, 'refuse', 1);
  await runLookUp(page, 'Patente', findDriver(1).code);
  await confirmDialog(page).getByRole('button', { name: 'Conferma visura a pagamento' }).click();
  await expect(services).toContainText('Cesena Cintura: il ministero o la VPN rifiuta le credenziali');
  await services.getByRole('button', { name: 'Chiudi' }).last().click();
  await choosePlant(page, world.plant('RAV').label);
  for (let i = 0; i < 5; i += 1)
    await fetch(`${world.registry}/v1/charges`, { headers: { ...ACCESS, 'x-ministry-password': 'wrong' } });
  await runLookUp(page, 'RCA/REV', plate);
  await expect(services).toContainText('manutenzione');
  await services.getByRole('button', { name: 'Chiudi' }).last().click();
  await fetch(`${world.registry}/v1/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: 'none', unlock: true }),
  });
  await choosePlant(page, world.plant('UNR').label);
  await runLookUp(page, 'RCA/REV', plate);
  const missing = page.getByRole('dialog', { name: 'Errore' });
  await expect(missing).toContainText('Modulo visure ministeriali non installato');
  await missing.getByRole('button', { name: 'Chiudi' }).last().click();
  expect(await readCharges(world)).toBe(before + 2);
  // A locked account is not used for fifteen minutes, or until the plant restarts.
  await restartServer(world.pid, world.plant('RAV').url);

  // Rejected credentials are not used again until the plant's administrator confirms them.
  await login.signOut();
  await begin('amministratore');
  const credentials = new CredentialsPage(page);
  await credentials.open();
  await credentials.openAction(world.plant('CES').label, 'Modifica');
  const { dialog } = credentials;
  await expect(dialog).toContainText('ha rifiutato le credenziali di questo impianto');
  await expectAccessible(page, 'refused ministry credentials');
  await dialog.getByRole('button', { name: 'Conferma i dati attuali' }).click();
  await expect(dialog).toContainText('Dati confermati: la prossima visura li prova di nuovo.');
});

test('VIS-05 VIS-26 DET-13 RTE-21: from a transit to its look-ups, and its owner in the detail', async ({
  page,
  world,
  list,
  detail,
  begin,
}) => {
  await begin('m.ferri', { reason: '4471/2026', find: '' });
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  const readable = list.rows.filter({
    has: page.getByRole('img', { name: /^Targa [A-Z] ?[A-Z] ?\d ?\d ?\d ?[A-Z] ?[A-Z], Italia/ }),
  });
  const row = readable.first();
  await expect(row).toContainText('CES');
  const spelled =
    (await row
      .getByRole('img', { name: /^Targa / })
      .first()
      .getAttribute('aria-label')) ?? '';
  const plate = spelled.replace(/^Targa (.*), Italia.*$/, '$1').replaceAll(' ', '');

  await row.getByRole('button', { name: 'Azioni della riga' }).click();
  await page.getByRole('menuitem', { name: 'Dettaglio in una nuova scheda' }).click();
  await expect(page.getByRole('tab', { selected: true })).toContainText(`Transito ${plate}`);
  const owner = detail.article.getByRole('region', { name: 'Proprietario' });
  await owner.getByRole('button', { name: 'Cerca intestatario' }).click();
  await expect(owner).toContainText('Ricerca dell’intestatario in corso');
  await expect(owner).toContainText('Nessun dato trovato per questo transito');
  await page.keyboard.press('v');

  await expect(page.getByRole('tab', { selected: true })).toContainText(`Visura ${plate}`);
  await expect(page.getByRole('combobox', { name: 'Impianto' })).toHaveValue(world.plant('CES').label);
  await expect(findCards(page)).toHaveCount(1);
  await expect(findForm(page, 'Libretto').getByRole('textbox').first()).toHaveValue(plate);
  await findCards(page)
    .first()
    .getByRole('button', { name: /^Togli la visura / })
    .click();
  await expect(findCards(page)).toHaveCount(0);
  await findForm(page, 'Libretto').getByRole('button', { name: 'Cerca' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Conferma visura a pagamento' }).click();
  await expect(findCards(page)).toHaveCount(1);
  expect(page.url()).not.toContain(plate);

  await page.getByRole('tab', { name: new RegExp(`Transito ${plate}`) }).click();
  await owner.getByRole('button', { name: 'Cerca intestatario' }).click();
  await expect(owner.getByText(/Codice fiscale|Partita IVA/)).toBeVisible();
});

test('VIS-33 VIS-28 VIS-36: who may not pay is told in place of the button; the form is still there after a reload', async ({
  page,
  world,
  begin,
}) => {
  await begin('s.bassi', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Visure ministeriali' }).first().click();
  await choosePlant(page, world.plant('CES').label);
  for (const one of ['Libretto', 'Patente'] as const) {
    await expect(findForm(page, one)).toContainText('Non disponi dei permessi per poter effettuare visure a pagamento');
    await expect(findForm(page, one).getByRole('button', { name: 'Cerca' })).toHaveCount(0);
  }
  const { plate } = findDriver(3);
  await findForm(page, 'Libretto').getByRole('textbox').first().fill(plate);
  await runLookUp(page, 'RCA/REV', plate);
  await expect(findCards(page)).toHaveCount(1);
  // The plant rejects this session: a new one is opened and the look-up repeated without the user noticing.
  await revokePlantTokens(world, world.plant('CES').url);
  await runLookUp(page, 'RCA/REV', plate);
  await expect(findCards(page)).toHaveCount(2);
  await page.reload();
  await expect(findForm(page, 'Libretto').getByRole('textbox').first()).toHaveValue(plate, { timeout: 40_000 });
  // The ministry's data is not stored in the browser.
  await expect(findCards(page)).toHaveCount(0);
});
