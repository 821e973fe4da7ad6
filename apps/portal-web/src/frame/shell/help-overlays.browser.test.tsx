import { Link } from '@tanstack/react-router';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { closeFeed, toggleFeed, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { closeHelp, toggleHelp, useHelp } from '../../lib/help/help.store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { openWorkspaceTab, resetWorkspace } from '../../lib/workspace/tabs.store.ts';
import { ModelCardLink } from '../../widgets/help/ModelCardLink.tsx';
import { createPortalUser } from '../../../test/portal-user.ts';
import { HelpOverlays } from './HelpOverlays.tsx';

afterEach(() => {
  closeHelp();
  closeFeed();
  resetWorkspace();
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

/** A screen with a score, and what is beside it. */
const ScoreScreen = () => (
  <>
    <ModelCardLink card="clones" />
    <Link to="/control-room">Altra pagina</Link>
    <HelpOverlays />
  </>
);

test('a score leads to its model card beside the page, and from there to the manual of the page', async () => {
  // Wide enough for the panel beside the page.
  await page.viewport(1440, 900);
  await render(<TestProviders screen={ScoreScreen} path="/suspects" />);
  const link = page.getByRole('link', { name: 'Scheda del modello' });
  await userEvent.click(link);
  const card = page.getByRole('complementary', { name: 'Scheda del modello' });
  await expect.element(card.getByRole('heading', { name: 'Scheda: viaggi impossibili e cloni' })).toBeVisible();
  await expect.element(card.getByRole('heading', { name: 'Errori misurati' })).toBeVisible();
  await expect.element(card.getByRole('region', { name: 'Scheda del modello' })).toHaveFocus();
  expect(card.element().textContent).not.toContain('English');
  await userEvent.click(card.getByRole('button', { name: 'Il manuale di questa pagina' }));
  await expect.element(page.getByRole('complementary', { name: 'Aiuto' })).toBeVisible();
  await userEvent.click(link);
  await expect.element(card).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
  toggleHelp();
  await expect.element(page.getByRole('complementary', { name: 'Aiuto' })).toBeVisible();
});

test('a model card closes with the page it was opened on; the manual follows the page', async () => {
  await page.viewport(1440, 900);
  await render(<TestProviders screen={ScoreScreen} path="/suspects" />);
  await userEvent.click(page.getByRole('link', { name: 'Scheda del modello' }));
  const card = page.getByRole('complementary', { name: 'Scheda del modello' });
  await expect.element(card).toBeVisible();
  await userEvent.click(page.getByRole('link', { name: 'Altra pagina' }));
  await expect.element(card).not.toBeInTheDocument();
  expect(useHelp.getState()).toEqual({ isOpen: false, card: null });
  toggleHelp();
  const manual = page.getByRole('complementary', { name: 'Aiuto' });
  await expect.element(manual.getByRole('heading', { name: 'Sala operativa' })).toBeVisible();
});

test('a model card closes when another tab of the workspace is selected', async () => {
  await page.viewport(1440, 900);
  await render(<TestProviders screen={ScoreScreen} path="/lpr" />);
  await userEvent.click(page.getByRole('link', { name: 'Scheda del modello' }));
  const card = page.getByRole('complementary', { name: 'Scheda del modello' });
  await expect.element(card).toBeVisible();
  openWorkspaceTab({ kind: 'suspects' });
  await expect.element(card).not.toBeInTheDocument();
});

test('beside an open alert a model card opens on its own page: the alert stays', async () => {
  await render(<TestProviders screen={ScoreScreen} path="/suspects" />);
  toggleFeed();
  await userEvent.click(page.getByRole('link', { name: 'Scheda del modello' }));
  expect([useHelp.getState().isOpen, useAlerts.getState().isOpen]).toEqual([false, true]);
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
