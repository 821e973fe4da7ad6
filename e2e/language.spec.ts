import type { Page } from '@playwright/test';
import type { Language } from '@varco/i18n/message-types.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { PAGES } from '../apps/portal-web/src/frame/page-table.ts';
import { expectLanguage } from './pages/language.ts';
import { expect, test } from './world/journey.ts';

/** Guards of pages that nobody who is signed in sees. */
const OUTSIDE: readonly string[] = ['visitor', 'public', 'first-access', 'must-change'];
/** Rights that no level gives: the data protection officer has them, an administrator does not. */
const OFFICER: readonly string[] = ['audit', 'requests'];
/** An administrator without a force or staff account does not enter the charts. */
const SCREENS = PAGES.filter(
  ({ guard, leadsTo, plantRight = '' }) =>
    leadsTo === undefined && ![...OUTSIDE, 'force-or-staff'].includes(guard) && !OFFICER.includes(plantRight),
);
const OFFICER_SCREENS = PAGES.filter(({ plantRight = '' }) => OFFICER.includes(plantRight));

async function chooseLanguage(page: Page, language: Language): Promise<void> {
  if (language === 'en') {
    await page.getByRole('button', { name: /^Utente / }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
  }
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Opens each screen inside the app and looks for words of the other language. */
async function walk(page: Page, screens: typeof PAGES, language: Language): Promise<void> {
  const { t } = createI18n(language);
  for (const { path, title } of screens) {
    await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
    await expect(page, path).toHaveTitle(`${t(title)} · Varco`);
    await expectLanguage(page, language, path);
    await page.keyboard.press('Escape');
  }
}

for (const language of ['it', 'en'] as const)
  test(`SCOPE-01 every screen of an administrator speaks ${language} only: labels, messages, titles and help`, async ({
    page,
    login,
    world,
    caseBar,
    list,
  }) => {
    test.setTimeout(240_000);
    await login.signIn(world.user('amministratore'));
    await caseBar.stateReason('9061/2026');
    await chooseLanguage(page, language);
    await walk(page, SCREENS, language);
    // A list with rows, and the keys that help shows.
    await page.evaluate(`history.pushState({}, '', '/lpr'); dispatchEvent(new PopStateEvent('popstate'))`);
    await expect(list.results).toBeVisible();
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectLanguage(page, language, 'help');
  });

for (const language of ['it', 'en'] as const)
  test(`the screens of a data protection officer speak ${language} only`, async ({ page, login, world }) => {
    await login.signIn(world.user('c.serra'));
    await chooseLanguage(page, language);
    // The rights are known once the plants have answered.
    await expect(page.getByRole('link', { name: createI18n(language).t('pages:title.personRequests') })).toBeVisible();
    expect(OFFICER_SCREENS).toHaveLength(OFFICER.length);
    await walk(page, OFFICER_SCREENS, language);
  });
