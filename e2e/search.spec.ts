import { expect, test } from './world/journey.ts';
import { findKnownPrefix, formatReadTime, listSeededReads } from './world/seeded-traffic.ts';

test('SCOPE-04 SRCH-05 PSEL-03 GEN-01: a plate with a wildcard over all plants, in one order, saying what is missing', async ({
  world,
  page,
  list,
  begin,
}) => {
  const reads = listSeededReads(world.begunAt);
  const beginning = findKnownPrefix(reads, { fewest: 8, most: 30 });
  const expected = reads.filter((read) => read.plate.startsWith(beginning));
  await begin('m.ferri', { reason: '4471/2026' });
  await list.find(`${beginning.toLowerCase()}*`);

  // The fast plants show their rows while the slow one is still pending.
  const ravenna = list.plants.getByRole('button', { name: /Ravenna Porto/ });
  await expect(list.plants.getByText(/in ricezione\.\.\./).first()).toBeVisible();
  await expect(list.rows.first()).toBeVisible();
  await expect(list.results.getByText(/in ricezione/)).toBeVisible();
  await list.expectSettled();
  await expect(ravenna).toBeVisible();

  await expect(list.plate).toHaveValue(`${beginning}*`);
  for (const plate of await list.findPlates().all()) {
    await expect(plate).toHaveAccessibleName(new RegExp(`^Targa ${beginning}`));
  }
  // The list does not move after the user touched it; the rows of the slow plant wait until they are shown on
  // request.
  const show = list.results.getByRole('button', { name: 'Mostra' });
  if (await show.isVisible()) await show.click();

  const times = await list.readTimes();
  expect(times).toEqual([...times].toSorted().toReversed());
  const codes = await list.readPlantCodes();
  expect(codes).toHaveLength(times.length);
  const shown = codes
    .map((code, index) => `${code} ${times[index]}`)
    .filter((text) => /^(?:CES|FOR|RAV|FAE) /.test(text));
  expect(shown).toEqual(expected.map((read) => `${read.plant} ${formatReadTime(read.at)}`));

  await expect(list.results.getByText(/[56] impianti su 6 hanno risposto/)).toBeVisible();
  await expect(list.results.getByText(/intero database/)).toBeVisible();

  await list.results.getByRole('button', { name: 'Completezza del risultato' }).click();
  await expect(page.getByText(/ultima risposta in [\d.]+ ms: .*rete \d+/).first()).toBeVisible();
  await page.keyboard.press('Escape');
});

test('PSEL-01 PSEL-02 PSEL-04 PSEL-07: the plant column shows limits, states and counts of all plants', async ({
  list,
  begin,
}) => {
  await begin('m.ferri', { reason: '4471/2026', find: 'G*' });
  await expect(list.plants.getByRole('button').first()).toContainText('Tutti');
  await expect(list.plants.getByRole('button', { name: /Cesena Cintura/ })).toContainText(/\d|dati ricevuti/);
  await expect(list.plants.getByText('OFFLINE')).toBeVisible();
  await expect(list.plants.getByText('SENZA PERMESSI')).toBeVisible();
  await expect(list.plants.getByText('Varchi limitati')).toBeVisible();
  await expect(list.plants.getByText('max 48 h')).toBeVisible();
  await expect(list.plants.getByText('lento').first()).toBeVisible();
});
