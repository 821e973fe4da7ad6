import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { closeFeed, toggleFeed, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { closeHelp, toggleHelp, useHelp } from '../../lib/help/help.store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { createPortalUser } from '../../../test/portal-user.ts';
import { HelpOverlays } from './HelpOverlays.tsx';

afterEach(() => {
  closeHelp();
  closeFeed();
  useSession.setState(useSession.getInitialState());
});

test('the manual and the panel of the alerts are never open together: the one that opens closes the other', async () => {
  await render(<TestProviders screen={HelpOverlays} path="/lpr" />);
  toggleHelp();
  await expect.element(page.getByRole('complementary', { name: 'Aiuto' })).toBeVisible();
  toggleFeed();
  expect([useHelp.getState().isOpen, useAlerts.getState().isOpen]).toEqual([false, true]);
  toggleHelp();
  expect([useHelp.getState().isOpen, useAlerts.getState().isOpen]).toEqual([true, false]);
});

test('the first steps wait until a compulsory second factor is on: they would lie over its form', async () => {
  const user = createPortalUser({ admin: true, first_steps: true });
  const steps = page.getByRole('dialog', { name: /^Primi passi/ });
  useSession.setState({ status: 'signed-in', user });
  await render(<TestProviders screen={HelpOverlays} path="/settings/two-factor" />);
  await expect.element(steps).toBeInTheDocument();
  useSession.setState({ user: { ...user, must_enable_2fa: true } });
  await expect.element(steps).not.toBeInTheDocument();
  useSession.setState({ user });
  await expect.element(steps).toBeInTheDocument();
});
