import { expect, test } from './world/journey.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone everything is reached and the page never moves sideways', async ({
  page,
  world,
  login,
  list,
  detail,
}) => {
  const expectNoSideways = async (): Promise<void> => {
    const { width, inner } = await page.evaluate<{ width: number; inner: number }>(
      '({ width: document.documentElement.scrollWidth, inner: innerWidth })',
    );
    expect(width).toBeLessThanOrEqual(inner);
    expect(inner).toBe(390);
  };
  await login.open();
  await expectNoSideways();
  await login.fill(world.user('s.bassi'));
  await login.expectInside();
  await expectNoSideways();
  await page.getByRole('button', { name: /Manca il motivo/ }).tap();
  await expect(page.getByRole('dialog', { name: 'Motivo della consultazione' })).toBeVisible();
  await expectNoSideways();
  await page.getByRole('button', { name: 'Annulla' }).tap();
  await list.find('');
  await expect(list.rows.first()).toBeVisible();
  await list.expectSettled();
  await expectNoSideways();
  await list.rows.first().tap();
  await expect(detail.article).toBeVisible();
  await expectNoSideways();
  await detail.close.tap();
  await expect(list.rows.first()).toBeVisible();
});
