import { CasePage } from '../../e2e/pages/case.page.ts';
import { ListPage } from '../../e2e/pages/list.page.ts';
import { LoginPage } from '../../e2e/pages/login.page.ts';
import { type Times, timesOf } from '../stats.ts';
import { heapBytes, type Seen, type WatchedPage } from './watched-page.ts';

/** Patterns for plates by their first letters, without common rows. */
const PATTERNS = [...'ABCDEFGHJKLMNP'].map((letter) => `F${letter}*`);
const patternOf = (turn: number): string => PATTERNS[turn % PATTERNS.length] ?? '';

export interface SearchTimes {
  readonly first: Times | null;
  readonly full: Times | null;
  /** Duration of the longest uninterrupted task of the page. */
  readonly longestMs: number;
}

/** Signs in and states a reason, so that the next search is the first. */
export async function enter(watched: WatchedPage, user: { username: string; password: string }): Promise<ListPage> {
  const { page } = watched;
  const login = new LoginPage(page);
  await login.signIn(user);
  await new CasePage(page).state('412/2026');
  const list = new ListPage(page);
  await list.period('Tutti').click();
  await list.expectSettled();
  return list;
}

/**
 * Runs consecutive searches, each for rows that are not on the page. Milliseconds since the click on "Cerca". @param
 * from index of the first pattern; must differ from the one shown
 */
export async function timeSearches(
  watched: WatchedPage,
  list: ListPage,
  count: number,
  afterEach: () => Promise<void>,
  from = 0,
): Promise<SearchTimes> {
  const first: number[] = [];
  const full: number[] = [];
  let longestMs = 0;
  for (let turn = 0; turn < count; turn += 1) {
    const seen = await search(watched, list, patternOf(from + turn));
    if (seen === null) continue;
    first.push(seen.first ?? Number.NaN);
    full.push(seen.full ?? Number.NaN);
    longestMs = Math.max(longestMs, Math.round(seen.longest ?? 0));
    await afterEach();
  }
  return { first: timesOf(first), full: timesOf(full), longestMs };
}

/** Null: clicked too late, the box had already searched by itself. */
async function search(watched: WatchedPage, list: ListPage, pattern: string): Promise<Seen | null> {
  const seen = await watched.after('search', async () => {
    await list.plate.fill(pattern);
    await list.search.click();
  });
  if (seen.isLate !== true) return seen;
  await list.expectSettled();
  return null;
}

/** From a key press in the plate box to the paint. */
export async function timeKeys(watched: WatchedPage, list: ListPage): Promise<Times | null> {
  const times: number[] = [];
  await list.plate.fill('');
  for (const key of 'AB123CDFG456HKLM789NPRS0') {
    times.push((await watched.after('paint', () => list.plate.press(key))).ms ?? Number.NaN);
    if (times.length % 7 === 0) await list.plate.fill('');
  }
  return timesOf(times);
}

/** From an arrow key in the rows to the paint of the new current row. */
export async function timeRowMoves(watched: WatchedPage, list: ListPage): Promise<Times | null> {
  const times: number[] = [];
  await list.rows.first().focus();
  for (let i = 0; i < 45; i += 1) {
    times.push((await watched.after('paint', () => watched.page.keyboard.press('ArrowDown'))).ms ?? Number.NaN);
  }
  return timesOf(times);
}

/** From the click on a tab to the paint of its fifty rows, alternating between two lists. */
export async function timeTabs(watched: WatchedPage, list: ListPage): Promise<Times | null> {
  const { page } = watched;
  await search(watched, list, patternOf(0));
  await list.expectSettled();
  await page.getByRole('button', { name: 'Nuovo elenco transiti' }).click();
  await search(watched, list, patternOf(1));
  await list.expectSettled();
  const times: number[] = [];
  for (let turn = 0; turn < 24; turn += 1) {
    const tab = page.getByRole('tab').nth(turn % 2);
    times.push((await watched.after('tab', () => tab.click())).full ?? Number.NaN);
  }
  return timesOf(times);
}

/** Heap growth over many searches, in megabytes. The first searches load code and fill caches and are not counted. */
export async function heapGrowth(
  watched: WatchedPage,
  list: ListPage,
  count: number,
): Promise<{ readonly beforeMb: number; readonly growthMb: number }> {
  const settle = (): Promise<void> => list.expectSettled();
  await timeSearches(watched, list, PATTERNS.length, settle);
  const before = await heapBytes(watched.page);
  await timeSearches(watched, list, count, settle);
  const after = await heapBytes(watched.page);
  const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
  return { beforeMb: megabytes(before), growthMb: megabytes(after - before) };
}
