import { addDays, toRomeDay } from '@varco/domain/time/rome.ts';
import { findPlatesTogether, findTravellingPlate, listSeededReads } from '../../e2e/world/seeded-traffic.ts';
import type { World } from '../../e2e/world/world.ts';
import { goToRow, isWholePlate, type Job, ROW_OF_THE_CAR, SEARCH_SCREEN } from './job.ts';

const formatDay = (day: string): string => day.split('-').toReversed().join('/');
const getYesterday = (world: World): string => addDays(toRomeDay(Date.parse(world.begunAt)), -1);

/** Four characters from the middle of a plate that passed yesterday in the evening. */
function findPartialPlate(world: World): string {
  const yesterday = getYesterday(world);
  const read = listSeededReads(world.begunAt).find(
    ({ at, plate }) => toRomeDay(Date.parse(at)) === yesterday && isWholePlate(plate),
  );
  if (read === undefined) throw new Error('The demo has no read of yesterday.');
  return read.plate.slice(1, 5);
}

const findTogether = (world: World): readonly [string, string] =>
  findPlatesTogether(listSeededReads(world.begunAt)).plates;

const findSeenPlate = (world: World): string =>
  findTravellingPlate(listSeededReads(world.begunAt), { fewest: 4, most: 40 });

/** Jobs that begin with a search or with one passage. */
export const TRANSIT_JOBS: readonly Job[] = [
  {
    id: 'partial-plate',
    title: 'find a partial plate of last night',
    person: 'm.ferri',
    start: SEARCH_SCREEN,
    prepare: async () => undefined,
    run: async ({ world, list }, hands) => {
      const part = findPartialPlate(world);
      const day = formatDay(getYesterday(world)).slice(0, 5);
      await hands.press('q');
      await hands.type(`*${part}*`);
      await hands.press('Enter');
      await hands.waitForFocus(list.rows.first());
      await hands.press('i');
      const found = list.rows.filter({ hasText: day }).filter({ hasText: part });
      await hands.waitForFocus(found.first());
    },
  },
  {
    id: 'accomplices',
    title: 'who travelled with it',
    person: 'm.ferri',
    start: ROW_OF_THE_CAR,
    prepare: (place) => goToRow(place, findTogether(place.world)[0]),
    run: async ({ page }, hands) => {
      await hands.press('c');
      const results = page.getByRole('region', { name: /^Veicoli complici di / });
      await hands.waitFor(results.getByRole('img', { name: /^Targa / }).first());
    },
  },
  {
    id: 'print',
    title: 'print for the file',
    person: 'm.ferri',
    start: ROW_OF_THE_CAR,
    prepare: (place) => goToRow(place, findSeenPlate(place.world)),
    run: async ({ page }, hands) => {
      const file = page.waitForEvent('download', { timeout: 60_000 });
      await hands.press('p');
      const name = (await hands.waitUntil(file)).suggestedFilename();
      if (!/^transito-.*\.pdf$/.test(name)) throw new Error(`${name} is not the report of a transit.`);
    },
  },
  {
    id: 'export',
    title: 'export for the prosecutor',
    person: 'm.ferri',
    start: ROW_OF_THE_CAR,
    prepare: (place) => goToRow(place, findSeenPlate(place.world)),
    run: async ({ page }, hands) => {
      await hands.press('e');
      const dialog = page.getByRole('dialog', { name: 'Esporta transiti' });
      await hands.waitFor(dialog.locator('button:enabled', { hasText: 'CONFERMA' }));
      const started = page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/api/v1/exports'),
      );
      await hands.press('Enter');
      const { status } = await hands.waitUntil(started.then((response) => ({ status: response.status() })));
      if (status >= 300) throw new Error(`The export was refused with ${status}.`);
      await hands.waitForEnd(dialog);
    },
  },
  {
    id: 'compare',
    title: 'compare two plates',
    person: 'm.ferri',
    start: ROW_OF_THE_CAR,
    prepare: (place) => goToRow(place, findTogether(place.world)[0]),
    run: async ({ world, page }, hands) => {
      await hands.press('m');
      const field = page.getByRole('textbox', { name: 'Confronta con la targa' });
      await hands.waitFor(field);
      await hands.press('q');
      await hands.waitForFocus(field);
      await hands.type(findTogether(world)[1]);
      await hands.press('Enter');
      await hands.waitFor(page.getByRole('region', { name: 'Insieme a' }).getByRole('listitem').first());
    },
  },
];
