import { expect, type Locator, type Page } from '@playwright/test';

/** Page object of the plant credentials page, its dialogs, and the notifications that link to it. */
export class CredentialsPage {
  readonly page: Page;
  readonly list: Locator;
  readonly dialog: Locator;
  readonly notices: Locator;
  readonly summary: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('list', { name: 'I tuoi impianti' });
    this.dialog = page.getByRole('dialog');
    this.notices = page.getByRole('region', { name: 'Notifiche' });
    this.summary = page.getByRole('status', { name: 'Riepilogo della verifica' });
  }

  /** Opens the page through the navigation rail. */
  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Credenziali impianti' }).click();
    await expect(this.page.getByRole('button', { name: 'Aggiungi impianto' })).toBeVisible();
  }

  findPlant(name: string): Locator {
    return this.list.getByRole('listitem', { name, exact: true });
  }

  listNames(): Promise<string[]> {
    return this.list.locator('> li').evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? ''));
  }

  async openAction(findPlant: string, action: string): Promise<void> {
    await this.findPlant(findPlant).getByRole('button', { name: action, exact: true }).click();
  }

  /** Fills in the form for a new plant and submits it. */
  async add(fields: {
    host: string;
    port?: string;
    username: string;
    password: string;
    plantCode?: string;
  }): Promise<void> {
    if (!(await this.dialog.isVisible())) await this.page.getByRole('button', { name: 'Aggiungi impianto' }).click();
    await this.dialog.getByLabel('Host').fill(fields.host);
    await this.dialog.getByLabel('Porta').fill(fields.port ?? '');
    await this.dialog.getByLabel('Nome utente').fill(fields.username);
    await this.dialog.getByLabel('Password', { exact: true }).fill(fields.password);
    await this.dialog.getByLabel('Codice impianto').fill(fields.plantCode ?? '');
    await this.dialog.getByRole('button', { name: 'Aggiungi impianto' }).click();
  }
}
