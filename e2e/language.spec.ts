import { createI18n } from '@varco/i18n/create-i18n.ts';
import { PAGES } from '../apps/portal-web/src/frame/page-table.ts';
import { expectLanguage } from './pages/language.ts';
import { expect, test } from './world/journey.ts';

/** Guards of pages that nobody who is signed in sees. */
const OUTSIDE: readonly string[] = ['visitor', 'public', 'first-access', 'must-change'];
/** An administrator without a force or staff account does not enter the charts, nor the log without its own right. */
const SCREENS = PAGES.filter(
  ({ guard, leadsTo, plantRight }) =>
    leadsTo === undefined && ![...OUTSIDE, 'force-or-staff'].includes(guard) && plantRight !== 'audit',
);

for (const language of ['it', 'en'] as const)
  test(`SCOPE-01 every screen of an administrator speaks ${language} only: labels, messages, titles and help`, async ({
    page,
    login,
    world,
    caseBar,
    list,
  }) => {
    test.setTimeout(240_000);
    const { t } = createI18n(language);
    await login.signIn(world.user('amministratore'));
    await caseBar.stateReason('9061/2026');
    if (language === 'en') {
      await page.getByRole('button', { name: /^Utente / }).click();
      await page.getByRole('menuitem', { name: 'English' }).click();
    }
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const { path, title } of SCREENS) {
      await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
      await expect(page, path).toHaveTitle(`${t(title)} · Varco`);
      await expectLanguage(page, language, path);
      await page.keyboard.press('Escape');
    }
    // A list with rows, and the keys that help shows.
    await page.evaluate(`history.pushState({}, '', '/lpr'); dispatchEvent(new PopStateEvent('popstate'))`);
    await expect(list.results).toBeVisible();
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectLanguage(page, language, 'help');
  });
