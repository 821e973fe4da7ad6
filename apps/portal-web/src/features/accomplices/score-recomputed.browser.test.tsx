import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { EMPTY_ACCOMPLICE_FORM } from './accomplice-form.ts';
import { getAccompliceController } from './accomplice-controller.ts';
import { AccompliceScreen } from './AccompliceScreen.tsx';

beforeEach(() => {
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

/** Parses a number as the screen shows it: "1.234,50", "3,12e-4", "−0,456". */
const parseShownNumber = (text: string): number =>
  Number(text.replaceAll('.', '').replace(',', '.').replace('\u2212', '-').trim());

/** Cell texts of a table, row by row. */
const readCells = (table: Element): readonly (readonly string[])[] =>
  [...table.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));

const SHARES = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8];

test('ACC-12 ACC-13 weights, factor, strength, points and score can be worked out again from the explanation alone', async () => {
  const one = createPlantSession(1, crypto.randomUUID(), 'Cesena Cintura', 6);
  if (one.login === null) throw new Error('not signed in');
  const plant = { ...one, login: { ...one.login, user: { ...one.login.user, group: 'fdo carabinieri' } } };
  usePlants.setState({ plants: new Map([[plant.credentialId, plant]]) });
  const controller = getAccompliceController('by-hand', { ...EMPTY_ACCOMPLICE_FORM, plate: 'FO111LA' });
  await render(<TestProviders screen={() => <AccompliceScreen controller={controller} />} />);
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await page.getByRole('button', { name: 'Perché RE100AL' }).click();
  const why = page.getByRole('region', { name: 'Spiegazione del punteggio di RE100AL' });
  await why.getByText('5 viaggi senza').click();
  const together = why.getByRole('table', { name: 'Peso dei viaggi' });
  await expect.element(together).toBeVisible();
  const apart = why.getByRole('table', { name: 'Viaggi senza' });
  await expect.element(apart).toBeVisible();

  // Every trip: log10(0.9 / chance) + time spent together.
  const trips = readCells(together.element()).map((row) => row.slice(2).map(parseShownNumber));
  expect(trips).toHaveLength(3);
  for (const [chance = 0, chain = 0, weight = 0] of trips)
    expect(Math.abs(Math.min(12, Math.log10(0.9 / chance) + chain) - weight)).toBeLessThan(0.005);
  const chances = readCells(apart.element()).map((row) => parseShownNumber(row[1] ?? ''));
  expect(chances).toHaveLength(5);

  // Total: the mean over how often they travel together.
  const products = SHARES.map(
    (share) =>
      trips.reduce((product, [, , weight = 0]) => product * (1 - share + share * 10 ** weight), 1) *
      chances.reduce((product, chance) => product * (1 - share + (share * 0.08) / (1 - chance)), 1),
  );
  const factor = Math.log10(products.reduce((sum, one) => sum + one, 0) / SHARES.length);
  const text = why.element().textContent;
  const shown = (pattern: RegExp): number => parseShownNumber(pattern.exec(text)?.[1] ?? 'nothing');
  expect(Math.abs(factor - shown(/quanto spesso viaggiano insieme\): ([\d.,\u2212]+)/))).toBeLessThan(0.01);
  expect(shown(/log10 1\.000: ([\d.,]+)/)).toBe(3);
  const strength = factor - 3;
  expect(Math.abs(strength - shown(/forza ([\d.,\u2212]+), per 100/))).toBeLessThan(0.01);
  expect(Math.abs(100 * strength - shown(/per 100: ([\d.]+) punti/))).toBeLessThanOrEqual(1);
  const score = Math.min(0.99, 1 / (1 + 10 ** (-0.6 * (strength - 1.5))));
  const detail = page.getByRole('region', { name: 'Dettagli di RE100AL' }).element().textContent;
  expect(Math.abs(score - parseShownNumber(/Punteggio (\d,\d\d)/.exec(detail)?.[1] ?? ''))).toBeLessThan(0.006);
});
