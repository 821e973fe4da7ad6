import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NO_POPUPS, usePopups } from '../lib/notices/popup.store.ts';
import { createPortalUser } from '../../test/portal-user.ts';
import { takeReturnPage } from '../lib/session/last-page.ts';
import { usePreferences } from '../lib/preferences/preferences.store.ts';
import { currentSession, clearSession, useSession } from '../lib/session/session-store.ts';
import { Route as logoutRoute } from '../routes/logout.tsx';
import { guardPage } from './guards.ts';

const START = usePreferences.getInitialState();
/** Pages that were preloaded or opened, in order. */
let loadedPages: string[] = [];
/** Number of running guards. A session restore started by one test must finish before the next test. */
let runningGuards = 0;

beforeEach(() => {
  loadedPages = [];
  localStorage.clear();
  sessionStorage.clear();
  usePreferences.setState(START);
});
afterEach(async () => {
  await vi.waitUntil(() => runningGuards === 0, { timeout: 10_000 });
  clearSession('signed-out');
});

function signIn(): void {
  useSession.setState({ status: 'signed-in', user: createPortalUser() });
}

/** Opens a test router with the product's guards, and with links that preload like the product's. */
async function openRouterAt(path: string): Promise<void> {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to={'/suspects' as never}>Sospetti</Link>
        <Link to={'/map' as never}>Mappa</Link>
        <Link to={'/logout' as never}>Esci</Link>
        <Outlet />
      </>
    ),
  });
  const client = (address: string) =>
    createRoute({
      getParentRoute: () => root,
      path: address,
      beforeLoad: async ({ preload }) => {
        runningGuards += 1;
        await guardPage(address, preload).finally(() => {
          runningGuards -= 1;
          loadedPages.push(`${preload ? 'ahead ' : ''}${address}`);
        });
      },
      component: () => <h1>{address}</h1>,
    });
  const { beforeLoad } = logoutRoute.options;
  const logout = createRoute({
    getParentRoute: () => root,
    path: '/logout',
    beforeLoad: async (context) => {
      await beforeLoad?.(context as never);
      loadedPages.push(`${context.preload ? 'ahead ' : ''}/logout`);
    },
  });
  const router = createRouter({
    routeTree: root.addChildren([
      client('/lpr'),
      client('/suspects'),
      client('/map'),
      client('/login'),
      client('/dashboard/peers'),
      logout,
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
    defaultPreload: 'intent',
    defaultPreloadDelay: 0,
  });
  await render(<RouterProvider router={router} />);
}

test('ROUTE-46 ROUTE-47 a page that is only loaded ahead, because the pointer rests on its link, is not the last one visited; opened it is', async () => {
  signIn();
  await openRouterAt('/lpr');
  const heading = page.getByRole('heading', { name: '/lpr' });
  await expect.element(heading).toBeVisible();
  // Another file may have left the pointer where a link is now, which loads its page ahead.
  await userEvent.hover(heading);
  await vi.waitUntil(() => runningGuards === 0);
  expect(loadedPages).toContain('/lpr');
  loadedPages = [];
  await userEvent.hover(page.getByRole('link', { name: 'Sospetti' }));
  await expect.poll(() => loadedPages).toEqual(['ahead /suspects']);
  expect(usePreferences.getState().lastPage).toBe('/lpr');
  await userEvent.click(page.getByRole('link', { name: 'Sospetti' }));
  await expect.element(page.getByRole('heading', { name: '/suspects' })).toBeVisible();
  expect(usePreferences.getState().lastPage).toBe('/suspects');
});

test('GUARD-04 signed out, hovering a link does not store it as the requested page; clicking does', async () => {
  await openRouterAt('/login');
  await expect.element(page.getByRole('heading', { name: '/login' })).toBeVisible();
  await userEvent.hover(page.getByRole('link', { name: 'Sospetti' }));
  await expect.poll(() => loadedPages).toContain('ahead /suspects');
  expect(takeReturnPage()).toBe('/lpr');
  await userEvent.click(page.getByRole('link', { name: 'Mappa' }));
  await expect.poll(() => loadedPages).toContain('/map');
  await expect.element(page.getByRole('heading', { name: '/login' })).toBeVisible();
  expect(takeReturnPage()).toBe('/map');
});

test('UIE-08 a page that the user may not open leads to the search and says why; ahead of time nothing is said', async () => {
  signIn();
  usePopups.setState(NO_POPUPS);
  await openRouterAt('/dashboard/peers');
  await expect.element(page.getByRole('heading', { name: '/lpr' })).toBeVisible();
  expect(usePopups.getState().isForbidden).toBe(true);
  usePopups.setState(NO_POPUPS);
  await guardPage('/dashboard/peers', true).catch(() => undefined);
  expect(usePopups.getState()).toEqual(NO_POPUPS);
});

test('ROUTE-44 hovering over "Esci" does not sign out', async () => {
  signIn();
  await openRouterAt('/lpr');
  await expect.element(page.getByRole('heading', { name: '/lpr' })).toBeVisible();
  await userEvent.hover(page.getByRole('link', { name: 'Esci' }));
  await expect.poll(() => loadedPages).toContain('ahead /logout');
  expect(currentSession().user?.username).toBe('anna');
});
