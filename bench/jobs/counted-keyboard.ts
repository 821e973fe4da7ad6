import type { Locator, Page } from '@playwright/test';

/** What one job cost a person, and how long the machine let that person wait. */
export interface JobCount {
  /** Key presses beside typed text. A chord such as Ctrl+K is one press, a sequence such as G 1 is two. */
  readonly keys: number;
  /** Characters of typed text: plates, names, notes, words of the palette. */
  readonly characters: number;
  /** Presses of a mouse button, as the pages saw them. */
  readonly clicks: number;
  /** From an action to the state that the next action needs, summed over the job. */
  readonly waitedMs: number;
  readonly totalMs: number;
}

/** Counts every press of a mouse button, wherever a page handles it. */
const COUNT_CLICKS = `if (window.varcoClicks === undefined) addEventListener('pointerdown', () => { window.varcoClicks += 1; }, true);
window.varcoClicks = 0;`;

/** Longest wait for one state. */
const WAIT_TIMEOUT_MS = 60_000;

/**
 * The only hands of a job: it presses keys, types and waits, and counts all three. A job that goes on in the browser of another
 * person takes these hands along with `useOn`.
 */
export class CountedKeyboard {
  #page: Page;
  readonly #pages = new Set<Page>();
  #keys = 0;
  #characters = 0;
  #waitedMs = 0;
  #startedAt = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Begins to count on a page that is open already. */
  static async start(page: Page): Promise<CountedKeyboard> {
    const hands = new CountedKeyboard(page);
    await hands.useOn(page);
    hands.#startedAt = performance.now();
    return hands;
  }

  /** Goes on on another page. */
  async useOn(page: Page): Promise<void> {
    this.#page = page;
    if (this.#pages.has(page)) return;
    this.#pages.add(page);
    await page.addInitScript({ content: COUNT_CLICKS });
    await page.evaluate(COUNT_CLICKS);
  }

  /** Presses keys one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#keys += 1;
      await this.#page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.#characters += [...text].length;
    await this.#page.keyboard.type(text);
  }

  /** Waits until an element is visible; the time counts as waiting. */
  async waitFor(element: Locator): Promise<void> {
    await this.#wait(() => element.waitFor({ timeout: WAIT_TIMEOUT_MS }));
  }

  /** Waits until an element has the focus, or contains what has it. */
  async waitForFocus(element: Locator): Promise<void> {
    const focused = this.#page.locator(':focus');
    await this.waitFor(
      element
        .and(focused)
        .or(element.filter({ has: focused }))
        .first(),
    );
  }

  /** Waits until an element is gone or hidden. */
  async waitForEnd(element: Locator): Promise<void> {
    await this.#wait(() => element.waitFor({ state: 'hidden', timeout: WAIT_TIMEOUT_MS }));
  }

  /** Waits for something outside the page, such as a file or a window. */
  async waitUntil<T>(outcome: Promise<T>): Promise<T> {
    return this.#wait(() => outcome);
  }

  /** Does something that is not part of the job; its time does not count. */
  async pause<T>(work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    const result = await work();
    this.#startedAt += performance.now() - since;
    return result;
  }

  /** What was counted so far. */
  async count(): Promise<JobCount> {
    const totalMs = performance.now() - this.#startedAt;
    let clicks = 0;
    for (const page of this.#pages) clicks += Number(await page.evaluate('window.varcoClicks ?? 0'));
    return {
      keys: this.#keys,
      characters: this.#characters,
      clicks,
      waitedMs: Math.round(this.#waitedMs),
      totalMs: Math.round(totalMs),
    };
  }

  async #wait<T>(work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    const result = await work();
    this.#waitedMs += performance.now() - since;
    return result;
  }
}
