import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createCredential } from '../../../test/plant-sessions.ts';
import { TestProviders } from '../../../test/test-providers.tsx';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { clearPlants, patchPlant, setPlants } from '../../lib/plants/plant-store.ts';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { TransitListScreen } from './TransitListScreen.tsx';
import { useAutoRefresh } from './search/use-auto-refresh.ts';

/** Creates signed-in plants; disabled ones are known but not used. */
function createSignedInPlants(...enabled: readonly boolean[]): void {
  const item = (i: number, isEnabled: boolean) =>
    createCredential({ label: `Impianto ${i}`, url: `https://plant-${i}.example`, enabled: isEnabled });
  setPlants(new Map(enabled.map((isEnabled, i) => [`p${i}`, item(i, isEnabled)])), []);
  for (const [i] of enabled.entries())
    patchPlant(`p${i}`, { state: 'ok', login: buildPlantLoginResponse('token', `uuid-${i}`), token: 'token' });
}

const renderList = () =>
  render(<TestProviders screen={() => <TransitListScreen tab={{ id: 't1', kind: 'transit-list' }} />} />);
const getPlantColumn = page.getByRole('navigation', { name: 'Impianti' });

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.useRealTimers();
  clearPlants();
  usePreferences.setState({ filtersOpen: false });
});

test('SRCH-15 the plant column is shown for two active plants, not for one', async () => {
  createSignedInPlants(true, false);
  await renderList();
  await expect.element(page.getByRole('textbox', { name: 'Targa' })).toBeVisible();
  await expect.element(getPlantColumn).not.toBeInTheDocument();
  createSignedInPlants(true, true);
  await expect.element(getPlantColumn).toBeVisible();
});

test('SRCH-14 SRCH-19 the filter panel opens and closes, by its button and its key, and stays as it was left', async () => {
  createSignedInPlants(true);
  const { unmount } = await renderList();
  const panel = page.getByRole('complementary', { name: 'Filtri' });
  await expect.element(page.getByRole('heading', { name: 'Scegli almeno un filtro' })).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: /^Filtri/ }));
  await expect.element(panel).toBeVisible();
  await unmount();
  await renderList();
  await expect.element(panel).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Chiudi i filtri' }));
  await expect.element(panel).not.toBeInTheDocument();
  await userEvent.keyboard('f');
  await expect.element(panel).toBeVisible();
});

function Ticking(props: { seconds: number; onTick: () => void }): null {
  useAutoRefresh(props.seconds, props.onTick);
  return null;
}

test('LIFE-11 it ticks while the page is visible, pauses while hidden, and ticks at once when shown again', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let ticks = 0;
  await render(
    <Ticking
      seconds={10}
      onTick={() => {
        ticks += 1;
      }}
    />,
  );
  vi.advanceTimersByTime(20_000);
  expect(ticks).toBe(2);
  hidden.mockReturnValue(true);
  vi.advanceTimersByTime(60_000);
  expect(ticks).toBe(2);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(ticks).toBe(3);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(ticks).toBe(3);
  hidden.mockRestore();
});
