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
