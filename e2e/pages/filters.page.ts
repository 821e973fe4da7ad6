import type { Locator, Page } from '@playwright/test';

/** Page object of the filter panel of the transit list. */
export class FiltersPage {
  readonly page: Page;
  readonly panel: Locator;
  readonly toggle: Locator;
  readonly run: Locator;
  readonly changed: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('complementary', { name: 'Filtri' });
    this.toggle = page.getByRole('button', { name: /^Filtri \d+ attiv[io]$/ });
    this.run = this.panel.getByRole('button', { name: 'Cerca' });
    this.changed = this.panel.getByRole('status');
  }

  /** Selects options of a multi-select by typing. */
  async choose(field: string, ...options: readonly string[]): Promise<void> {
    const box = this.panel.getByRole('combobox', { name: field, exact: true });
    for (const option of options) {
      await box.fill(option);
      await this.page.getByRole('option', { name: option }).click();
    }
    await this.page.keyboard.press('Escape');
  }
}
