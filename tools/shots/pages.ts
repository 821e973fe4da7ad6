import type { Page } from '@playwright/test';
import { CasePage } from '../../e2e/pages/case.page.ts';
import { LoginPage } from '../../e2e/pages/login.page.ts';
import type { World } from '../../e2e/world/world.ts';

interface PagesInput {
  readonly world: World;
  readonly isEnglish: boolean;
  readonly go: (page: Page, address: string) => Promise<void>;
  readonly shoot: (name: string) => Promise<void>;
}

/** Pages that show their content without user input. */
const PAGES = [
  ['/home', 'home'],
  ['/control-room', 'control-room'],
  ['/alerts', 'alerts'],
  ['/blacklist', 'blacklist'],
  ['/whitelist', 'whitelist'],
  ['/figurehead', 'figurehead'],
  ['/visure-ministeriali/history', 'look-up-history'],
  ['/credentials', 'credentials'],
  ['/peer/status', 'status'],
  ['/peer/groups', 'groups'],
  ['/peer/devices', 'devices'],
  ['/peer/districts', 'districts'],
  ['/peer/settings', 'plant-settings'],
  ['/peer/holds', 'plant-holds'],
  ['/peer/deletions', 'plant-deletions'],
  ['/peer/portals', 'plant-portals'],
  ['/peer/cameras', 'plant-cameras'],
  ['/peer/import', 'plant-import'],
  ['/dashboard/peers', 'registry'],
  ['/system-logs', 'system-log'],
  ['/exports', 'exports-empty'],
  ['/settings', 'settings'],
] as const;
/** Plants respond within four seconds, including the slow one. */
const ANSWERED_MS = 5_000;

/** Every page of an administrator at both widths: Italian in the light theme, English in the dark one. */
export async function shootPages(page: Page, input: PagesInput): Promise<void> {
  const { world, isEnglish, go, shoot } = input;
  const [login, caseBar] = [new LoginPage(page), new CasePage(page)];
  await login.open();
  await login.fill(world.user('amministratore'));
  await login.expectInside();
  await caseBar.stateReason('4471/2026');
  await go(page, '/visure-ministeriali');
  await page.getByRole('combobox', { name: 'Impianto' }).click();
  await page.getByRole('option', { name: world.plant('CES').label, exact: true }).click();
  const rca = page.getByRole('region', { name: 'RCA/REV', exact: true });
  await rca.getByRole('textbox').first().fill('GA112AB');
  await rca.getByRole('button', { name: 'Cerca' }).click();
  await page.getByRole('region', { name: 'Assicurazione' }).first().waitFor();
  await shoot('look-ups');
  if (isEnglish) {
    await page.getByRole('button', { name: /^Utente / }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
  }
  for (const [width, prefix] of [
    [1440, ''],
    [390, 'phone-'],
  ] as const) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const [address, name] of PAGES) {
      await go(page, address);
      await page.waitForTimeout(ANSWERED_MS);
      await shoot(`${prefix}${name}`);
    }
    await shootAlertViews(page, prefix, input);
  }
}

/** The views of the alert history in the current language, and the alert settings. */
async function shootAlertViews(page: Page, prefix: string, { go, shoot }: PagesInput): Promise<void> {
  await go(page, '/alerts');
  await page
    .getByText(/^(Interforze|Interforce)$/)
    .first()
    .click();
  await page.getByText(/^(La mia abilitazione|My standing)$/).waitFor();
  await page.waitForTimeout(ANSWERED_MS);
  await shoot(`${prefix}alerts-interforce`);
  await page
    .getByText(/^(Canali|Channels)$/)
    .first()
    .click();
  await page.getByText(/^(Destinatari|Recipients)$/).waitFor();
  await page.waitForTimeout(ANSWERED_MS);
  await shoot(`${prefix}alerts-channels`);
  await page.getByRole('button', { name: /^(Allarmi dal vivo|Live alerts)/ }).click();
  await page.getByRole('button', { name: /^(Impostazioni degli allarmi|Alert settings)$/ }).click();
  const push = page.getByText(/^(Notifiche anche a portale chiuso|Notifications while the portal is closed)$/);
  await push.scrollIntoViewIfNeeded();
  await page.waitForTimeout(ANSWERED_MS);
  await shoot(`${prefix}alerts-settings`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}
