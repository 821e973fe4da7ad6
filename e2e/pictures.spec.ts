import { expect, test } from './world/journey.ts';

test('DET-08 DET-09 DET-12 UIE-05: the newest reads have their pictures: scene, plate, context enlarged; then language and theme', async ({
  page,
  list,
  detail,
  begin,
}) => {
  test.setTimeout(300_000);
  await begin('m.ferri', { reason: '77/2026' });
  const scene = detail.article.getByRole('img', { name: /^Immagine del transito/ });
  // The demo draws its pictures in the background; the page reloads those that are not drawn yet.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await list.find('');
    await list.expectSettled();
    await list.plants.getByRole('button', { name: /Faenza Ovest/ }).click();
    await list.rows.first().click();
    await expect(scene).toBeVisible({ timeout: 6_000 });
  }).toPass({ timeout: 150_000 });
  await expect.poll(() => scene.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(600);
  await expect(detail.article.getByRole('img', { name: /^Ritaglio della targa/ })).toBeVisible();

  await detail.article.getByRole('button', { name: 'Immagine di contesto' }).click();
  const enlarged = page.getByRole('dialog');
  const picture = enlarged.getByRole('img', { name: 'Immagine di contesto' });
  await expect(picture).toBeVisible();
  // Plate, date and time, and gate remain visible above the picture.
  const head = enlarged.getByRole('heading');
  await expect(head.getByRole('img', { name: /^Targa / })).toBeVisible();
  await expect(head).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d.*V\d\d /);
  const width = async (): Promise<number> => (await picture.boundingBox())?.width ?? 0;
  const fitting = await width();
  await picture.hover({ force: true });
  await page.mouse.wheel(0, -100);
  await expect.poll(width).toBeGreaterThan(fitting * 1.1);
  await page.keyboard.press('0');
  await expect.poll(width).toBe(fitting);
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(fitting * 1.3);
  await enlarged.getByRole('button', { name: 'Chiudi' }).click();
  await expect(enlarged).toBeHidden();

  await page.getByRole('button', { name: 'Passa al tema scuro' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: /^Utente/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(detail.article.getByRole('region', { name: 'Vehicle', exact: true })).toBeVisible();
  await expect(detail.article.getByRole('img', { name: /^Picture of transit/ })).toBeVisible();
});
