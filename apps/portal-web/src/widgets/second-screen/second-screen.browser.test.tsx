import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { NO_SECOND_SCREEN, useSecondScreen } from '../../lib/second-screen/second-screen.store.ts';
import { SecondScreenBar } from './SecondScreenBar.tsx';
import { SecondScreenMenu } from './SecondScreenMenu.tsx';
import '../../theme/styles.ts';

// A phone has no second screen.
beforeEach(() => page.viewport(1280, 800));
afterEach(() => useSecondScreen.setState(NO_SECOND_SCREEN, true));

test('the menu offers detail and map with their keys, and closing only while the second screen is open', async () => {
  await render(<TestProviders screen={() => <SecondScreenMenu />} />);
  await userEvent.click(page.getByRole('button', { name: 'Secondo schermo' }));
  await expect.element(page.getByRole('menuitem', { name: /Apri il dettaglio sul secondo schermo/ })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: /Apri la mappa sul secondo schermo/ })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: /Chiudi/ })).not.toBeInTheDocument();
  useSecondScreen.setState({ status: 'on' });
  await userEvent.click(page.getByRole('menuitem', { name: /Chiudi il secondo schermo/ }));
  await expect.poll(() => useSecondScreen.getState().status).toBe('off');
});

test('a window that the browser blocked is said in words', async () => {
  await render(<TestProviders screen={() => <SecondScreenMenu />} />);
  useSecondScreen.setState({ isBlocked: true });
  const dialog = page.getByRole('dialog', { name: 'Secondo schermo' });
  await expect.element(dialog.getByText(/^Il browser ha bloccato la finestra/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Chiudi' }).last());
  await expect.element(dialog).not.toBeInTheDocument();
});

test('the bar says what the second screen shows and switches it', async () => {
  useSecondScreen.setState({ status: 'opening' });
  await render(<TestProviders screen={() => <SecondScreenBar hasSubject={false} />} />);
  const state = page.getByRole('status');
  await expect.element(state).toHaveTextContent('Secondo schermo: la finestra non risponde ancora');
  useSecondScreen.setState({ status: 'on' });
  await expect.element(state).toHaveTextContent('Secondo schermo: dettaglio Scegli una riga: si apre di là.');
  await userEvent.click(page.getByRole('button', { name: 'Mappa' }));
  await expect.element(state).toHaveTextContent('Secondo schermo: mappa Scegli una riga: si apre di là.');
  await userEvent.click(page.getByRole('button', { name: 'Chiudi il secondo schermo' }));
  await expect.poll(() => useSecondScreen.getState().status).toBe('off');
});
