import { type ReactElement, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { buildFinishedSearch } from '../../../../test/finished-search.ts';
import { createPlantSession } from '../../../../test/result-harness.tsx';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { useNewTransits } from './use-new-transits.ts';

let token: string;
beforeEach(() => {
  token = crypto.randomUUID();
  const plants = [createPlantSession(1, token, 'Cesena Cintura', 6)];
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
});
afterEach(async () => {
  // Ends the open streams.
  await fetch(`/test-plant/${token}/ok`, { method: 'POST' });
  usePlants.setState({ plants: new Map() });
});

/** The number of new transits of a finished search of one plant. */
function Counter(): ReactElement {
  const [plate, setPlate] = useState('AB*');
  const { count } = useNewTransits(buildFinishedSearch({ plate }), true);
  return (
    <>
      <output>{count}</output>
      <button type="button" onClick={() => setPlate('CD*')}>
        Altra
      </button>
    </>
  );
}
const countCalls = async (): Promise<number> =>
  ((await (await fetch(`/test-plant/${token}`)).json()) as readonly unknown[]).length;
const counter = page.getByRole('status');

test('a search is watched a moment after it ended, and another one in its place', async () => {
  await render(<Counter />);
  await expect.element(counter).toHaveTextContent('4');
  await page.getByRole('button').click();
  await expect.element(counter).toHaveTextContent('0');
  await expect.element(counter).toHaveTextContent('4');
  expect(await countCalls()).toBe(2);
});

test('a browser tab that stays hidden gives its connections back, and goes on when it is shown', async () => {
  await render(<Counter />);
  await expect.element(counter).toHaveTextContent('4');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(61_000);
  vi.useRealTimers();
  hidden.mockReturnValue(false);
  await expect.element(counter).toHaveTextContent('4');
  expect(await countCalls()).toBe(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(countCalls, { timeout: 10_000 }).toBe(2);
  hidden.mockRestore();
});
