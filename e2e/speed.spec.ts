import { signInOnce } from '../bench/portal/browser-run.ts';
import { measureGzippedBytes, WEB_BUDGETS } from '../tools/checks/web-budget.ts';
import { expect, test } from './world/journey.ts';

const sumBytes = (paths: readonly string[]): number =>
  [...new Set(paths)].reduce((sum, path) => sum + measureGzippedBytes(path), 0);

test('a browser that was never here asks for no more code than the budgets say, before the sign-in and before the search', async ({
  browser,
  world,
}) => {
  const { username, password } = world.user('m.ferri');
  const { beforeForm, beforeSearch } = await signInOnce(browser, { origin: world.portal, username, password }, 2_000);
  expect(beforeForm.length).toBeGreaterThan(1);
  expect(beforeSearch.length).toBeGreaterThan(beforeForm.length);
  expect(sumBytes(beforeForm)).toBeLessThanOrEqual(WEB_BUDGETS.signIn);
  expect(sumBytes(beforeSearch)).toBeLessThanOrEqual(WEB_BUDGETS.search);
});
