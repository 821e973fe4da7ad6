import type { Page, Request } from '@playwright/test';

/** One search a page sent to a plant. */
export interface SentSearch {
  readonly plant: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isPolling: boolean;
  readonly at: number;
}

const isSearch = (request: Request): boolean =>
  request.method() === 'POST' && /\/api\/(v2\/)?lpr\/search$/.test(new URL(request.url()).pathname);

/** Records the searches a page sends from now on, oldest first. */
export function recordSearches(page: Page): SentSearch[] {
  const sent: SentSearch[] = [];
  page.on('request', (request) => {
    if (!isSearch(request)) return;
    sent.push({
      plant: new URL(request.url()).origin,
      body: request.postDataJSON() as Readonly<Record<string, unknown>>,
      isPolling: request.headers()['x-request-tag'] === 'polling',
      at: Date.now(),
    });
  });
  return sent;
}
