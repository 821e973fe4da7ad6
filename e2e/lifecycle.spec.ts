import { recordSearches } from './pages/searches.ts';
import { expect, test } from './world/journey.ts';
import { findKnownPrefix, listSeededReads } from './world/seeded-traffic.ts';

test('SRCH-02 SRCH-06 SRCH-17 SRCH-18: title, filters in force, the period of each quick date and when it ran', async ({
  page,
  list,
  begin,
}) => {
  await begin('s.bassi');
  const heading = page.getByRole('heading', { level: 1 });
  const header = page.getByRole('banner');
  await expect(heading).toHaveText('Elenco transiti');
  // The period that every list starts with is counted once it has been searched.
  await expect(header.getByText('0 filtri attivi')).toBeVisible();
  await list.plate.fill('ab123cd');
  await expect(heading).toHaveText('Transiti AB123CD');
  await expect(header.getByText('2 filtri attivi')).toBeVisible();
  await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
  await page.getByRole('button', { name: 'Azzera i filtri' }).click();
  await expect(heading).toHaveText('Elenco transiti');
  await expect(list.plate).toHaveValue('');

  const sent = recordSearches(page);
  const day = (back: number): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(Date.now() - back * 86_400_000);
  const [year = ''] = day(0).split('-');
  const short = (back: number): string => {
    const [, month, date] = day(back).split('-');
    return `${date}/${month}`;
  };
  for (const [name, back, to] of [
    ['Oggi', 0, 0],
    ['Ieri', 1, 1],
    ['7 GG', 6, 0],
  ] as const) {
    sent.length = 0;
    await list.period(name).click();
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    await list.expectSettled();
    const { f_startTime: start, f_endTime: end } = sent[0]?.body ?? {};
    expect(formatRomeInstant(start)).toBe(`${day(back)} 00:00:00.000`);
    expect(formatRomeInstant(end)).toBe(`${day(to)} 23:59:59.999`);
    await expect(list.results.getByText(`${short(back)} 00:00 – ${short(to)} 23:59 ·`, { exact: false })).toBeVisible();
    await expect(list.results.getByTitle(new RegExp(`/${year} 00:00 – `))).toBeVisible();
  }
  const ranAt = list.results.getByText(/· \d\d:\d\d:\d\d in \d+,\d s/);
  const before = await ranAt.textContent();
  sent.length = 0;
  await list.period('Tutti').click();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(sent[0]?.body).not.toHaveProperty('f_startTime');
  expect(sent[0]?.body).not.toHaveProperty('f_endTime');
  await expect(header.getByText('0 filtri attivi')).toBeVisible();
  await expect(list.results.getByText(/intero database/)).toBeVisible();
  await list.expectSettled();
  await expect(ranAt).not.toHaveText(before ?? '');
});

/** An instant in Rome local time, `YYYY-MM-DD HH:mm:ss.SSS`. */
function formatRomeInstant(instant: unknown): string {
  const at = new Date(String(instant));
  const text = at.toLocaleString('sv-SE', { timeZone: 'Europe/Rome' });
  return `${text}.${String(at.getUTCMilliseconds()).padStart(3, '0')}`;
}

test('SRCH-04 LIFE-02: a plate in the address is searched once, after about 300 ms, and leaves the address', async ({
  page,
  list,
  begin,
}) => {
  await begin('s.bassi');
  await expect(list.plate).toBeVisible();
  const sent = recordSearches(page);
  await page.goto('/lpr?plate=ab123cd');
  await expect(list.plate).toHaveValue('AB123CD', { timeout: 40_000 });
  const shownAt = Date.now();
  await list.expectSettled();
  await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
  expect(sent.map(({ body }) => body['f_targa'])).toEqual(sent.map(() => 'AB123CD'));
  expect(new Set(sent.map(({ plant }) => plant)).size).toBe(sent.length);
  expect((sent[0]?.at ?? 0) - shownAt).toBeLessThan(600);
  expect(
    await page.evaluate<string>('JSON.stringify(performance.getEntriesByType("resource").map((one) => one.name))'),
  ).not.toContain('AB123CD');
});

test('LIFE-08 PSEL-05 PSEL-06: a plant that refuses a plate search is marked as error and gives no row, the others remain', async ({
  page,
  world,
  list,
  begin,
}) => {
  const beginning = findKnownPrefix(listSeededReads(world.begunAt), { fewest: 8, most: 30 });
  await begin('s.bassi');
  const refused = page.waitForResponse(
    (response) => response.url().includes('/lpr/search') && response.status() === 403,
  );
  await list.find(`${beginning}*`);
  await refused;
  await list.expectSettled();
  await expect(list.results.getByText('Forlì Sud non ha risposto')).toBeVisible();
  await expect(list.plants.getByText('(in errore)')).toBeVisible();
  await expect(list.rows.first()).toBeVisible();
  const codes = await list.readPlantCodes();
  expect(codes).toHaveLength(await list.rows.count());
  expect(codes).not.toContain('FOR');
  await expect(list.results.getByText(/2 impianti su 3 hanno risposto/)).toBeVisible();
});

test('LIFE-11 LIFE-12 PLAPI-03 SRCH-11: automatic refresh looks at the last 30 minutes as polling, without emptying the list', async ({
  page,
  list,
  begin,
  filters,
}) => {
  await begin('s.bassi');
  await filters.toggle.click();
  const sent = recordSearches(page);
  await page.getByRole('button', { name: 'Aggiornamento automatico: No' }).click();
  await page.getByRole('menuitemradio', { name: 'Ogni 10 secondi' }).click();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(sent[0]).toMatchObject({ isPolling: false });
  const start = Date.parse(String(sent[0]?.body['f_startTime']));
  expect(Math.abs(start - ((sent[0]?.at ?? 0) - 30 * 60_000))).toBeLessThan(5_000);
  expect(sent[0]?.body).not.toHaveProperty('f_endTime');
  await expect(filters.panel.getByLabel('Dal', { exact: true })).toBeDisabled();
  await expect(filters.panel.getByLabel('Al', { exact: true })).toBeDisabled();
  await expect(list.period('Tutti')).toBeDisabled();
  await list.expectSettled();
  const requested = sent.length;
  await expect.poll(() => sent.length, { timeout: 25_000 }).toBeGreaterThan(requested);
  const tick = sent[requested];
  expect(tick?.isPolling).toBe(true);
  expect(Date.parse(String(tick?.body['f_startTime']))).toBeGreaterThan(start + 8_000);
  await expect(list.results).toHaveAttribute('aria-busy', 'false');
  await expect(list.overlay).toBeHidden();

  await page.getByRole('button', { name: 'Aggiornamento automatico: 10 s' }).click();
  await page.getByRole('menuitemradio', { name: 'Nessuno' }).click();
  await expect(list.period('7 GG')).toHaveAttribute('aria-pressed', 'true');
  await expect(filters.panel.getByLabel('Dal', { exact: true })).toBeEnabled();
  await expect(filters.panel.getByLabel('Al', { exact: true })).toHaveValue(/ 23:59$/);
});

test('SRCH-20 SRCH-21 LIFE-04 SRCH-26: rows that are there stay readable while the slow plant is waited for, and after an interruption', async ({
  page,
  list,
  begin,
}) => {
  await begin('m.ferri', { reason: '4471/2026' });
  await list.find('A*,G*');
  await expect(list.rows.first()).toBeVisible();
  const strip = page.getByRole('group', { name: 'Ricerca in corso' });
  await expect(strip.getByRole('timer')).toHaveText(/^00:0\d$/);
  await expect(strip).toContainText(/\d impianti su 6, \d+ transiti finora/);
  await expect(list.results.getByText('I dati sono quelli ricevuti dagli impianti e vanno verificati.')).toBeVisible();
  await page.locator('body').press('Escape');
  await expect(strip).toBeHidden();
  await expect(list.results).toHaveAttribute('aria-busy', 'false');
  await expect(list.rows.first()).toBeVisible();
  const note = list.results.getByText(/Richiesta interrotta: \d impiant[oi] non attes[oi]\. L’elenco è parziale\./);
  await expect(note).toBeVisible();
  await expect(list.findFailedPlants()).toHaveCount(0);
  await expect(list.results.getByText(/non ha risposto/)).toHaveCount(0);
  const interrupted = list.results.getByRole('status').filter({ hasText: 'Richiesta interrotta' });
  await interrupted.getByRole('button', { name: 'Riprova', exact: true }).click();
  await list.expectSettled();
  await expect(note).toBeHidden();
  await expect(list.results.getByText(/6 impianti su 6 hanno risposto/)).toBeVisible();
});

test('LIFE-15 PERM-09 PSEL-06 PSEL-07: only plants that are ok can be chosen, in the column and in the filter; "lento" says what to do', async ({
  page,
  list,
  begin,
  filters,
}) => {
  await begin('m.ferri', { reason: '4471/2026' });
  await expect(list.plants.getByRole('button', { name: /Cesena Cintura/ })).toBeEnabled();
  await expect(list.plants.getByText('ONLINE').first()).toBeVisible();
  await expect(list.plants.getByRole('button', { name: /Cervia Saline/ })).toBeDisabled();
  await expect(list.plants.getByRole('button', { name: /Santarcangelo/ })).toBeDisabled();
  await filters.toggle.click();
  await filters.panel.getByRole('combobox', { name: 'Impianti' }).click();
  await expect(page.getByRole('option', { name: 'Cesena Cintura' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Cervia Saline' })).toHaveCount(0);
  await expect(page.getByRole('option', { name: 'Santarcangelo' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await list.find('A*');
  await list.expectSettled();
  await list.plants.getByRole('button', { name: 'lento' }).first().hover();
  await expect(page.getByRole('tooltip')).toContainText(
    "L'impianto risponde lentamente. Se i suoi dati non servono, disattivalo nella pagina di configurazione impianti.",
  );
});

test('the search waits for its reason and goes on; recent searches belong to their case, which changes with one press', async ({
  page,
  list,
  caseBar,
  begin,
}) => {
  await begin('m.ferri');
  const sent = recordSearches(page);
  await list.plate.fill('GF*');
  await expect(caseBar.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list.results.getByText('Manca il motivo della consultazione: serve prima di cercare.')).toBeVisible();
  expect(sent).toEqual([]);
  await list.results.getByRole('button', { name: 'Inserisci' }).click();
  await caseBar.fill('801/2026');
  await expect(list.rows.first()).toBeVisible();
  await list.expectSettled();
  expect(new Set(sent.map(({ body }) => body['f_targa']))).toEqual(new Set(['GF*']));

  // Another case: recent searches of the first case are not shown.
  await page.keyboard.press('F8');
  await caseBar.dialog.getByLabel('Numero di fascicolo').fill('802/2026');
  await caseBar.dialog.getByRole('button', { name: 'Salva' }).click();
  await expect(caseBar.bar).toContainText('802/2026');
  await list.plate.fill('');
  await list.plate.click();
  await expect(page.getByRole('region', { name: 'Ricerche recenti del fascicolo 802/2026' })).not.toContainText('GF*');
  await page.keyboard.press('F8');
  await caseBar.dialog.getByRole('button', { name: /801\/2026/ }).click();
  await expect(caseBar.bar).toContainText('801/2026');
  await list.expectSettled();
  await list.plate.click();
  const recent = page.getByRole('region', { name: 'Ricerche recenti del fascicolo 801/2026' });
  await page.keyboard.press('ArrowDown');
  await expect(recent.getByRole('button', { name: 'GF*' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list.plate).toHaveValue('GF*');
});

test('CONST-04: the own consultations of a case are listed from every plant; a reload keeps the case, and nothing readable lies on the disk', async ({
  page,
  list,
  caseBar,
  begin,
}) => {
  await begin('m.ferri', { reason: '803/2026' });
  await list.find('GF*');
  await expect(list.rows.first()).toBeVisible();
  await caseBar.bar.getByRole('button', { name: /ricerche? registrat/ }).click();
  const log = page.getByRole('dialog', { name: 'Le mie consultazioni del fascicolo 803/2026' });
  await expect(log.getByRole('row', { name: /Ricerca transiti GF\*/ }).first()).toBeVisible();
  await expect(log.getByRole('row', { name: /Cesena Cintura/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(log).toBeHidden();

  // After a reload the session is the same: the case is still selected, the recent searches are there, and none of
  // them is readable in the browser's storage.
  await page.reload();
  await expect(caseBar.bar).toContainText('803/2026', { timeout: 40_000 });
  expect(await page.evaluate<string>(READ_STORAGE)).not.toMatch(/GF\*|803\/2026|furgone/);
});

/** Everything this browser stores, as text; encrypted data appears as noise. */
const READ_STORAGE = `(async () => {
  const database = await new Promise((resolve) => { const open = indexedDB.open('varco'); open.onsuccess = () => resolve(open.result); });
  const decode = new TextDecoder('latin1');
  const text = [JSON.stringify({ ...localStorage, ...sessionStorage })];
  for (const name of database.objectStoreNames) {
    const values = await new Promise((resolve) => {
      const all = database.transaction(name).objectStore(name).getAll();
      all.onsuccess = () => resolve(all.result);
    });
    for (const value of values) text.push(JSON.stringify(value, (_, one) => (one instanceof Uint8Array ? decode.decode(one) : one)));
  }
  database.close();
  return text.join('\\n');
})()`;
