import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import { PAGE_CLOCK, REPORT_DRAWN } from './page-clock.ts';

/** The user who signs in, and the portal. */
export interface SignInCase {
  readonly origin: string;
  readonly username: string;
  readonly password: string;
}

/** One sign-in in a browser without cached data. Milliseconds. */
export interface SignInRun {
  /** From the navigation to a form that accepts input. */
  readonly formMs: number;
  /** From "Accedi" to the search screen in its main layout. */
  readonly shellMs: number;
  readonly phases: Readonly<Record<Phase, number>>;
  /** Paths of the scripts loaded before the form, and before the search screen, could be used. */
  readonly beforeForm: readonly string[];
  readonly beforeSearch: readonly string[];
}

export const PHASES = ['params', 'argon2', 'login', 'plants', 'rest'] as const;
export type Phase = (typeof PHASES)[number];

const PageNotes = z.object({
  times: z.object({
    signIn: z.number(),
    signInDrawn: z.number(),
    submitted: z.number(),
    search: z.number(),
    searchDrawn: z.number(),
  }),
  entries: z.array(z.object({ url: z.string(), start: z.number(), end: z.number() })),
});
type RequestEntry = z.infer<typeof PageNotes>['entries'][number];

/** Runs in the page: all requests of the page; preflights have no entries of their own. */
const READ_NOTES = `({
  times: window.varcoTimes,
  entries: performance.getEntriesByType('resource').map(({ name, startTime, responseEnd }) => ({ url: name, start: startTime, end: responseEnd })),
})`;

/**
 * Signs in once in a fresh browser context (nothing cached). @param typingMs time a user needs to type name and
 * password; 0: a password manager fills and submits at once
 */
export async function signInOnce(browser: Browser, who: SignInCase, typingMs: number): Promise<SignInRun> {
  const context = await browser.newContext({
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1440, height: 900 },
  });
  try {
    const page = await context.newPage();
    const drawn = await listenForScreens(page);
    await page.addInitScript({ content: PAGE_CLOCK });
    await page.goto(`${who.origin}/login`, { waitUntil: 'commit' });
    await drawn('signIn');
    if (typingMs > 0) await page.waitForTimeout(typingMs);
    await page.fill('input[name=username]', who.username);
    await page.fill('input[name=password]', who.password);
    await page.click('button[type=submit]');
    await drawn('search');
    return buildSignInRun(await readNotes(page), who.origin);
  } finally {
    await context.close();
  }
}

/** Maximum wait for a screen. */
const SCREEN_TIMEOUT_MS = 60_000;

/**
 * The content security policy does not allow repeated evaluation in the page, so the page itself reports when a
 * screen is drawn.
 */
async function listenForScreens(page: Page): Promise<(name: 'signIn' | 'search') => Promise<void>> {
  const sent = { signIn: Promise.withResolvers<void>(), search: Promise.withResolvers<void>() };
  await page.exposeFunction(REPORT_DRAWN, (name: string) => {
    if (name === 'signIn' || name === 'search') sent[name].resolve();
  });
  return async (name) => {
    const timer = setTimeout(
      () => sent[name].reject(new Error(`no ${name} after ${SCREEN_TIMEOUT_MS / 1_000} s`)),
      SCREEN_TIMEOUT_MS,
    );
    await sent[name].promise.finally(() => clearTimeout(timer));
  };
}

const readNotes = async (page: Page): Promise<z.infer<typeof PageNotes>> =>
  PageNotes.parse(await page.evaluate(READ_NOTES));

function buildSignInRun({ times, entries }: z.infer<typeof PageNotes>, origin: string): SignInRun {
  const portal = (path: string): RequestEntry | undefined => entries.find(({ url }) => url === `${origin}${path}`);
  const params = portal('/api/v1/auth/params');
  const login = portal('/api/v1/login');
  const plants = entries.filter(
    ({ url, start }) => !url.startsWith(origin) && start > times.submitted && start < times.search,
  );
  const shellMs = times.searchDrawn - times.submitted;
  const phases = {
    params: computeDuration(params),
    // Between the response with the KDF parameters and the call with the proof the browser does nothing but derive
    // the key.
    argon2: params === undefined || login === undefined ? 0 : login.start - params.end,
    login: computeDuration(login),
    plants:
      plants.length === 0
        ? 0
        : Math.max(...plants.map(({ end }) => end)) - Math.min(...plants.map(({ start }) => start)),
  };
  const known = phases.params + phases.argon2 + phases.login + phases.plants;
  const scriptsBefore = (limit: number): string[] =>
    entries.filter(({ url, start }) => url.endsWith('.js') && start <= limit).map(({ url }) => new URL(url).pathname);
  return {
    formMs: times.signInDrawn,
    shellMs,
    phases: { ...phases, rest: shellMs - known },
    beforeForm: scriptsBefore(times.signIn),
    beforeSearch: scriptsBefore(times.search),
  };
}

const computeDuration = (entry: RequestEntry | undefined): number =>
  entry === undefined ? 0 : entry.end - entry.start;
