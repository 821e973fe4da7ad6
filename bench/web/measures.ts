import { CasePage } from '../../e2e/pages/case.page.ts';
import { ListPage } from '../../e2e/pages/list.page.ts';
import { LoginPage } from '../../e2e/pages/login.page.ts';
import { type Times, summarizeTimes } from '../stats.ts';
import { readHeapBytes, type PageMeasurement, type WatchedPage } from './watched-page.ts';

/** Patterns for plates by their first letters, without common rows. */
const PATTERNS = [...'ABCDEFGHJKLMNP'].map((letter) => `F${letter}*`);
const getPattern = (run: number): string => PATTERNS[run % PATTERNS.length] ?? '';

export interface SearchTimes {
  readonly first: Times | null;
  readonly full: Times | null;
  /** Duration of the longest uninterrupted task of the page. */
  readonly longestMs: number;
}

/** Signs in and states a reason, so that the next search is the first. */
export async function openSearchScreen(
  watched: WatchedPage,
  user: { username: string; password: string },
): Promise<ListPage> {
  const { page } = watched;
  const login = new LoginPage(page);
  await login.signIn(user);
  await new CasePage(page).stateReason('412/2026');
  const list = new ListPage(page);
  await list.period('Tutti').click();
  await list.expectSettled();
  return list;
}

/**
 * Runs consecutive searches, each for rows that are not on the page. Milliseconds since the click on "Cerca". @param
 * from index of the first pattern; must differ from the one shown
 */
export async function measureSearchTimes(
  watched: WatchedPage,
  list: ListPage,
  count: number,
  afterEach: () => Promise<void>,
  from = 0,
): Promise<SearchTimes> {
  const first: number[] = [];
  const full: number[] = [];
  let longestMs = 0;
  for (let run = 0; run < count; run += 1) {
    const seen = await runSearch(watched, list, getPattern(from + run));
    if (seen === null) continue;
    first.push(seen.first ?? Number.NaN);
    full.push(seen.full ?? Number.NaN);
    longestMs = Math.max(longestMs, Math.round(seen.longest ?? 0));
    await afterEach();
  }
  return { first: summarizeTimes(first), full: summarizeTimes(full), longestMs };
}

/** Null: clicked too late, the box had already searched by itself. */
async function runSearch(watched: WatchedPage, list: ListPage, pattern: string): Promise<PageMeasurement | null> {
  const seen = await watched.after('search', async () => {
    await list.plate.fill(pattern);
    await list.search.click();
  });
  if (seen.isLate !== true) return seen;
  await list.expectSettled();
  return null;
}

/** From a key press in the plate box to the paint. */
export async function measureKeys(watched: WatchedPage, list: ListPage): Promise<Times | null> {
  const times: number[] = [];
  await list.plate.fill('');
  for (const key of 'AB123CDFG456HKLM789NPRS0') {
    times.push((await watched.after('paint', () => list.plate.press(key))).ms ?? Number.NaN);
    if (times.length % 7 === 0) await list.plate.fill('');
  }
  return summarizeTimes(times);
}

/** From an arrow key in the rows to the paint of the new current row. */
export async function measureRowMoves(watched: WatchedPage, list: ListPage): Promise<Times | null> {
  const times: number[] = [];
  await list.rows.first().focus();
  for (let i = 0; i < 45; i += 1) {
    times.push((await watched.after('paint', () => watched.page.keyboard.press('ArrowDown'))).ms ?? Number.NaN);
  }
  return summarizeTimes(times);
}

/** From the click on a tab to the paint of its fifty rows, alternating between two lists. */
export async function measureTabs(watched: WatchedPage, list: ListPage): Promise<Times | null> {
  const { page } = watched;
  await runSearch(watched, list, getPattern(0));
  await list.expectSettled();
  await page.getByRole('button', { name: 'Nuovo elenco transiti' }).click();
  await runSearch(watched, list, getPattern(1));
  await list.expectSettled();
  const times: number[] = [];
  for (let run = 0; run < 24; run += 1) {
    const tab = page.getByRole('tab').nth(run % 2);
    times.push((await watched.after('tab', () => tab.click())).full ?? Number.NaN);
  }
  return summarizeTimes(times);
}

/** Heap growth over many searches, in megabytes. The first searches load code and fill caches and are not counted. */
export async function measureHeapGrowth(
  watched: WatchedPage,
  list: ListPage,
  count: number,
): Promise<{ readonly beforeMb: number; readonly growthMb: number }> {
  const settle = (): Promise<void> => list.expectSettled();
  await measureSearchTimes(watched, list, PATTERNS.length, settle);
  const before = await readHeapBytes(watched.page);
  await measureSearchTimes(watched, list, count, settle);
  const after = await readHeapBytes(watched.page);
  const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
  return { beforeMb: megabytes(before), growthMb: megabytes(after - before) };
}
