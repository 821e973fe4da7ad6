import type { Locator, Page } from '@playwright/test';
import { expect, test } from './world/journey.ts';

const findToggle = (page: Page): Locator => page.getByRole('button', { name: 'Transiti nel tempo', exact: true });
const findBars = (page: Page): Locator => page.getByRole('slider', { name: 'Transiti nel tempo' });

/** What the strip says of the chosen bars: the two ends of their period as sortable text, and the number of transits. */
async function readChosen(bars: Locator): Promise<{ from: string; to: string; count: string }> {
  const text = (await bars.getAttribute('aria-valuetext')) ?? '';
  const found = /^(\S+(?: \d\d:\d\d)?) – (\S+(?: \d\d:\d\d)?): ([\d.]+) transit[io]$/.exec(text);
  const sort = (moment = ''): string => moment.replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$2-$1');
  return { from: sort(found?.[1]), to: sort(found?.[2]), count: found?.[3] ?? text };
}

async function drag(page: Page, bars: Locator, from: number, to: number): Promise<void> {
  const box = await bars.boundingBox();
  if (box === null) throw new Error('no strip');
  await page.mouse.move(box.x + from * box.width, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + ((from + to) / 2) * box.width, box.y + 12);
  await page.mouse.move(box.x + to * box.width, box.y + 12);
  await page.mouse.up();
}

test('a drag over the strip of transits finds exactly those of its period, a click jumps, and Back returns', async ({
  page,
  begin,
  list,
}) => {
  await begin('s.bassi', { reason: '4471/2026', find: '' });
  // One plant: another may fail its count, which the strip says.
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await list.expectSettled();
  const bars = findBars(page);
  await findToggle(page).click();
  await expect(bars).toHaveAttribute('aria-valuetext', /: [\d.]+ transiti$/);
  const whole = (await bars.getAttribute('aria-valuetext')) ?? '';

  // From far back in the archive, in one drag.
  await drag(page, bars, 0.2, 0.4);
  await expect(bars).not.toHaveAttribute('aria-valuetext', whole);
  await expect(list.period('Tutti')).toHaveAttribute('aria-pressed', 'false');
  await list.expectSettled();
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await list.expectSettled();
  const chosen = await readChosen(bars);
  await expect(list.results.getByText(`di ${chosen.count}`).first()).toBeVisible();
  const times = await list.readTimes();
  expect(times.length).toBeGreaterThan(0);
  expect(times.every((time) => time >= chosen.from && time <= `${chosen.to} 23:59:59`)).toBe(true);

  await page.goBack();
  await expect(list.period('Tutti')).toHaveAttribute('aria-pressed', 'true');
  await list.expectSettled();

  // A click: the newest row is of the clicked bar, or before it.
  const box = await bars.boundingBox();
  await bars.click({ position: { x: (box?.width ?? 0) * 0.5, y: 12 } });
  await expect(list.period('Tutti')).toHaveAttribute('aria-pressed', 'false');
  await list.expectSettled();
  const { to } = await readChosen(bars);
  const [newest = ''] = await list.readTimes();
  expect(newest <= `${to} 23:59:59`).toBe(true);

  // Removed again by its own button, and hidden by its own.
  await page.getByRole('button', { name: 'Togli il periodo scelto' }).click();
  await expect(list.period('Tutti')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Nascondi i transiti nel tempo' }).click();
  await expect(bars).toBeHidden();
  await expect(findToggle(page)).toHaveAttribute('aria-pressed', 'false');
});
