import type { Page } from '@playwright/test';

interface Camera {
  readonly isEnglish: boolean;
  readonly go: (page: Page, address: string) => Promise<void>;
  readonly shoot: (name: string) => Promise<void>;
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const ANSWER_MS = 60_000;
/** Pictures are loaded one after the other. */
const PICTURES_WAIT_MS = 4_000;

/** Statistics by day, gate and class, and the camera monitor, at both widths. */
export async function shootReports(page: Page, camera: Camera): Promise<void> {
  await shootStatistics(page, camera);
  await shootMonitor(page, camera);
}

async function shootBothWidths(page: Page, { shoot }: Camera, name: string): Promise<void> {
  for (const [size, prefix] of [
    [DESKTOP, ''],
    [PHONE, 'phone-'],
  ] as const) {
    await page.setViewportSize(size);
    await page.waitForTimeout(PICTURES_WAIT_MS);
    await shoot(`${prefix}${name}`);
  }
  await page.setViewportSize(DESKTOP);
}

async function shootStatistics(page: Page, camera: Camera): Promise<void> {
  const { isEnglish } = camera;
  await camera.go(page, '/statistics');
  await camera.shoot('statistics-before');
  const press = (italian: string, english: string) =>
    page.getByRole('button', { name: isEnglish ? english : italian, exact: true }).click();
  for (const [italian, english, name] of [
    ['Giorno', 'Day', 'statistics-days'],
    ['Varco', 'Gate', 'statistics-gates'],
  ] as const) {
    await press(italian, english);
    await page.keyboard.press('Control+Enter');
    await page.locator('[aria-busy=false]').first().waitFor({ timeout: ANSWER_MS });
    await page.locator('#results table').first().waitFor({ timeout: ANSWER_MS });
    await shootBothWidths(page, camera, name);
  }
  await press('Classi di veicolo', 'Vehicle classes');
  await shootBothWidths(page, camera, 'statistics-classes');
}

async function shootMonitor(page: Page, camera: Camera): Promise<void> {
  const { isEnglish } = camera;
  await camera.go(page, '/monitor-cam');
  await page.waitForTimeout(PICTURES_WAIT_MS);
  await camera.shoot('monitor-before');
  const plants = page.getByRole('combobox', { name: isEnglish ? 'Plants' : 'Impianti' });
  for (const plant of ['Cesena', 'Forl']) {
    await plants.fill(plant);
    await page.getByRole('option', { name: plant }).first().click();
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: isEnglish ? 'Close' : 'Chiudi', exact: true }).click();
  await page.waitForTimeout(PICTURES_WAIT_MS);
  await shootBothWidths(page, camera, 'monitor');
  await page.getByRole('button', { name: isEnglish ? 'Grid 1 × 1' : 'Griglia 1 × 1' }).click();
  await shootBothWidths(page, camera, 'monitor-one');
}
