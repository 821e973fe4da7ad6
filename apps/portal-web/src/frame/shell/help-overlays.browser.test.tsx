import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { closeFeed, toggleFeed, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { closeHelp, toggleHelp, useHelp } from '../../lib/help/help.store.ts';
import { HelpOverlays } from './HelpOverlays.tsx';

afterEach(() => {
  closeHelp();
  closeFeed();
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
