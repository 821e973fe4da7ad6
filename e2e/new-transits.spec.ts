import { expect, test } from './world/journey.ts';
import { sendRead } from './world/camera.ts';

test('new transits of a search are announced above the list and laid in by a key, at the top and with the focus', async ({
  begin,
  page,
  list,
  world,
}) => {
  await begin('s.bassi', { reason: '4471/2026', find: 'YW*' });
  const { url } = world.plant('CES');
  const { camera } = world.keysOf('CES');
  const send = async (plate: string): Promise<void> => expect(await sendRead(url, camera, plate)).toBe(true);
  const announced = list.results.getByRole('status').filter({ hasText: /nuov[oi]/ });

  await send('YW001ZZ');
  await expect(announced).toHaveText('1 nuovoMostra', { timeout: 15_000 });
  // Another plate is not of this search.
  await send('YV001ZZ');
  await send('YW002ZZ');
  await expect(announced).toHaveText('2 nuoviMostra', { timeout: 15_000 });
  // The list stays as it was until it is asked for.
  await expect(list.rows).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(list.rows).toHaveCount(2);
  await expect(list.rows.first()).toContainText('YW002ZZ');
  await expect(announced).toBeHidden();

  await send('YW003ZZ');
  await expect(announced).toHaveText('1 nuovoMostra', { timeout: 15_000 });
  await list.rows.nth(1).focus();
  await announced.getByRole('button', { name: 'Mostra' }).click();
  await expect(list.rows).toHaveCount(3);
  await expect(list.rows.first()).toContainText('YW003ZZ');
  await expect(list.rows.first()).toBeFocused();
});
