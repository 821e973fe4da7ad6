import type { Locator, Page } from '@playwright/test';

interface Camera {
  readonly isEnglish: boolean;
  readonly go: (page: Page, address: string) => Promise<void>;
  readonly shoot: (name: string) => Promise<void>;
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Charts and maps are drawn after the response. */
const DRAW_WAIT_MS = 1_500;
const ANSWER_MS = 60_000;

/** Every analysis screen with a result and its explanation, at both widths. */
export async function shootAnalyses(page: Page, camera: Camera): Promise<void> {
  const plate = await shootSuspects(page, camera);
  await shootAccomplices(page, camera, plate);
  await shootGateToGate(page, camera);
  await shootRelated(page, camera);
  await shootImpossible(page, camera);
}

const chooseText = ({ isEnglish }: Camera, italian: string | RegExp, english: string | RegExp): string | RegExp =>
  isEnglish ? english : italian;

/** The same screen at desktop and phone width; `show` is scrolled into view first. */
async function shootBothWidths(page: Page, { shoot }: Camera, name: string, show?: Locator): Promise<void> {
  for (const [size, prefix] of [
    [DESKTOP, ''],
    [PHONE, 'phone-'],
  ] as const) {
    await page.setViewportSize(size);
    await show?.scrollIntoViewIfNeeded();
    await page.waitForTimeout(DRAW_WAIT_MS);
    await shoot(`${prefix}${name}`);
  }
  await page.setViewportSize(DESKTOP);
}

/** Returns the plate of the first suspect. */
async function shootSuspects(page: Page, camera: Camera): Promise<string> {
  await camera.go(page, '/suspects');
  const week = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
  const typed = week.split('-').toReversed().join('/');
  await page.getByLabel(chooseText(camera, 'Dal', 'From') as string, { exact: true }).fill(typed);
  await page.getByRole('button', { name: chooseText(camera, 'Cerca', 'Search'), exact: true }).click();
  const bar = page.getByRole('button', { name: chooseText(camera, /^\d+ Perché: /, /^\d+ Why: /) }).first();
  await bar.waitFor({ timeout: ANSWER_MS });
  await shootBothWidths(page, camera, 'suspects');
  const plate = ((await bar.getAttribute('aria-label')) ?? '').split(': ')[1] ?? '';
  await bar.click();
  await page.getByRole('dialog').waitFor();
  await shootBothWidths(page, camera, 'suspects-why');
  await page.keyboard.press('Escape');
  return plate;
}

async function shootAccomplices(page: Page, camera: Camera, plate: string): Promise<void> {
  await camera.go(page, '/partners-crime');
  await page.getByRole('search').getByRole('textbox').first().fill(plate);
  await page.keyboard.press('Enter');
  await page.locator('[aria-busy=false]').first().waitFor({ timeout: ANSWER_MS });
  await shootBothWidths(page, camera, 'accomplices');
  const why = page.getByRole('button', { name: chooseText(camera, /^Perché /, /^Why /) }).first();
  if (!(await why.isVisible())) return;
  await why.click();
  const text = page.getByRole('region', {
    name: chooseText(camera, /^Spiegazione del punteggio/, /^Explanation of the score/),
  });
  await text.waitFor();
  await shootBothWidths(page, camera, 'accomplices-why', text);
}

const findRunButton = (page: Page, camera: Camera): Locator =>
  page.getByRole('button', { name: chooseText(camera, /^Cerca/, /^Search/) }).first();
const findResults = (page: Page, camera: Camera): Locator =>
  page.getByRole('region', { name: chooseText(camera, 'Risultati', 'Results') });

async function shootGateToGate(page: Page, camera: Camera): Promise<void> {
  await camera.go(page, '/analysis-gate-to-gate');
  const add = page
    .getByLabel(chooseText(camera, 'Varchi in ordine di percorso', 'Gates in the order of the journey'))
    .first();
  await add.selectOption({ index: 4 });
  await add.selectOption({ index: 1 });
  await page.getByRole('button', { name: chooseText(camera, '31 giorni', '31 days') }).click();
  await findRunButton(page, camera).click();
  await findResults(page, camera).getByRole('heading').first().waitFor({ timeout: ANSWER_MS });
  await shootBothWidths(page, camera, 'gate-to-gate');
}

/** Two gates of one plant over the same three days: vehicles that passed at least twice. */
async function shootRelated(page: Page, camera: Camera): Promise<void> {
  await camera.go(page, '/related-events');
  const from = new Date(Date.now() - 70 * 3_600_000).toISOString();
  const start = `${from.slice(8, 10)}/${from.slice(5, 7)}/${from.slice(0, 4)} ${from.slice(11, 16)}`;
  for (const [n, gate] of [
    [1, 'CES V01 Via Emilia est'],
    [2, 'CES V06 Secante nord'],
  ] as const) {
    const event = page.getByRole('region', { name: chooseText(camera, `Evento ${n}`, `Event ${n}`), exact: true });
    await event
      .getByLabel(chooseText(camera, 'Aggiungi varco', 'Add a gate'))
      .first()
      .selectOption({ label: gate });
    const begin = event.getByRole('textbox', { name: chooseText(camera, 'Dal', 'From') });
    await begin.fill(start);
    await begin.blur();
  }
  await findRunButton(page, camera).click();
  const row = findResults(page, camera)
    .getByRole('row')
    .filter({ has: page.locator('details') })
    .first();
  await row.waitFor({ timeout: ANSWER_MS });
  await shootBothWidths(page, camera, 'related-events');
  await row.locator('summary').click();
  await shootBothWidths(page, camera, 'related-events-why', row);
}

async function shootImpossible(page: Page, camera: Camera): Promise<void> {
  await camera.go(page, '/related-events');
  await page.getByRole('button', { name: chooseText(camera, 'Viaggi impossibili', 'Impossible journeys') }).click();
  await page.getByRole('button', { name: chooseText(camera, '7 giorni', '7 days') }).click();
  await findRunButton(page, camera).click();
  await findResults(page, camera).getByRole('table').first().waitFor({ timeout: ANSWER_MS });
  await shootBothWidths(page, camera, 'impossible-journeys');
}
