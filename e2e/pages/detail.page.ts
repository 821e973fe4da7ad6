import type { Locator, Page } from '@playwright/test';

/** Page object of the transit detail. */
export class DetailPage {
  readonly page: Page;
  readonly article: Locator;
  readonly plate: Locator;
  readonly close: Locator;
  readonly log: Locator;

  constructor(page: Page) {
    this.page = page;
    this.article = page.getByRole('article');
    this.plate = this.article.getByRole('heading', { level: 1 });
    this.close = this.article.getByRole('button', { name: 'Chiudi', exact: true });
    this.log = this.article.getByRole('region', { name: 'Registro di questa consultazione' });
  }
}
