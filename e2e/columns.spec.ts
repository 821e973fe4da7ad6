import { expect, test } from './world/journey.ts';

/** Columns that say where the car was seen. */
const ESSENTIAL = ['date', 'plate', 'vehicle', 'gate', 'image'];

/** Cells of the essential columns whose content is cut, in the page. */
const FIND_CUT = `(ids) => ids.flatMap((id) =>
  [...document.querySelectorAll('#results td[data-column=' + id + ']')]
    .flatMap((cell) => [cell, ...cell.querySelectorAll('span:not(.visually-hidden)')])
    .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
    .map((part) => id + ': ' + part.textContent))`;

test('date, plate, vehicle, gate and picture are whole at every width, with and without filters, as plates and as ADR', async ({
  page,
  world,
  login,
  caseBar,
  list,
}) => {
  await login.signIn(world.user('s.bassi'));
  await caseBar.stateReason('4471/2026');
  await list.find('');
  await list.expectSettled();
  for (const isAdr of [false, true]) {
    if (isAdr) {
      await page.keyboard.press('d');
      await list.period('Tutti').click();
      await list.expectSettled();
    }
    for (const width of [1280, 1440, 1920, 640, 960]) {
      await page.setViewportSize({ width, height: 900 });
      // Below 1024 px the filters cover the results.
      for (const hasFilters of width < 1024 ? [false] : [false, true]) {
        if (hasFilters) await page.getByRole('button', { name: /^Filtri/ }).click();
        await expect(page.getByRole('complementary', { name: 'Filtri' })).toHaveCount(hasFilters ? 1 : 0);
        await expect(list.rows.first()).toBeVisible();
        await expect
          .poll(() => page.evaluate(`(${FIND_CUT})(${JSON.stringify(ESSENTIAL)})`), `${width} px`)
          .toEqual([]);
        for (const id of ESSENTIAL) await expect(page.locator(`#results th[data-column=${id}]`)).toHaveCount(1);
        if (hasFilters)
          await page
            .getByRole('button', { name: /^Filtri/ })
            .first()
            .click();
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('a window of 720 x 450 px, as at 200 % zoom, shows at least four rows of the list, also of two lines each', async ({
  page,
  world,
  login,
  list,
  caseBar,
}) => {
  await login.signIn(world.user('s.bassi'));
  await caseBar.stateReason('4471/2026');
  await list.find('');
  await list.expectSettled();
  await page.setViewportSize({ width: 720, height: 450 });
  await expect
    .poll(() =>
      page.evaluate(`(() => {
        const frame = document.querySelector('#results [data-density]').getBoundingClientRect();
        const head = document.querySelector('#results thead').getBoundingClientRect();
        const rows = [...document.querySelectorAll('#results tbody tr')].map((row) => row.getBoundingClientRect());
        return rows.filter(({ top, bottom }) => top >= head.bottom - 1 && bottom <= Math.min(frame.bottom, innerHeight)).length;
      })()`),
    )
    .toBeGreaterThanOrEqual(4);
  // The pages are in the line above the rows, and what has gone is not reached by Tab either.
  await expect(page.getByRole('navigation', { name: 'Pagine' })).toHaveCount(1);
});
