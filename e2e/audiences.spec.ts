import type { Page } from '@playwright/test';
import { expect, test } from './world/journey.ts';

/** Addresses of the rail's entries. */
const listMenu = async (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('navigation', { name: 'Navigazione', exact: true })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

/** Working screens that everybody has. */
const COMMON = ['/control-room', '/lpr', '/map', '/alerts', '/suspects', '/blacklist', '/exports', '/peer/status'];
const PORTAL = ['/dashboard/peers', '/dashboard/users', '/dashboard/news'];

test('SCOPE-03 SCOPE-08: municipal, police, provider and administrator find the menu of their rights, and transits only where they have them', async ({
  page,
  world,
  login,
  caseBar,
  list,
}) => {
  test.setTimeout(240_000);
  const restricted = [...PORTAL, '/peer/users', '/audit', '/person-requests'];
  const audiences: readonly { readonly name: string; readonly offered: readonly string[] }[] = [
    { name: 's.bassi', offered: [] },
    { name: 'm.ferri', offered: ['/peer/users'] },
    { name: 'assistenza', offered: ['/peer/users'] },
    { name: 'amministratore', offered: [...PORTAL, '/peer/users'] },
    { name: 'c.serra', offered: ['/audit', '/person-requests'] },
  ];
  for (const { name, offered } of audiences) {
    await login.signIn(world.user(name));
    // The rights are known once the plants have answered.
    for (const path of offered) await expect.poll(() => listMenu(page), `${name} ${path}`).toContain(path);
    const menu = await listMenu(page);
    expect(menu, name).toEqual(expect.arrayContaining(COMMON));
    const shown = menu.filter((path) => restricted.includes(path));
    expect(shown.toSorted(), name).toEqual(offered.toSorted());

    await caseBar.stateReason('9051/2026');
    await list.find('');
    await list.expectSettled();
    if (name === 'c.serra') {
      await expect(list.plants.getByText('SENZA PERMESSI').first()).toBeVisible();
      await expect(list.rows).toHaveCount(0);
    } else await expect(list.rows.first()).toBeVisible();
    if (name === 's.bassi') {
      await list.plants.getByRole('button', { name: /Forlì Sud/ }).click();
      await list.expectSettled();
      await expect(list.rows.first().getByRole('img', { name: 'Targa oscurata' })).toBeVisible();
      await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
      await list.expectSettled();
      await expect(list.findPlates().first()).toBeVisible();
      await expect(list.rows.getByRole('img', { name: 'Targa oscurata' })).toHaveCount(0);
    }
    await login.signOut();
  }
});
