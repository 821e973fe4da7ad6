import { expect, type Locator, type Page } from '@playwright/test';

/** Page object of the reason and case number. */
export class CasePage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly bar: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Motivo della consultazione' });
    this.bar = page.getByRole('group', { name: 'Consultazione in corso' });
  }

  /** Opens the dialog and states a reason. */
  async stateReason(number: string, reason?: string): Promise<void> {
    // The page is drawn before what is around it, and the key belongs to the top bar.
    await expect(this.page.getByRole('banner')).toBeVisible();
    await this.page.keyboard.press('F8');
    await this.fill(number, reason);
  }

  /** Selects the first reason with the keyboard alone; the field must have the focus. */
  async chooseReasonByKeyboard(): Promise<void> {
    const { keyboard } = this.page;
    await keyboard.press('ArrowDown');
    await expect(this.page.getByRole('option').first()).toBeVisible();
    // The list updates its active option in timers, which a person's key presses never overtake but a machine's do.
    // Timers run in order, so one set now runs after those.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await keyboard.press('Enter');
  }

  /** Fills in the open dialog and saves it. */
  async fill(number: string, reason = 'Indagine di polizia giudiziaria'): Promise<void> {
    await expect(this.dialog).toBeVisible();
    await this.dialog.getByLabel('Motivo', { exact: true }).click();
    await this.page.getByRole('option', { name: reason }).click();
    await this.dialog.getByLabel('Spiegazione').fill('Verifica dei passaggi di un furgone');
    await this.dialog.getByLabel('Numero di fascicolo').fill(number);
    await this.dialog.getByRole('button', { name: 'Salva' }).click();
    await expect(this.dialog).toBeHidden();
  }
}
