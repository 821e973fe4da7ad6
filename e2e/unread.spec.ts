import { sendRead } from './world/camera.ts';
import { expect, test } from './world/journey.ts';

test('a vehicle whose plate was not read is found by its gate, opened, and stated by a person', async ({
  page,
  list,
  begin,
  filters,
  world,
}) => {
  const { url } = world.plant('CES');
  const { camera } = world.keysOf('CES');
  expect(await sendRead(url, camera, 'NO PLATE', { class: 'truck', lane: 2, speed: 57 })).toBe(true);
  await begin('m.ferri', { reason: '4471/2026', find: '' });
  await page.locator('body').press('f');
  await filters.panel.getByRole('group', { name: 'Targhe non lette' }).getByRole('button', { name: 'Solo' }).click();
  await filters.run.click();
  await list.expectSettled();
  const unread = list.rows.filter({ hasText: 'Targa non letta' });
  await expect(unread).toHaveCount(1);
  await unread.first().focus();
  await page.keyboard.press('Enter');
  const block = page.getByRole('region', { name: 'Targa e transito' });
  await expect(block).toContainText('Targa non letta');
  await block.getByRole('button', { name: 'Correggi targa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correggi la targa' });
  await dialog.getByLabel('Targa come la leggi tu').fill('zu 123 aa');
  await dialog.getByLabel('Da che cosa la riconosci').fill('letta nella foto');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(block).toContainText('ZU123AA');
  await page.keyboard.press('Escape');
  await list.plate.fill('ZU123*');
  await page.keyboard.press('Enter');
  await list.expectSettled();
  await expect(list.rows).toHaveCount(1);
  await expect(list.rows.first()).toContainText('Targa non letta');
});
