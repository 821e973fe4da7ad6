import type { Page } from '@playwright/test';

interface Camera {
  readonly isEnglish: boolean;
  readonly go: (page: Page, address: string) => Promise<void>;
  readonly shoot: (name: string) => Promise<void>;
}

/**
 * The users of a plant: the list, grouped, the form with its permissions, and the transfer of a deleted user's lists.
 */
export async function shootPlantUsers(page: Page, { isEnglish, go, shoot }: Camera, prefix: string): Promise<void> {
  const words = isEnglish
    ? { fresh: 'New user', edit: 'Edit', remove: 'Delete', flat: 'Flat list', cancel: 'Cancel', of: 'Actions on' }
    : {
        fresh: 'Nuovo utente',
        edit: 'Modifica',
        remove: 'Elimina',
        flat: 'Elenco unico',
        cancel: 'Annulla',
        of: 'Azioni su',
      };
  await go(page, '/peer/users');
  await page.getByRole('row', { name: /a\.conti/ }).waitFor();
  await shoot(`${prefix}plant-users`);
  await page.getByRole('switch', { name: words.flat }).uncheck({ force: true });
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await shoot(`${prefix}plant-users-grouped`);
  await page.getByRole('switch', { name: words.flat }).check({ force: true });
  const act = async (username: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `${words.of} ${username}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };
  const close = async (): Promise<void> => {
    await page.getByRole('dialog').getByRole('button', { name: words.cancel }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  await act('g.serra', words.edit);
  await page.getByRole('dialog').getByRole('switch').first().waitFor();
  await shoot(`${prefix}plant-users-form`);
  await page.getByRole('dialog').getByRole('switch').last().scrollIntoViewIfNeeded();
  await shoot(`${prefix}plant-users-rights`);
  await close();
  await act('m.ferri', words.remove);
  await shoot(`${prefix}plant-users-delete`);
  await close();
}
