import fs from 'node:fs';
import path from 'node:path';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startWorld } from '../e2e/world/start-world.ts';
import { CasePage } from '../e2e/pages/case.page.ts';
import { ListPage } from '../e2e/pages/list.page.ts';
import { LoginPage } from '../e2e/pages/login.page.ts';
import type { World } from '../e2e/world/world.ts';
import { findBrowser } from './browser.ts';
import { shootAnalyses } from './shots/analyses.ts';
import { shootExports, shootPhoneExports } from './shots/exports.ts';
import { shootLookUps, shootRefusal } from './shots/look-ups.ts';
import { shootMaps } from './shots/maps.ts';
import { shootPages } from './shots/pages.ts';
import { shootPlantUsers } from './shots/plant-users.ts';
import { shootReports } from './shots/reports.ts';
import { shootResponses, shootEnglish, shootOverlays, shootPhoneList, shootViews } from './shots/workspace.ts';

/**
 * `npm run shots`: saves pictures of every screen and state of the running demo to .cache/shots, in both themes. `--
 * --docs` writes the few used in README and handbook to docs/pictures; `-- --only look-ups,analyses` takes only some
 * groups. A running demo is used when VARCO_E2E_READY_FILE, VARCO_E2E_DATA and VARCO_E2E_PID describe it.
 */
const root = path.resolve(import.meta.dirname, '..');
const isForDocs = process.argv.includes('--docs');
/** Selected groups; empty: all. */
const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',') : [];
const folder = path.join(root, isForDocs ? 'docs/pictures' : '.cache/shots');

/** Pictures used in the documentation, with their file names. */
const FOR_DOCS: ReadonlyMap<string, string> = new Map([
  ['results', 'elenco'],
  ['detail', 'dettaglio'],
]);
const DOCS_THEMES = { light: 'chiaro', dark: 'scuro' } as const;
const MAX_BYTES = 250_000;

type Theme = 'light' | 'dark';

/** Takes one picture; pictures that were not selected are skipped. */
async function takeShot(page: Page, name: string, theme: Theme): Promise<void> {
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

async function shootDesktop(browser: Browser, world: World, theme: Theme): Promise<void> {
  const page = await openPage(browser, world, theme, { width: 1440, height: 900 });
  const [login, list, caseBar] = [new LoginPage(page), new ListPage(page), new CasePage(page)];
  await login.open();
  await page.getByText('Collegamento verificato').waitFor();
  await takeShot(page, 'sign-in', theme);
  await login.fill(world.user('m.ferri'));
  await login.expectInside();
  await takeShot(page, 'before', theme);
  await page.keyboard.press('F8');
  await caseBar.dialog.waitFor();
  await takeShot(page, 'reason', theme);
  await caseBar.fill('4471/2026');
  await list.find('ZZ999ZZ');
  await list.overlay.waitFor();
  await takeShot(page, 'waiting', theme);
  await list.expectSettled();
  await takeShot(page, 'empty', theme);
  await list.find('');
  await list.rows.first().waitFor();
  await takeShot(page, 'receiving', theme);
  await list.expectSettled();
  await list.rows.nth(2).focus();
  await takeShot(page, 'results', theme);
  // The newest reads get pictures only after the demo has drawn them.
  await list.rows.nth(2).press('Enter');
  await page.getByRole('article').waitFor();
  await page.getByText('Caricamento del transito').waitFor({ state: 'hidden' });
  // Not until the network rests: the streams of live alerts never do.
  await expect(page.getByRole('main').getByText(/^Caricamento/)).toHaveCount(0, { timeout: 60_000 });
  await takeShot(page, 'detail', theme);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog').waitFor();
  await takeShot(page, 'shortcuts', theme);
  await page.keyboard.press('Escape');
  // Only results of a search with a criterion can be exported.
  await list.find('G*');
  await list.expectSettled();
  await tryShots('maps', () => shootMaps(page, list, { go: openPath, shoot: (name) => takeShot(page, name, theme) }));
  await openPath(page, '/lpr');
  await page.getByRole('tab', { name: 'Elenco transiti' }).first().click();
  await tryShots('exports', () => shootExports(page, { go: openPath, shoot: (name) => takeShot(page, name, theme) }));
  await page.context().close();
}

async function openPath(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.getByRole('main').waitFor();
}

/** Every page of an administrator at both widths: Italian in the light theme, English in the dark one. */
async function shootAdministratorPages(browser: Browser, world: World, theme: Theme): Promise<void> {
  const page = await openPage(browser, world, theme, { width: 1440, height: 900 });
  const shoot = (name: string): Promise<void> => takeShot(page, name, theme);
  await shootPages(page, { world, isEnglish: theme === 'dark', go: openPath, shoot });
  await page.context().close();
}

/**
 * Accomplices, suspects and gate analyses with their explanations open: Italian in the light theme, English in the
 * dark one.
 */
async function shootAnalysisScreens(browser: Browser, world: World, theme: Theme): Promise<void> {
  const page = await openPage(browser, world, theme, { width: 1440, height: 900 });
  const login = new LoginPage(page);
  await login.open();
  await login.fill(world.user('m.ferri'));
  await login.expectInside();
  await new CasePage(page).stateReason('4471/2026');
  if (theme === 'dark') {
    await page.getByRole('button', { name: /^Utente / }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
  }
  await shootAnalyses(page, {
    isEnglish: theme === 'dark',
    go: openPath,
    shoot: (name) => takeShot(page, name, theme),
  });
  await page.context().close();
}

/** Statistics and camera monitor: Italian in the light theme, English in the dark one. */
async function shootReportScreens(browser: Browser, world: World, theme: Theme): Promise<void> {
  const page = await openPage(browser, world, theme, { width: 1440, height: 900 });
  await new LoginPage(page).signIn(world.user('m.ferri'));
  await new CasePage(page).stateReason('4471/2026');
  if (theme === 'dark') {
    await page.getByRole('button', { name: /^Utente / }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
  }
  await shootReports(page, { isEnglish: theme === 'dark', go: openPath, shoot: (name) => takeShot(page, name, theme) });
  await page.context().close();
}

async function shootPhone(browser: Browser, world: World, theme: Theme): Promise<void> {
  const page = await openPage(browser, world, theme, { width: 390, height: 844 });
  const [login, list] = [new LoginPage(page), new ListPage(page)];
  await login.open();
  await takeShot(page, 'phone-sign-in', theme);
  await login.fill(world.user('s.bassi'));
  await login.expectInside();
  await list.find('');
  await list.rows.first().waitFor();
  await list.expectSettled();
  await takeShot(page, 'phone-results', theme);
  await tryShots('phone-list', () => shootPhoneList(page, list, { shoot: (name) => takeShot(page, name, theme) }));
  await page.keyboard.press('Escape');
  await list.rows.first().click();
  await page.getByRole('article').waitFor();
  await page.getByText('Caricamento del transito').waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
  await takeShot(page, 'phone-detail', theme);
  await page.getByRole('article').getByRole('button', { name: 'Chiudi', exact: true }).click();
  await shootPhoneExports(page, {
    isEnglish: theme === 'dark',
    go: openPath,
    shoot: (name) => takeShot(page, name, theme),
  });
  await page.context().close();
}

/** Look-ups at both widths, each in its own session, and a refusal by the ministry. In Italian. */
async function shootLookUpScreens(browser: Browser, world: World, theme: Theme): Promise<void> {
  const input = { world, go: openPath };
  for (const [width, height, prefix] of [
    [1440, 900, ''],
    [390, 844, 'phone-'],
  ] as const) {
    const page = await openPage(browser, world, theme, { width, height });
    await shootLookUps(page, { ...input, shoot: (name) => takeShot(page, name, theme) }, prefix);
    await page.context().close();
  }
  const page = await openPage(browser, world, theme, { width: 1440, height: 900 });
  await shootRefusal(page, { ...input, shoot: (name) => takeShot(page, name, theme) });
  await page.context().close();
}

/** Users of a plant at both widths: Italian in the light theme, English in the dark one. */
async function shootUsers(browser: Browser, world: World, theme: Theme): Promise<void> {
  for (const [width, height, prefix] of [
    [1440, 900, ''],
    [390, 844, 'phone-'],
  ] as const) {
    const page = await openPage(browser, world, theme, { width, height });
    await new LoginPage(page).signIn(world.user('amministratore'));
    const isEnglish = theme === 'dark';
    if (isEnglish) {
      await page.getByRole('button', { name: /^Utente / }).click();
      await page.getByRole('menuitem', { name: 'English' }).click();
    }
    const input = { isEnglish, go: openPath, shoot: (name: string) => takeShot(page, name, theme) };
    await tryShots(`${prefix}plant-users`, () => shootPlantUsers(page, input, prefix));
    await page.context().close();
  }
}

/** States of the list that need more than a search. */
async function shootWorkspace(browser: Browser, world: World, theme: Theme): Promise<void> {
  const camera = { shoot: (name: string) => takeShot(page, name, theme) };
  const page = await openPage(browser, world, theme, { width: 1440, height: 900 });
  const list = new ListPage(page);
  await new LoginPage(page).signIn(world.user('m.ferri'));
  await new CasePage(page).stateReason('4471/2026');
  await tryShots('overlays', () => shootOverlays(page, list, camera));
  await tryShots('views', () => shootViews(page, list, camera));
  await tryShots('answers', () => shootResponses(page, list, camera));
  await tryShots('english', () => shootEnglish(page, camera));
  await page.context().close();
}

async function openPage(
  browser: Browser,
  world: World,
  colorScheme: Theme,
  viewport: { width: number; height: number },
): Promise<Page> {
  const settings = { baseURL: world.portal, locale: 'it-IT', timezoneId: 'Europe/Rome' };
  const isPhone = viewport.width < 600;
  return browser.newPage({
    ...settings,
    colorScheme,
    viewport,
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: 'reduce',
  });
}

/** Reports a screen that cannot be taken and continues with the others. */
async function tryShots(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`);
  }
}

async function runShots(): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const { world, stop } = await startWorld({ slot: 0, size: 'small' });
  const browser = await chromium.launch(await findBrowser());
  try {
    const parts = {
      desk: shootDesktop,
      workspace: shootWorkspace,
      phone: shootPhone,
      pages: shootAdministratorPages,
      'look-ups': shootLookUpScreens,
      analyses: shootAnalysisScreens,
      'plant-users': shootUsers,
      reports: shootReportScreens,
    };
    for (const theme of ['light', 'dark'] as const)
      for (const [name, work] of Object.entries(parts)) {
        const isRequested = isForDocs ? name === 'desk' : only.length === 0 || only.includes(name);
        if (isRequested) await tryShots(name, () => work(browser, world, theme));
      }
  } finally {
    await browser.close();
    await stop();
  }
}

await runShots();
