import type { Page } from '@playwright/test';
import type { ListPage } from '../../e2e/pages/list.page.ts';

interface Camera {
  readonly go: (page: Page, address: string) => Promise<void>;
  readonly shoot: (name: string) => Promise<void>;
}

/** Plants respond within four seconds, including the slow one. */
const ANSWERED_MS = 5_000;

/** Waits until the map has loaded everything; the slow plant's response and its markers arrive some seconds later. */
async function shootMap(page: Page, name: string, { shoot }: Camera): Promise<void> {
  await page.waitForTimeout(ANSWERED_MS);
  await page.locator('[data-map-state=idle]').waitFor({ timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  await shoot(name);
}

export async function shootMaps(page: Page, list: ListPage, camera: Camera): Promise<void> {
  await list.rows.nth(2).focus();
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Tutto', exact: true }).click();
  await page.getByRole('button', { name: 'Transito successivo' }).click();
  await shootMap(page, 'track', camera);
  await page.getByRole('button', { name: 'Visualizza elenco transiti' }).click();
  await camera.shoot('track-list');
  await camera.go(page, '/map');
  await shootMap(page, 'plants-map', camera);
  await camera.go(page, '/map-zones');
  await shootMap(page, 'zones-map', camera);
  await camera.go(page, '/destination-map');
  await page.getByLabel('Varco o zona').selectOption({ index: 3 });
  await page.getByRole('button', { name: '7 giorni' }).click();
  await page.getByRole('table').waitFor();
  await shootMap(page, 'destination-map', camera);
}
