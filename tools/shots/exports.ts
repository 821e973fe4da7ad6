import type { Page } from '@playwright/test';

interface Camera {
  readonly go: (page: Page, address: string) => Promise<void>;
  readonly shoot: (name: string) => Promise<void>;
}

/** One demo plant refuses one call in four, so the button is pressed again. */
const MAX_TRIES = 4;

/** The dialog after all plants have sent their estimates, a direct export with its PIN, and the page. */
export async function shootExports(page: Page, { shoot }: Camera): Promise<void> {
  await page.getByRole('button', { name: 'Esporta', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('stima in corso…').first().waitFor({ state: 'hidden', timeout: 60_000 });
  await dialog.getByRole('checkbox', { name: 'Con immagini', exact: true }).click();
  await dialog.getByText('stima in corso…').first().waitFor({ state: 'hidden', timeout: 60_000 });
  await shoot('export-dialog');
  await dialog.getByRole('button', { name: 'Esportazione diretta' }).click();
  await prepareParameters(page);
  await shoot('export-direct');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Esporta', exact: true }).click();
  await dialog.getByRole('button', { name: 'CONFERMA' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Esportazioni' }).first().click();
  await page.getByRole('article').nth(1).waitFor();
  await shoot('exports');
  await page.getByRole('link', { name: 'Transiti' }).first().click();
  await page.locator('[id^="lpr-row-"]').first().waitFor();
}

async function prepareParameters(page: Page): Promise<void> {
  const begin = page.getByRole('button', { name: 'Prepara i parametri' });
  const download = page.getByRole('button', { name: 'DOWNLOAD TS-EXP' });
  const leftOut = page.getByRole('alert').filter({ hasText: 'Senza permesso' });
  for (let tries = 0; tries < MAX_TRIES && !(await download.isVisible()); tries += 1) {
    await begin.click();
    await download.or(leftOut).first().waitFor();
  }
  await download.waitFor();
}

/** Selected rows and their export: Italian in the light theme, English in the dark one. */
export async function shootPhoneExports(
  page: Page,
  { isEnglish, go, shoot }: Camera & { isEnglish: boolean },
): Promise<void> {
  if (isEnglish) {
    await page.getByRole('button', { name: /^Utente / }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
  }
  const word = (italian: string, english: string): string => (isEnglish ? english : italian);
  const readable = page
    .locator('[id^="lpr-"]')
    .filter({ has: page.getByRole('img', { name: /^(Targa|Plate) [A-Z0-9 ]+, / }) });
  await readable.first().focus();
  await page.keyboard.press('x');
  const chosen = page.getByRole('button', { name: word('Esporta selezionati', 'Export the selected') });
  await chosen.waitFor();
  await shoot('phone-selection');
  await chosen.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(word('stima in corso…', 'estimating…')).first().waitFor({ state: 'hidden', timeout: 60_000 });
  await shoot('phone-export-dialog');
  await dialog.getByRole('button', { name: word('CONFERMA', 'CONFIRM') }).click();
  await dialog.waitFor({ state: 'hidden' });
  await go(page, '/exports');
  await page.getByRole('article').first().waitFor();
  await shoot('phone-exports');
}
