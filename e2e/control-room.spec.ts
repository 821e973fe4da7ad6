import { expectAccessible } from './pages/accessible.ts';
import { sendRead } from './world/camera.ts';
import { expect, test } from './world/journey.ts';

test('GEN-08 ROUTE-03 SHELL-07 figures of today follow a read by themselves, a tile opens its transits, Back returns', async ({
  page,
  world,
  list,
  begin,
}) => {
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Sala operativa' }).click();
  await expect(page).toHaveTitle(/Sala operativa/);
  const strip = page.getByRole('list', { name: 'Impianti' });
  const plant = strip.getByRole('listitem').filter({ hasText: world.plant('CES').label });
  await expect(plant).toContainText('dal vivo');
  const names = [/^Transiti oggi/, /^Targhe controllate/, /^Non assicurati/, /^Senza revisione/];
  for (const name of names) await expect(page.getByRole('button', { name })).toBeVisible();
  const transits = page.getByRole('button', { name: /^Transiti oggi/ });
  await expectAccessible(page, 'control room');

  const countOf = async (): Promise<number> =>
    Number(/([\d.]+) transiti/.exec((await plant.textContent()) ?? '')?.[1]?.replaceAll('.', ''));
  const before = await countOf();
  const { url } = world.plant('CES');
  const { camera } = world.keysOf('CES');
  expect(await sendRead(url, camera, 'ZY998ZY')).toBe(true);
  // Not "greater": at midnight the count begins again.
  await expect.poll(countOf).not.toBe(before);
  await expect(transits).toHaveText(/Transiti oggi\s*[1-9]/);

  await transits.click();
  await list.expectSettled();
  await page.goBack();
  await expect(plant).toContainText('dal vivo');
});

test('the wall: W shows the room without anything around it, Esc returns; its address opens it, and Back leaves it', async ({
  page,
  world,
  begin,
}) => {
  await begin('m.ferri', { reason: '4471/2026' });
  // What stands around every other screen.
  const rail = page.getByRole('link', { name: 'Sala operativa' });
  await rail.click();
  const wall = page.getByRole('region', { name: 'Sala operativa, parete' });
  await expect(rail).toBeVisible();
  await page.getByRole('button', { name: /^Parete/ }).click();
  await expect(wall).toBeVisible();
  await expect(rail).toBeHidden();
  const plants = wall.getByRole('list', { name: 'Impianti' });
  const plant = plants.getByRole('listitem').filter({ hasText: world.plant('CES').label });
  await expect(plant).toContainText('dal vivo');
  await expect(wall.getByRole('button', { name: /^Transiti oggi/ })).toHaveText(/Transiti oggi\s*[1-9]/);
  await expect(wall.getByRole('region', { name: 'Allarmi dal vivo' })).toBeVisible();
  const sizes = await page.evaluate<readonly number[]>(
    '[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]',
  );
  expect(sizes, 'nothing is outside the screen').toEqual([0, 0]);
  await expectAccessible(page, 'wall');
  await page.keyboard.press('Escape');
  await expect(rail).toBeVisible();
  await expect(wall).toBeHidden();

  await page.keyboard.press('w');
  await expect(wall).toBeVisible();
  await page.goBack();
  await expect(rail).toBeVisible();
  // Bookmarked on the computer of the wall.
  await page.goto('/control-room?view=wall');
  await expect(plant).toContainText('dal vivo');
  await expect(rail).toBeHidden();
  await wall.getByRole('button', { name: /^Esci dalla parete/ }).click();
  await expect(rail).toBeVisible();
});
