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
  await list.plate.tap();
  await expect(page.getByRole('group', { name: 'Ricerche recenti e aiuto per la targa' })).toBeVisible();
  await expectNoSideways();
  await list.find('');
  await expect(list.rows.first()).toBeVisible();
  await list.expectSettled();
  await expectNoSideways();
  // Four results and more are whole on the first screen, below at most one line for what failed.
  await expect
    .poll(() =>
      page.evaluate(`(() => {
        const frame = document.querySelector('#results [data-density]').getBoundingClientRect();
        const cards = [...document.querySelectorAll('[id^="lpr-grid-"]')].map((card) => card.getBoundingClientRect());
        return cards.filter(({ top, bottom }) => top >= frame.top && bottom <= frame.bottom).length;
      })()`),
    )
    .toBeGreaterThanOrEqual(4);
  // The actions of a card come as one sheet from the lower edge.
  await list.rows.first().getByRole('button', { name: 'Azioni della riga' }).tap();
  const sheet = await page.getByRole('menu', { name: 'Azioni della riga' }).boundingBox();
  expect(sheet).toMatchObject({ x: 0, width: 390 });
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(844);
  await page.keyboard.press('Escape');
  await expectNoSideways();
  // Mock-up 09: filters, view, refresh and plants are in one sheet.
  await page.getByRole('button', { name: /^Filtri/ }).tap();
  await expectNoSideways();
  await expect(page.getByRole('button', { name: 'Visualizza ADR' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aggiornamento automatico: No' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Esporta', exact: true })).toBeVisible();
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).tap();
  await expect(page.getByRole('complementary', { name: 'Filtri' })).toBeHidden();
  await expect(list.rows.first()).toBeVisible();
  await list.rows.first().tap();
  await expect(detail.article).toBeVisible();
  await expectNoSideways();
  await detail.close.tap();
  await expect(list.rows.first()).toBeVisible();
});

test('a phone shows no line about keys, and no empty footer in its place', async ({ page, world, login }) => {
  await login.open('/dashboard/keys');
  await login.fill(world.user('amministratore'));
  await expect(page.getByRole('region', { name: 'Chiavi dei programmi' })).toBeVisible();
  await expect(page.getByText('↑ ↓ righe')).toHaveCount(1);
  await expect(page.getByText('↑ ↓ righe')).toBeHidden();
  await expect(page.locator('footer', { hasText: '↑ ↓ righe' })).toBeHidden();
});
