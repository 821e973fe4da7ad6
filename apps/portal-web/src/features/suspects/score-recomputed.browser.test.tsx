import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { now } from '../../lib/clock.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { toRomeClock, shiftDays } from '../../lib/rome-days.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { registerTransitActions } from '../../lib/transit-actions/action-registry.ts';
import { BUILT_ACTIONS } from '../../lib/transit-actions/built-actions.ts';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import { HIDE_DELAY_MS } from './HoverPreview.tsx';
import { getSuspectController } from './suspect-controller.ts';
import { SuspectsScreen } from './SuspectsScreen.tsx';

let controllerCount = 0;

async function renderScreen(plate: string): Promise<void> {
  const one = createPlantSession(1, crypto.randomUUID(), 'Cesena Cintura', 6);
  if (one.login === null) throw new Error('not signed in');
  const plant = { ...one, login: { ...one.login, user: { ...one.login.user, group: 'fdo carabinieri' } } };
  usePlants.setState({ plants: new Map([[plant.credentialId, plant]]) });
  controllerCount += 1;
  const controller = getSuspectController(`by-hand-${controllerCount}`);
  await render(<TestProviders screen={() => <SuspectsScreen controller={controller} />} />);
  await expect.element(page.getByRole('search')).toBeVisible();
  const day = toRomeClock(shiftDays(now(), -1)).day;
  controller.updateForm({ selectedPeer: null, startTime: `${day}T10:00`, endTime: `${day}T18:00`, plate, gateIds: [] });
  await page.getByRole('search').getByRole('button', { name: 'Cerca', exact: true }).click();
}

beforeEach(() => {
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const parseShownNumber = (text = ''): number =>
  Number(text.replaceAll('.', '').replace(',', '.').replace('\u2212', '-'));
const COUNTED_PATTERN =
  /^([\d.,]+)(?: nel giorno con più giri)?, di solito ([\d.,]+); 3 volte quanto supera una su dieci di ([\d.]+) targhe lette altrettanto spesso: ([\d.,]+); ([\d.]+) di ([\d.]+) targhe altrettanto o più.*\((\d+) punti l’uno, al più (\d+)\)$/;

test('SUS-11 the points of every item, and their sum, can be worked out again from the explanation alone', async () => {
  await renderScreen('FO111LA');
  await page.getByRole('button', { name: /Perché: GK009RB/ }).click();
  const why = page.getByRole('dialog');
  await expect.element(why.getByRole('row', { name: /Totale/ })).toBeVisible();
  const rows = [...why.element().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent.trim()),
  );
  const items = rows.slice(0, -1);
  const text = why.element().textContent;
  const [, oneIn = 0, passages = 0] = (/meno di uno su (\d+) dei ([\d.]+) passaggi/.exec(text) ?? []).map(
    parseShownNumber,
  );
  let counted = 0;
  for (const [points = '', name = '', counts = ''] of items) {
    const found = COUNTED_PATTERN.exec(counts);
    if (found === null) continue;
    counted += 1;
    const [value = 0, habit = 0, alikeOf = 0, alike = 0, plates = 0, all = 0, each = 0, most = 0] = found
      .slice(1)
      .map(parseShownNumber);
    const own = name === 'Varchi in un giorno' ? 0 : 2 * Math.sqrt(habit);
    const excess = value - habit - Math.max(own, alike);
    const isPassages = name === 'Passaggi notturni (00:00–05:00)' || name.startsWith('Giri');
    const part = isPassages ? Math.min(1, (oneIn * excess) / passages) : 1;
    const worth = part * Math.min(most, 100 * Math.log10(all / plates), each * excess);
    expect([name, Number(points)]).toEqual([name, Math.round(worth)]);
    expect([name, alikeOf]).toEqual([name, 100]);
  }
  expect([counted, oneIn, passages]).toEqual([5, 5, 100]);
  const sum = items.reduce((total, [points = '']) => total + parseShownNumber(points.replace('+', '')), 0);
  expect(rows.at(-1)?.[0]).toBe(String(sum));
});

test('SUS-08 the picture of the row under the mouse, until 300 ms after it has left', async () => {
  await renderScreen('');
  const row = page.getByRole('row').nth(1);
  await expect.element(row).toBeVisible();
  await row.hover();
  const preview = page.getByRole('img', { name: 'Immagine di GK001RB' });
  await expect.element(preview).toBeInTheDocument();
  let leftAt = 0;
  row.element().addEventListener('pointerleave', () => (leftAt = performance.now()), { once: true });
  const gone = new Promise<number>((resolve) => {
    const watch = new MutationObserver(() => {
      if (preview.query() !== null) return;
      watch.disconnect();
      resolve(performance.now());
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('search').hover();
  const stayed = (await gone) - leftAt;
  expect(leftAt).toBeGreaterThan(0);
  // A timer may fire early by less than a millisecond.
  expect(stayed).toBeGreaterThanOrEqual(HIDE_DELAY_MS - 1);
  expect(stayed).toBeLessThan(HIDE_DELAY_MS + 2_000);
});

test('TAB-02 a detail opened from the suspects in a tab is one of a suspect transit', async () => {
  const giveBack = registerTransitActions(BUILT_ACTIONS);
  try {
    await renderScreen('');
    await page.getByRole('button', { name: 'Azioni su GK001RB' }).click();
    await page.getByRole('menuitem', { name: /scheda/ }).click();
    await expect
      .poll(() => useTabs.getState().tabs.at(-1))
      .toMatchObject({ kind: 'transit-detail', plate: 'GK001RB', isSuspect: true });
  } finally {
    giveBack();
  }
});
