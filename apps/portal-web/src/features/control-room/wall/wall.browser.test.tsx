import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPlantSession } from '../../../../test/result-harness.tsx';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { bindTranslator } from '../../../lib/translate.ts';
import { ControlRoomScreen } from '../ControlRoomScreen.tsx';

let tokens: readonly string[] = [];
const setMode = (at: number, mode: string): Promise<unknown> =>
  fetch(`/test-plant/${tokens[at]}/${mode}`, { method: 'POST' });

/** The wall over plants in the given modes of the test server; `away`: the user may not see its transits. */
async function renderWall(modes: readonly string[], onLeave: () => void = () => undefined): Promise<void> {
  tokens = modes.map(() => crypto.randomUUID());
  for (const [at, mode] of modes.entries()) if (mode !== 'away') await setMode(at, mode);
  const plants = modes.map((_mode, at) => {
    const plant = createPlantSession(at + 1, tokens[at] ?? '', `Impianto ${at + 1}`, 6);
    if (plant.login === null) throw new Error('not signed in');
    const group = modes[at] === 'away' ? 'comune' : 'fdo carabinieri';
    return { ...plant, login: { ...plant.login, user: { ...plant.login.user, group } } };
  });
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
  const wall = { isShown: true, onShow: () => undefined, onLeave, alerts: <p>Allarmi</p>, clock: <p>14:32:41</p> };
  await render(<TestProviders screen={() => <ControlRoomScreen alerts={null} wall={wall} />} />);
}

beforeEach(() => {
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(async () => {
  // Ends the open streams.
  for (const at of tokens.keys()) await setMode(at, 'ok');
  usePlants.setState({ plants: new Map() });
});

const plantNames = (): readonly string[] =>
  [...document.querySelectorAll('ul[aria-label="Impianti"] li > span:first-child > strong')].map(
    ({ textContent }) => textContent,
  );

test('the wall has figures, plants and alerts, and names what is not in the totals', async () => {
  await renderWall(['ok', 'hold']);
  await expect.element(page.getByRole('button', { name: /^Transiti oggi 1\.234/ })).toBeVisible();
  await expect.element(page.getByText('Dal vivo: 1 impianto su 2')).toBeVisible();
  await expect.element(page.getByText(/Non è nei totali: Impianto 2\./)).toBeVisible();
  await expect.element(page.getByText('Allarmi')).toBeVisible();
});

test('a wall without a live plant says so in place of figures, and shows them again by itself', async () => {
  await renderWall(['fail']);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^NON DAL VIVO/);
  await expect.element(page.getByRole('button', { name: /^Transiti oggi – non disponibile/ })).toBeVisible();
  await setMode(0, 'ok');
  await expect.element(page.getByRole('button', { name: /^Transiti oggi 1\.234/ }), { timeout: 15_000 }).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('plants that do not fit take turns, by themselves and with J and K; P stops them, Esc leaves', async () => {
  const leave = vi.fn<() => void>();
  await renderWall(['ok', ...Array.from({ length: 8 }, () => 'away')], leave);
  await expect.element(page.getByText('Dal vivo: 1 impianto su 9')).toBeVisible();
  // Those that are not live come first, so that they are not missed.
  expect(plantNames()).toHaveLength(8);
  expect(plantNames()).not.toContain('Impianto 1');
  const dots = page.getByRole('img', { name: /^pagina/ });
  await expect.element(dots).toHaveAccessibleName('pagina 1 di 2');
  await userEvent.keyboard('j');
  await expect.element(dots).toHaveAccessibleName('pagina 2 di 2');
  expect(plantNames()).toEqual(['Impianto 1']);
  await userEvent.keyboard('k');
  await expect.element(dots).toHaveAccessibleName('pagina 1 di 2');
  await userEvent.keyboard('p');
  await expect.element(page.getByText('rotazione ferma')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(leave).toHaveBeenCalledTimes(1);
});
