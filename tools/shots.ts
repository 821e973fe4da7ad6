import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startDemo } from '../e2e/world/demo-process.ts';
import { CasePage } from '../e2e/pages/case.page.ts';
import { ListPage } from '../e2e/pages/list.page.ts';
import { LoginPage } from '../e2e/pages/login.page.ts';
import { readWorld, type World } from '../e2e/world/world.ts';
import { findBrowser } from './browser.ts';

/**
 * `npm run shots`: every screen and state of the running demo as pictures in .cache/shots, in both themes.
 * `-- --docs` writes the few that README and the handbook show to docs/pictures.
 * A demo that runs already serves when VARCO_E2E_READY_FILE, VARCO_E2E_DATA and VARCO_E2E_PID name it.
 */
const root = path.resolve(import.meta.dirname, '..');
const isForDocs = process.argv.includes('--docs');
const folder = path.join(root, isForDocs ? 'docs/pictures' : '.cache/shots');

/** Shots the documentation shows, and what its files are called. */
const FOR_DOCS: ReadonlyMap<string, string> = new Map([
  ['results', 'elenco'],
  ['detail', 'dettaglio'],
]);
const DOCS_THEMES = { light: 'chiaro', dark: 'scuro' } as const;
const MAX_BYTES = 250_000;

type Theme = 'light' | 'dark';

/** Takes one picture; those nobody asked for are left out. */
async function shoot(page: Page, name: string, theme: Theme): Promise<void> {
  const docsName = FOR_DOCS.get(name);
  if (isForDocs && docsName === undefined) return;
  const file = path.join(folder, isForDocs ? `${docsName}-${DOCS_THEMES[theme]}.png` : `${name}-${theme}.png`);
  const picture = await page.screenshot({ animations: 'disabled' });
  for (const colours of [256, 128, 64]) {
    const small = await sharp(picture).png({ palette: true, colours, compressionLevel: 9 }).toBuffer();
    if (small.length > MAX_BYTES && colours > 64) continue;
    fs.writeFileSync(file, small);
    console.log(`${path.relative(root, file)}  ${Math.round(small.length / 1024)} kB`);
    return;
  }
}

async function shootDesk(browser: Browser, world: World, theme: Theme): Promise<void> {
  const page = await openPage(browser, world, theme, { width: 1440, height: 900 });
  const [login, list, caseBar] = [new LoginPage(page), new ListPage(page), new CasePage(page)];
  await login.open();
  await page.getByText('Collegamento verificato').waitFor();
  await shoot(page, 'sign-in', theme);
  await login.fill(world.user('m.ferri'));
  await login.expectInside();
  await shoot(page, 'before', theme);
  await page.keyboard.press('F8');
  await caseBar.dialog.waitFor();
  await shoot(page, 'reason', theme);
  await caseBar.fill('4471/2026');
  await list.find('ZZ999ZZ');
  await list.overlay.waitFor();
  await shoot(page, 'waiting', theme);
  await list.expectSettled();
  await shoot(page, 'empty', theme);
  await list.find('');
  await list.rows.first().waitFor();
  await shoot(page, 'receiving', theme);
  await list.expectSettled();
  await list.rows.nth(2).focus();
  await shoot(page, 'results', theme);
  // The newest reads have pictures once the demo has drawn them.
  await list.rows.nth(2).press('Enter');
  await page.getByRole('article').waitFor();
  await page.waitForLoadState('networkidle');
  await shoot(page, 'detail', theme);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog').waitFor();
  await shoot(page, 'shortcuts', theme);
  await page.context().close();
}

async function shootPhone(browser: Browser, world: World, theme: Theme): Promise<void> {
  const page = await openPage(browser, world, theme, { width: 390, height: 844 });
  const [login, list] = [new LoginPage(page), new ListPage(page)];
  await login.open();
  await shoot(page, 'phone-sign-in', theme);
  await login.fill(world.user('s.bassi'));
  await login.expectInside();
  await list.find('');
  await list.rows.first().waitFor();
  await list.expectSettled();
  await shoot(page, 'phone-results', theme);
  await list.rows.first().click();
  await page.getByRole('article').waitFor();
  await shoot(page, 'phone-detail', theme);
  await page.context().close();
}

async function openPage(
  browser: Browser,
  world: World,
  colorScheme: Theme,
  viewport: { width: number; height: number },
): Promise<Page> {
  const settings = { baseURL: world.portal, locale: 'it-IT', timezoneId: 'Europe/Rome' };
  return browser.newPage({ ...settings, colorScheme, viewport, reducedMotion: 'reduce' });
}

async function run(): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const isRunning = process.env['VARCO_E2E_READY_FILE'] !== undefined;
  const demo = isRunning ? null : await startDemo({ size: 'small' });
  if (demo !== null) {
    process.env['VARCO_E2E_READY_FILE'] = demo.readyFile;
    process.env['VARCO_E2E_DATA'] = demo.dataDir;
    process.env['VARCO_E2E_PID'] = String(demo.pid);
  }
  const browser = await chromium.launch(await findBrowser());
  try {
    const world = readWorld();
    for (const theme of ['light', 'dark'] as const) {
      await shootDesk(browser, world, theme);
      await shootPhone(browser, world, theme);
    }
  } finally {
    await browser.close();
    await demo?.stop();
  }
}

await run();
