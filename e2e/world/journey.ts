import { test as base, expect } from '@playwright/test';
import { CasePage } from '../pages/case.page.ts';
import { DetailPage } from '../pages/detail.page.ts';
import { FiltersPage } from '../pages/filters.page.ts';
import { ListPage } from '../pages/list.page.ts';
import { LoginPage } from '../pages/login.page.ts';
import { startWorld } from './start-world.ts';
import type { World } from './world.ts';

/** What a journey is given: pages, and ways to begin. */
export interface Journey {
  readonly login: LoginPage;
  readonly list: ListPage;
  readonly detail: DetailPage;
  readonly caseBar: CasePage;
  readonly filters: FiltersPage;
  /**
   * Opening of most journeys: signs in the user whose name begins with `user`, states the reason of the consultation,
   * and searches the whole archive for a plate (empty: every plate) until every plant has responded or failed.
   */
  readonly begin: (user: string, opening?: { readonly reason?: string; readonly find?: string }) => Promise<void>;
  /** Errors of the page: console errors, scripts blocked by the content security policy, uncaught exceptions. */
  readonly complaints: string[];
}

/** The browser's own message about a refused or failed call; the demo has such plants on purpose. */
const isNetworkMessage = (text: string): boolean => /^(Failed to load resource:|Access to fetch at )/.test(text);

/** Runs in the page before anything else; the content security policy does not apply to it. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  window.tellViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

/**
 * A journey on a running demo. The files that one worker runs after each other share its world; a file that leaves
 * traces there which no other may meet names a world of its own (`test.use({ ownWorld: 'crash' })`), for which the
 * runner starts another worker, as it does after a failure. After each one the page must not have reported console errors, violations of the
 * content security policy or uncaught exceptions.
 */
export const test = base.extend<Journey, { world: World; ownWorld: string }>({
  ownWorld: ['', { option: true, scope: 'worker' }],
  world: [
    async ({ ownWorld: _ }, use, { parallelIndex }) => {
      const { world, stop } = await startWorld({ slot: parallelIndex, size: 'tiny' });
      await use(world);
      await stop();
    },
    // On a busy machine two demos that start at once take minutes.
    { scope: 'worker', timeout: 330_000 },
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
  filters: async ({ page }, use) => use(new FiltersPage(page)),
  begin: async ({ world, login, caseBar, list }, use) =>
    use(async (user, { reason, find } = {}) => {
      await login.signIn(world.user(user));
      if (reason !== undefined) await caseBar.stateReason(reason);
      if (find === undefined) return;
      await list.find(find);
      await list.expectSettled();
    }),
});

export { expect };
