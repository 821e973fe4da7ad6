import { expect, type Locator, type Page } from '@playwright/test';

/** What a cell begins with that names plant and gate. */
const PLANT_CELL = /^(?:CES|FOR|RAV|FAE|UNR|RIM) /;

/** Page object of the transit list: query bar, plants, completeness line, rows. */
export class ListPage {
  readonly page: Page;
  readonly plate: Locator;
  readonly search: Locator;
  readonly grid: Locator;
  readonly rows: Locator;
  readonly results: Locator;
  readonly plants: Locator;
  readonly overlay: Locator;

  private readonly settleMs: number;

  /** @param settleMs longest wait for a search, for worlds with many plants */
  constructor(page: Page, settleMs = 30_000) {
    this.page = page;
    this.settleMs = settleMs;
    this.plate = page.getByRole('textbox', { name: 'Targa' });
    this.search = page.getByRole('button', { name: 'Cerca', exact: true });
    this.grid = page.getByRole('grid', { name: 'Elenco transiti' });
    // Rows of the table, or cards when these are selected or the screen is narrow.
    this.rows = page.locator('[id^="lpr-row-"], [id^="lpr-grid-"]');
    this.results = page.locator('#results');
    this.plants = page.getByRole('navigation', { name: 'Impianti' });
    this.overlay = page.getByRole('group', { name: 'Ricerca in corso' });
  }

  period(name: 'Oggi' | 'Ieri' | '7 GG' | 'Tutti'): Locator {
    return this.page.getByRole('group', { name: 'Periodo' }).getByRole('button', { name });
  }

  /** Searches for a plate over the whole archive. */
  async find(plate: string): Promise<void> {
    await this.plate.fill(plate);
    await this.period('Tutti').click();
  }

  /** Waits until every plant has responded or failed, and every row of the page is there. */
  async expectSettled(): Promise<void> {
    await expect(this.results).toHaveAttribute('aria-busy', 'false', { timeout: this.settleMs });
  }

  /** Date and time of each row as sortable text. */
  async readTimes(): Promise<readonly string[]> {
    const titles = await this.rows
      .locator('[title$="Europe/Rome"]')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title') ?? ''));
    return titles.map((title) => title.replace(/^(\d\d)\/(\d\d)\/(\d{4}) (.*) Europe\/Rome$/, '$3-$2-$1 $4'));
  }

  /** Code of the plant of each row, such as `FOR`. The cell is read, since other cells may begin alike (`FORD`). */
  async readPlantCodes(): Promise<readonly string[]> {
    const cells = this.rows.getByRole('gridcell', { name: PLANT_CELL });
    const texts = await cells.evaluateAll((all) => all.map((cell) => cell.textContent ?? ''));
    return texts.map((text) => text.slice(0, 3));
  }

  /** Plates of the rows, as a screen reader announces them. */
  findPlates(): Locator {
    return this.rows.getByRole('img', { name: /^Targa / });
  }

  /** Plants shown as failed. */
  findFailedPlants(): Locator {
    return this.plants.locator('div', { has: this.page.getByRole('button'), hasText: '(in errore)' });
  }

  /** Position of a row in the whole list. */
  findNumber(row: Locator): Locator {
    return row.getByRole('gridcell').first();
  }
}
