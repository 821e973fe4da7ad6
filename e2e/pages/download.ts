import type { Download, Page } from '@playwright/test';

/** The next download, whichever page of the browser reports it. */
export function waitForDownload(page: Page): Promise<Download> {
  return new Promise((resolve) => {
    page.once('download', resolve);
    page.context().once('page', (tab) => tab.once('download', resolve));
  });
}
