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
  /** Errors of the page: console errors, scripts blocked by the content security policy, uncaught exceptions. */
  readonly complaints: string[];
}

/** The browser's own message about a refused or failed call; the demo has such plants on purpose. */
const isNetworkMessage = (text: string): boolean => /^(Failed to load resource:|Access to fetch at )/.test(text);

/** Runs in the page before anything else; the content security policy does not apply to it. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  window.tellViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

/**
 * A journey on the running demo. After each one the page must not have reported console errors, violations of the
 * content security policy or uncaught exceptions.
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
        if (message.type() !== 'error' || isNetworkMessage(message.text())) return;
        complaints.push(`${message.text()} (${url}:${lineNumber})`);
      });
      page.on('pageerror', (error) => complaints.push(error.stack ?? String(error)));
      await page.exposeFunction('tellViolation', (text: string) => complaints.push(`content policy: ${text}`));
      await page.addInitScript({ content: REPORT_VIOLATIONS });
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
