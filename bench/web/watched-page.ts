import type { Page } from '@playwright/test';
import { z } from 'zod';
import { PAGE_WATCH, TELL_SEEN } from './page-watch.ts';

const Seen = z.object({
  /** The machine was too slow to press in time; not a measure. */
  isLate: z.boolean().optional(),
  ms: z.number().optional(),
  first: z.number().optional(),
  full: z.number().optional(),
  rows: z.number().optional(),
  longest: z.number().optional(),
});
export type Seen = z.infer<typeof Seen>;

/** Longest wait for what an action is to show. */
const LIMIT_MS = 45_000;

/** A page that tells what it shows after an action, and when. Milliseconds since the event of the person. */
export interface WatchedPage {
  readonly page: Page;
  /** Arms the watch, acts, and resolves to what was seen. @throws when nothing is seen in 45 s */
  after(kind: 'search' | 'paint' | 'tab', act: () => Promise<void>): Promise<Seen>;
}

/** To be called before the page goes anywhere. */
export async function watchPage(page: Page): Promise<WatchedPage> {
  let tell: (seen: Seen) => void = () => undefined;
  await page.exposeFunction(TELL_SEEN, (text: string) => tell(Seen.parse(JSON.parse(text))));
  await page.addInitScript({ content: PAGE_WATCH });
  return {
    page,
    async after(kind, act) {
      const { promise, resolve, reject } = Promise.withResolvers<Seen>();
      tell = resolve;
      await page.evaluate(`window.varcoWatch('${kind}')`);
      const timer = setTimeout(() => reject(new Error(`nothing seen after ${kind}`)), LIMIT_MS);
      await act();
      return promise.finally(() => clearTimeout(timer));
    },
  };
}

/** Bytes of the JavaScript heap after everything that can go has gone. */
export async function heapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  try {
    // What hangs on a finalizer goes with the second round.
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  } finally {
    await devtools.detach();
  }
}
