import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeExports, listNotices, renderExports } from '../../../test/exports-harness.tsx';

afterEach(() => {
  vi.useRealTimers();
  closeExports();
});

test('EXP-19 EXP-18 the portal says that something changed: the end of an export is told without waiting for the next turn of the poll', async () => {
  // The polling interval never elapses, so the second request comes from the event.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const world = await renderExports({ screen: 'dialog', mode: 'news' });
  const confirm = page.getByRole('dialog', { name: 'Esporta transiti' }).getByRole('button', { name: 'CONFERMA' });
  await expect.element(confirm).toBeEnabled();
  await userEvent.click(confirm);
  await expect.poll(listNotices, { timeout: 10_000 }).toContain('Esportazione completata.');
  const watches = (await world.calls()).filter(({ route }) => route === 'POST /api/v1/exports/watch');
  expect(watches).toHaveLength(1);
});
