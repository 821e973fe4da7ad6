import type { Page } from '@playwright/test';
import { z } from 'zod';
import { PAGE_WATCH, REPORT_SEEN } from './page-watch.ts';

const PageMeasurement = z.object({
  /** The machine was too slow to click in time; the measurement is invalid. */
  isLate: z.boolean().optional(),
  ms: z.number().optional(),
  first: z.number().optional(),
  full: z.number().optional(),
  rows: z.number().optional(),
  longest: z.number().optional(),
});
export type PageMeasurement = z.infer<typeof PageMeasurement>;

/** Maximum wait for the effect of an action. */
const WATCH_TIMEOUT_MS = 45_000;

/** A page that reports what it displays after an action, and when. Milliseconds since the user event. */
export interface WatchedPage {
  readonly page: Page;
  /** Arms the watch, performs the action, and resolves to the measurement. @throws when nothing is seen in 45 s */
  after(kind: 'search' | 'paint' | 'tab', act: () => Promise<void>): Promise<PageMeasurement>;
}

/** Must be called before the page navigates anywhere. */
export async function watchPage(page: Page): Promise<WatchedPage> {
  let tell: (seen: PageMeasurement) => void = () => undefined;
  await page.exposeFunction(REPORT_SEEN, (text: string) => tell(PageMeasurement.parse(JSON.parse(text))));
  await page.addInitScript({ content: PAGE_WATCH });
  return {
    page,
    async after(kind, act) {
      const { promise, resolve, reject } = Promise.withResolvers<PageMeasurement>();
      tell = resolve;
      await page.evaluate(`window.varcoWatch('${kind}')`);
      const timer = setTimeout(() => reject(new Error(`nothing seen after ${kind}`)), WATCH_TIMEOUT_MS);
      await act();
      return promise.finally(() => clearTimeout(timer));
    },
  };
}

/** Size of the JavaScript heap in bytes after garbage collection. */
export async function readHeapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  try {
    // A second collection frees objects that were waiting for a finalizer.
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  } finally {
    await devtools.detach();
  }
}
