import { expect, test } from '@playwright/test';
import { readWorld } from './world.ts';

test('a stranger is led to the sign-in page, in Italian', async ({ page }) => {
  await page.goto(readWorld().portal);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Accedi', exact: true })).toBeVisible();
});
