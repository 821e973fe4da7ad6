import { test as base, expect } from '@playwright/test';
import { CasePage } from '../pages/case.page.ts';
import { DetailPage } from '../pages/detail.page.ts';
import { ListPage } from '../pages/list.page.ts';
import { LoginPage } from '../pages/login.page.ts';
import { readWorld, type World } from './world.ts';

interface Journey {
  readonly login: LoginPage;
  readonly list: ListPage;
  readonly detail: DetailPage;
  readonly caseBar: CasePage;
  /** What the page complained about: errors in the console, scripts the content policy refused, exceptions nobody caught. */
  readonly complaints: string[];
}

/** The browser's own note of a call that was refused or found nobody: the demo has such plants on purpose. */
const isNetworkNote = (text: string): boolean => /^(Failed to load resource:|Access to fetch at )/.test(text);

/** Runs in the page before anything else does; the content policy does not bind it. */
const TELL_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  window.tellViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

/**
 * A journey on the running demo. After each one, whatever it did, the page must not have complained: no error in the
 * console, nothing the content policy had to refuse, no exception nobody caught.
 */
export const test = base.extend<Journey, { world: World }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => use(readWorld()),
    { scope: 'worker' },
  ],
  baseURL: async ({ world }, use) => use(world.portal),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        const { url, lineNumber } = message.location();
        if (message.type() !== 'error' || isNetworkNote(message.text())) return;
        complaints.push(`${message.text()} (${url}:${lineNumber})`);
      });
      page.on('pageerror', (error) => complaints.push(error.stack ?? String(error)));
      await page.exposeFunction('tellViolation', (text: string) => complaints.push(`content policy: ${text}`));
      await page.addInitScript({ content: TELL_VIOLATIONS });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  login: async ({ page }, use) => use(new LoginPage(page)),
  list: async ({ page }, use) => use(new ListPage(page)),
  detail: async ({ page }, use) => use(new DetailPage(page)),
  caseBar: async ({ page }, use) => use(new CasePage(page)),
});

export { expect };
